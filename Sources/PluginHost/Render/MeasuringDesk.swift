internal import PluginMessages
internal import SourceJSON
internal import WallfarmPluginKit

/// Answers what plugins ask, with the fonts of the renderer.
final class MeasuringDesk: ServiceDesk {
  private let manifest: PluginManifest
  private let context: ComposeContext
  private let privacy: NotePrivacy
  private var lines = 0
  /// What could not be done last: a plugin that gives up for it hands it on.
  private(set) var problem: RenderError?

  init(_ manifest: PluginManifest, _ context: ComposeContext) {
    self.manifest = manifest
    self.context = context
    privacy = NotePrivacy(context.notes)
  }

  func log(_ line: String) {
    lines += 1
    guard lines <= PluginLimits.mostLines else {
      if lines == PluginLimits.mostLines + 1 { context.log?.log("… and more") }
      return
    }
    var short = line.onOneLine
    while short.utf8.count > PluginLimits.mostBytesOfLine { short.removeLast(short.count / 4 + 1) }
    context.log?.log(privacy.hiding(short))
  }

  func answer(_ type: String, _ request: JSONNode) throws(RenderError) -> [UInt8]? {
    var reader = MessageReader()
    do throws(MessageMistake) {
      let work: () throws(RenderError) -> JSONText
      switch type {
      case "measure":
        let texts = try texts(request, &reader)
        work = { () throws(RenderError) in try self.measured(texts) }
      case "fit":
        let fit = try fit(request, &reader)
        work = { () throws(RenderError) in try self.fitted(fit) }
      case "code":
        let text = try reader.required("text", of: request) {
          (reader, node) throws(MessageMistake) in try reader.text(node, limit: 3000)
        }
        work = { () throws(RenderError) in try self.code(text) }
      default: return nil
      }
      do throws(RenderError) {
        return try work().bytes
      } catch {
        problem = error
        return JSONText.error(error)
      }
    } catch {
      throw manifest.answer("in '\(type)' \(error.sentence)")
    }
  }

  // MARK: - Measuring

  private func texts(
    _ request: JSONNode, _ reader: inout MessageReader
  ) throws(MessageMistake) -> [MeasuredText] {
    try reader.required("texts", of: request) { (reader, node) throws(MessageMistake) in
      try reader.list(node, most: 1000) { (reader, node) throws(MessageMistake) in
        try text(node, &reader)
      }
    }
  }

  private func text(
    _ node: JSONNode, _ reader: inout MessageReader
  ) throws(MessageMistake) -> MeasuredText {
    let block = try reader.required("block", of: node) { (reader, node) throws(MessageMistake) in
      let block = try reader.block(node)
      guard block.isDrawable else {
        throw reader.mistake("has a type size, weight, spacing or line limit out of range")
      }
      return block
    }
    let width = try reader.optional("width", of: node) { (reader, node) throws(MessageMistake) in
      try reader.length(node)
    }
    return MeasuredText(block, width: width)
  }

  func quickAnswer(_ request: [UInt8]) -> [UInt8]? {
    guard let memory = context.measurer.messages,
      let texts = MeasureRequest.texts(of: request), texts.count <= 1000
    else { return nil }
    var answer = Array("{\"type\":\"measured\",\"texts\":[".utf8)
    for (index, slice) in texts.enumerated() {
      let question = Array(slice)
      // What is not as it should be is told by the long way.
      guard let measured = memory.answer(to: question) ?? measured(question, memory) else {
        return nil
      }
      if index > 0 { answer.append(UInt8(ascii: ",")) }
      answer += measured
    }
    return answer + Array("]}".utf8)
  }

  private func measured(_ question: [UInt8], _ memory: any MessageMemory) -> [UInt8]? {
    var reader = MessageReader()
    guard let node = try? JSONNode(parsing: question, dialect: .strict),
      let asked = try? text(node, &reader),
      let found = try? context.measurer.measure(asked.block, width: asked.width)
    else { return nil }
    var text = JSONText()
    text.measurement(found)
    memory.keep(text.bytes, to: question)
    return text.bytes
  }

  private func measured(
    _ texts: [MeasuredText]
  ) throws(RenderError) -> JSONText {
    let measurements = try texts.map { (text) throws(RenderError) in
      try context.measurer.measure(text.block, width: text.width)
    }
    var text = JSONText()
    text.object { text in
      text.key("type")
      text.string("measured")
      text.key("texts")
      text.list(measurements) { $0.measurement($1) }
    }
    return text
  }

  // MARK: - Fitting

  private struct Fit {
    let text: String
    let style: TextStyle
    let alignment: TextAlignment
    let area: Size
    let sizes: (smallest: Double, largest: Double)
  }

  private func fit(
    _ request: JSONNode, _ reader: inout MessageReader
  ) throws(MessageMistake) -> Fit {
    func length(_ key: String) throws(MessageMistake) -> Double {
      try reader.required(key, of: request) { (reader, node) throws(MessageMistake) in
        try reader.length(node)
      }
    }
    func size(_ key: String) throws(MessageMistake) -> Double {
      try reader.required(key, of: request) { (reader, node) throws(MessageMistake) in
        let size = try reader.number(node)
        guard (1...2000).contains(size) else { throw reader.mistake("is no type size") }
        return size
      }
    }
    let sizes = (smallest: try size("smallest"), largest: try size("largest"))
    let style = try reader.style(of: request, size: sizes.smallest)
    return Fit(
      text: try reader.required("text", of: request) { (reader, node) throws(MessageMistake) in
        try reader.text(node, limit: 100_000)
      }, style: style,
      alignment: try reader.word("alignment", of: request, default: TextAlignment.center),
      area: Size(width: try length("width"), height: try length("height")), sizes: sizes)
  }

  private func fitted(_ fit: Fit) throws(RenderError) -> JSONText {
    let fitted = try FittedText(
      what: "text", text: fit.text, style: fit.style, alignment: fit.alignment, area: fit.area,
      context: context, smallest: fit.sizes.smallest, largest: fit.sizes.largest)
    var text = JSONText()
    text.object { text in
      text.key("type")
      text.string("fitted")
      text.key("block")
      text.block(fitted.block)
      text.key("measurement")
      text.measurement(fitted.measurement)
    }
    return text
  }

  // MARK: - Codes

  private func code(_ content: String) throws(RenderError) -> JSONText {
    guard let codes = context.codes else {
      throw RenderError(.invalidParameter, "no QR codes can be made here")
    }
    let code = try codes.code(for: content)
    var text = JSONText()
    text.object { text in
      text.key("type")
      text.string("code")
      text.key("size")
      text.number(Double(code.size))
      text.key("runs")
      text.list(code.runs) { text, run in
        text.list([run.x, run.y, run.length]) { $0.number(Double($1)) }
      }
    }
    return text
  }
}

extension JSONText {
  /// What a plugin is told where a text cannot be measured.
  static func error(_ error: RenderError) -> [UInt8] {
    var text = JSONText()
    text.object { text in
      text.key("type")
      text.string("error")
      text.key("code")
      text.string(error.code.rawValue)
      text.key("message")
      text.string(error.message)
    }
    return text.bytes
  }
}

extension MessageMistake {
  /// The end of the sentence "the plugin 'rings' broke the contract: …".
  var sentence: String { path.isEmpty ? "it \(what)" : "\(path) \(what)" }
}
