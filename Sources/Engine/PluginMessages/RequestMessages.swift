package import SourceJSON
package import WallfarmPluginKit

// Requests that a plugin sends during a render, and their answers.

/// A request for the largest type size at which text fits in an area.
package struct FitRequest {
  /// The text.
  package let text: String
  /// The text style; its size is ignored.
  package let style: TextStyle
  /// The alignment of the lines.
  package let alignment: TextAlignment
  /// The available area in points.
  package let area: Size
  /// The line breaking mode.
  package let breaking: LineBreaking?
  /// The minimum and maximum type size in points.
  package let sizes: (smallest: Double, largest: Double)
}

extension MessageReader {
  /// The maximum number of text blocks in one measure request; a plugin must split longer lists.
  package static let mostTexts = 1000

  /// Decodes `{"texts": [{"block": {…}, "width": 320}, …]}`.
  package func measuredTexts(_ node: JSONEntry) throws(MessageMistake) -> [MeasuredText] {
    try required("texts", of: node) { (node) throws(MessageMistake) in
      try list(node, most: Self.mostTexts, measuredText)
    }
  }

  /// Decodes `{"block": {…}, "width": 320}`.
  package func measuredText(_ node: JSONEntry) throws(MessageMistake) -> MeasuredText {
    let block = try required("block", of: node) { (node) throws(MessageMistake) in
      let read = try self.block(node)
      guard read.isDrawable else {
        throw mistake("has a type size, weight, spacing or line limit that is out of range")
      }
      return read
    }
    return MeasuredText(block, width: try optional("width", of: node, length))
  }

  /// Decodes `{"text": "…", "style": {…}, "width": 300, "height": 200, "smallest": 12, "largest":
  /// 40}`.
  package func fit(_ node: JSONEntry) throws(MessageMistake) -> FitRequest {
    let smallest = try required("smallest", of: node, typeSize)
    return FitRequest(
      text: try text("text", of: node, limit: 100_000),
      style: try style(of: node, size: smallest),
      alignment: try word("alignment", of: node, default: TextAlignment.center),
      area: Size(
        width: try required("width", of: node, length),
        height: try required("height", of: node, length)),
      breaking: try optional("breaking", of: node) { (node) throws(MessageMistake) in
        try word(node, as: LineBreaking.self)
      },
      sizes: (smallest, try required("largest", of: node, typeSize)))
  }

  /// Decodes `{"text": "https://…"}`, the content of a QR code.
  package func codeText(_ node: JSONEntry) throws(MessageMistake) -> String {
    try text("text", of: node, limit: 3000)
  }

  private func typeSize(_ node: JSONEntry) throws(MessageMistake) -> Double {
    let size = try number(node)
    guard (1...2000).contains(size) else { throw mistake("is not a valid type size") }
    return size
  }

  /// Decodes the answer to a measure request.
  package func measurements(_ node: JSONEntry) throws(MessageMistake) -> [TextMeasurement] {
    try required("texts", of: node) { (node) throws(MessageMistake) in
      try list(node, most: Self.mostTexts, measurement)
    }
  }
}

extension JSONText {
  /// Encodes a measure request.
  package static func measure(_ texts: [MeasuredText]) -> [UInt8] {
    message("measure") { text in
      text.list("texts", texts) { text, asked in
        text.object { text in
          text.member("block", asked.block) { $0.block($1) }
          text.member("width", asked.width)
        }
      }
    }
  }

  /// Encodes the answer to a measure request.
  package static func measured(_ measurements: [TextMeasurement]) -> [UInt8] {
    message("measured") { text in
      text.list("texts", measurements) { $0.measurement($1) }
    }
  }

  /// Encodes the answer to a fit request.
  package static func fitted(_ fitted: FittedText) -> [UInt8] {
    message("fitted") { text in
      text.member("block", fitted.block) { $0.block($1) }
      text.member("measurement", fitted.measurement) { $0.measurement($1) }
    }
  }

  /// Encodes the answer to a code request.
  package static func code(_ code: CodeSquares) -> [UInt8] {
    message("code") { text in
      text.member("size", code.size)
      text.list("runs", code.runs) { text, run in
        text.list([run.x, run.y, run.length]) { $0.number(Double($1)) }
      }
    }
  }

  /// Encodes the identity of a plugin.
  package static func describe(id: String, version: Int, contract: Int) -> [UInt8] {
    message("describe") { text in
      text.member("contract", contract)
      text.member("id", id)
      text.member("version", version)
    }
  }

  /// Encodes an error; `parameter` is the key of the parameter that caused it.
  package static func error(_ error: RenderError, parameter: String? = nil) -> [UInt8] {
    message("error") { text in
      text.member("code", error.code.rawValue)
      text.member("message", error.message)
      text.member("hint", error.hint)
      text.member("parameter", parameter)
    }
  }

  /// Encodes a message of the given type.
  package static func message(_ type: String, _ body: (inout JSONText) -> Void) -> [UInt8] {
    var text = JSONText()
    text.object { text in
      text.member("type", type)
      body(&text)
    }
    return text.bytes
  }
}
