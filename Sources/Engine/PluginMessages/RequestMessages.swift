package import SourceJSON
package import WallfarmPluginKit

// What a plugin asks for while it makes a picture, and what it is answered.

/// A text that is to be as large as an area allows.
package struct FitRequest {
  /// The words.
  package let text: String
  /// How they look; its size is replaced.
  package let style: TextStyle
  /// Where lines stand.
  package let alignment: TextAlignment
  /// Room for them, in points.
  package let area: Size
  /// Where lines end.
  package let breaking: LineBreaking?
  /// Smallest and largest type size, in points.
  package let sizes: (smallest: Double, largest: Double)
}

extension MessageReader {
  /// Texts of one request; a plugin that has more asks again.
  package static let mostTexts = 1000

  /// Reads `{"texts": [{"block": {…}, "width": 320}, …]}`.
  package func measuredTexts(_ node: JSONEntry) throws(MessageMistake) -> [MeasuredText] {
    try required("texts", of: node) { (node) throws(MessageMistake) in
      try list(node, most: Self.mostTexts, measuredText)
    }
  }

  /// Reads `{"block": {…}, "width": 320}`.
  package func measuredText(_ node: JSONEntry) throws(MessageMistake) -> MeasuredText {
    let block = try required("block", of: node) { (node) throws(MessageMistake) in
      let read = try self.block(node)
      guard read.isDrawable else {
        throw mistake("has a type size, weight, spacing or line limit out of range")
      }
      return read
    }
    return MeasuredText(block, width: try optional("width", of: node, length))
  }

  /// Reads `{"text": "…", "style": {…}, "width": 300, "height": 200, "smallest": 12, "largest": 40}`.
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

  /// Reads `{"text": "https://…"}`, the content of a QR code.
  package func codeText(_ node: JSONEntry) throws(MessageMistake) -> String {
    try text("text", of: node, limit: 3000)
  }

  private func typeSize(_ node: JSONEntry) throws(MessageMistake) -> Double {
    let size = try number(node)
    guard (1...2000).contains(size) else { throw mistake("is no type size") }
    return size
  }

  /// Reads the answer to a request to measure.
  package func measurements(_ node: JSONEntry) throws(MessageMistake) -> [TextMeasurement] {
    try required("texts", of: node) { (node) throws(MessageMistake) in
      try list(node, most: Self.mostTexts, measurement)
    }
  }
}

extension JSONText {
  /// The request to measure texts.
  package static func measure(_ texts: [MeasuredText]) -> [UInt8] {
    message("measure") { text in
      text.key("texts")
      text.list(texts) { text, asked in
        text.object { text in
          text.key("block")
          text.block(asked.block)
          text.member("width", asked.width)
        }
      }
    }
  }

  /// The answer with measurements.
  package static func measured(_ measurements: [TextMeasurement]) -> [UInt8] {
    message("measured") { text in
      text.key("texts")
      text.list(measurements) { $0.measurement($1) }
    }
  }

  /// The answer with a text that was fitted.
  package static func fitted(_ fitted: FittedText) -> [UInt8] {
    message("fitted") { text in
      text.key("block")
      text.block(fitted.block)
      text.key("measurement")
      text.measurement(fitted.measurement)
    }
  }

  /// The answer with a QR code.
  package static func code(_ code: CodeSquares) -> [UInt8] {
    message("code") { text in
      text.member("size", code.size)
      text.key("runs")
      text.list(code.runs) { text, run in
        text.list([run.x, run.y, run.length]) { $0.number(Double($1)) }
      }
    }
  }

  /// Who a plugin is.
  package static func describe(id: String, version: Int, contract: Int) -> [UInt8] {
    message("describe") { text in
      text.member("contract", contract)
      text.member("id", id)
      text.member("version", version)
    }
  }

  /// Why there is no answer, or no picture; `parameter` is the one to change.
  package static func error(_ error: RenderError, parameter: String? = nil) -> [UInt8] {
    message("error") { text in
      text.member("code", error.code.rawValue)
      text.member("message", error.message)
      text.member("hint", error.hint)
      text.member("parameter", parameter)
    }
  }

  /// A message of a type.
  package static func message(_ type: String, _ body: (inout JSONText) -> Void) -> [UInt8] {
    var text = JSONText()
    text.object { text in
      text.member("type", type)
      body(&text)
    }
    return text.bytes
  }
}
