internal import PluginMessages
internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// Answers a plugin's requests to measure text, to fit text and to create QR codes, using the
/// renderer's fonts.
final class MeasuringServices: PluginServices {
  private let manifest: PluginManifest
  private let context: ComposeContext
  private let privacy: NotePrivacy
  private var lines = 0
  /// The most recent error in answering a request; the plugin can return it as its own error.
  private(set) var problem: RenderError?
  /// The fence around the program that answered; `nil` for a library in this process.
  private(set) var fence: FenceReport?

  init(_ manifest: PluginManifest, _ context: ComposeContext) {
    self.manifest = manifest
    self.context = context
    privacy = NotePrivacy(context.content)
  }

  func ran(behind fence: FenceReport) { self.fence = fence }

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

  func answer(_ type: String, _ request: JSONEntry) throws(RenderError) -> [UInt8]? {
    let work: () throws(RenderError) -> [UInt8]
    do throws(MessageMistake) {
      let reader = MessageReader()
      switch type {
      case "measure":
        let texts = try reader.measuredTexts(request)
        work = { () throws(RenderError) in try self.measured(texts) }
      case "fit":
        let fit = try reader.fit(request)
        work = { () throws(RenderError) in try self.fitted(fit) }
      case "code":
        let text = try reader.codeText(request)
        work = { () throws(RenderError) in try self.code(text) }
      default: return nil
      }
    } catch {
      throw manifest.answer("in '\(type)' \(error.sentence)")
    }
    do throws(RenderError) {
      return try work()
    } catch {
      problem = error
      return JSONText.error(error)
    }
  }

  private func measured(_ texts: [MeasuredText]) throws(RenderError) -> [UInt8] {
    JSONText.measured(
      try texts.map { (text) throws(RenderError) in
        try context.measurer.measure(text.block, width: text.width)
      })
  }

  private func fitted(_ fit: FitRequest) throws(RenderError) -> [UInt8] {
    JSONText.fitted(
      try FittedText(
        what: "text", text: fit.text, style: fit.style, alignment: fit.alignment, area: fit.area,
        context: context, breaking: fit.breaking, smallest: fit.sizes.smallest,
        largest: fit.sizes.largest))
  }

  private func code(_ content: String) throws(RenderError) -> [UInt8] {
    guard let codes = context.codes else {
      throw RenderError(.invalidParameter, "QR codes are not supported here")
    }
    return JSONText.code(try codes.code(for: content))
  }

  // MARK: - Cached answers

  func quickAnswer(_ request: [UInt8]) -> [UInt8]? {
    guard let memory = context.measurer.messages,
      let texts = MeasureRequest.texts(of: request), texts.count <= MessageReader.mostTexts
    else { return nil }
    var answer = Array("{\"type\":\"measured\",\"texts\":[".utf8)
    answer.reserveCapacity(64 + 512 * texts.count)
    for (index, slice) in texts.enumerated() {
      let question = Array(slice)
      // For an invalid request, return `nil`, so that the full parser reports the error.
      guard let measured = memory.answer(to: question) ?? measured(question, memory) else {
        return nil
      }
      if index > 0 { answer.append(UInt8(ascii: ",")) }
      answer += measured
    }
    return answer + Array("]}".utf8)
  }

  private func measured(_ question: [UInt8], _ memory: any MessageMemory) -> [UInt8]? {
    guard let node = try? JSONEntry(parsing: question),
      let asked = try? MessageReader().measuredText(node),
      let found = try? context.measurer.measure(asked.block, width: asked.width)
    else { return nil }
    var text = JSONText()
    text.measurement(found)
    memory.keep(text.bytes, to: question)
    return text.bytes
  }
}

extension MessageMistake {
  /// The text that completes the sentence "the plugin 'rings' broke the contract: …".
  var sentence: String { path.isEmpty ? "it \(what)" : "\(path) \(what)" }
}
