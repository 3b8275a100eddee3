/// {{id}}: the notes as a list, as large as the free area allows.
///
/// The host calls create with the parameters, compose with the screen and the notes, and finally
/// destroy. All messages are JSON.

import CWallfarmPlugin
import FoundationEssentials
import Glibc

final class Layout {
  /// The parameters, as declared in plugin.json.
  struct Parameters: Decodable {
    var font, color: String
    var maxSize, minSize, side: Double
    private enum CodingKeys: String, CodingKey {
      case font, color, side
      case maxSize = "max-size"
      case minSize = "min-size"
    }
  }

  /// The part of the context that this layout reads.
  struct Context: Decodable {
    struct Note: Decodable {
      var text: String
      var done: Bool
    }
    var freeArea: Rect
    var typeScale: Double
    var notes: [Note]
  }

  private let parameters: Parameters
  init(_ parameters: Parameters) { self.parameters = parameters }

  /// The layers in paint order.
  ///
  /// Lengths are in points, and the origin is the top-left corner.
  func compose(_ context: Context, _ host: UnsafePointer<wallfarm_host>) throws -> Answer {
    guard !context.notes.isEmpty else {
      throw Refusal(code: "no-notes", message: "there are no notes to show")
    }
    var frame = context.freeArea
    // Sizes are for a screen 430 pt wide; the scale adapts them to this screen.
    let scale = context.typeScale
    frame.x += parameters.side * scale
    frame.width -= 2 * parameters.side * scale
    guard frame.width > 0 else {
      throw Refusal(code: "notes-do-not-fit", message: "the screen is too narrow")
    }

    // The notes as one block of text, with a span for each note; completed notes are struck
    // through.
    let spans = context.notes.enumerated().map { index, note in
      Span(text: (index == 0 ? "• " : "\n• ") + note.text, strikethrough: note.done)
    }
    // The fitted size replaces the size in the style.
    let style = Style(
      family: parameters.font, size: 1, weight: 600, color: parameters.color, lineGap: 0.25)
    let question = Question(
      text: spans.map(\.text).joined(), style: style, alignment: "start", width: frame.width,
      height: frame.height, smallest: parameters.minSize * scale,
      largest: parameters.maxSize * scale)
    var fitted = try fit(question, host)

    fitted.block.spans = spans
    let height = fitted.measurement.size.height
    frame.y += (frame.height - height) / 2
    frame.height = height
    // Reports show layer names, so a name describes the layer and must never contain the user's
    // text.
    let layer = Layer(name: "notes", text: Text(block: fitted.block, frame: frame))
    return Answer(layers: [layer], fontSize: fitted.block.style.size)
  }

  /// Finds the largest size at which text fits, by means of a host extension that some hosts do not
  /// provide.
  private func fit(_ question: Question, _ host: UnsafePointer<wallfarm_host>) throws -> Fitted {
    guard let fit = host.pointee.extension(host, WALLFARM_FIT) else {
      throw Refusal(message: "this host does not support fitting text")
    }
    var reply = wallfarm_text()
    let status = try encode(question).withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return fit.assumingMemoryBound(to: wallfarm_fit.self).pointee
        .fit(host, wallfarm_text(bytes: start, length: bytes.count), &reply)
    }
    // The host's error contains the exact reason, so it is passed on.
    guard Int(status) == WALLFARM_OK else { throw try decode(reply) as Refusal }
    return try decode(reply)
  }
}

// MARK: JSON, as in docs/plugin-contract.md

struct Rect: Codable { var x, y, width, height: Double }
struct Span: Codable {
  var text: String
  var strikethrough: Bool?
}
struct Style: Codable {
  var family: String
  var size: Double
  var weight: Int?
  var color: String
  var lineGap: Double?
}
struct Block: Codable {
  var spans: [Span]
  var style: Style
  var alignment, direction, language: String?
}
struct Question: Encodable {
  var text: String
  var style: Style
  var alignment: String
  var width, height, smallest, largest: Double
}
struct Fitted: Decodable {
  struct Measurement: Decodable {
    struct Size: Decodable { var height: Double }
    var size: Size
  }
  var block: Block
  var measurement: Measurement
}
struct Text: Encodable {
  var block: Block
  var frame: Rect
}
struct Layer: Encodable {
  var name: String
  var text: Text
}
struct Answer: Encodable {
  var layers: [Layer]
  var fontSize: Double
}
struct Refusal: Error, Codable {
  var code: String?
  var message: String
}

// MARK: Functions for the host

/// The only exported function, declared in the header.
@c @implementation
public func wallfarm_plugin_1() -> UnsafePointer<wallfarm_plugin>? { plugin }

// The host keeps this pointer until it exits, so the memory is never freed. The pointer is
// nonisolated(unsafe) because it is initialized once, before it is shared, and never changes.
nonisolated(unsafe) private let plugin: UnsafePointer<wallfarm_plugin> = {
  var plugin = wallfarm_plugin()
  plugin.size = UInt32(MemoryLayout<wallfarm_plugin>.size)
  plugin.contract = UInt32(WALLFARM_CONTRACT)
  // The same id and version as in plugin.json.
  plugin.id = UnsafePointer(strdup("{{id}}"))
  plugin.version = 1
  plugin.create = { _, text, instance, answer in
    answering(answer) {
      instance?.pointee = Unmanaged.passRetained(Layout(try decode(text))).toOpaque()
      return nil
    }
  }
  plugin.compose = { instance, host, text, answer in
    answering(answer) {
      guard let instance, let host else { return nil }
      let layout = Unmanaged<Layout>.fromOpaque(instance).takeUnretainedValue()
      return try encode(layout.compose(decode(text), host))
    }
  }
  plugin.destroy = { if let instance = $0 { Unmanaged<Layout>.fromOpaque(instance).release() } }
  plugin.free_text = { UnsafeMutableRawPointer(mutating: $0.bytes)?.deallocate() }
  let lasting = UnsafeMutablePointer<wallfarm_plugin>.allocate(capacity: 1)
  lasting.initialize(to: plugin)
  return UnsafePointer(lasting)
}()

/// Runs a step, and passes its result or the reason for its failure to the host.
private func answering(
  _ answer: UnsafeMutablePointer<wallfarm_text>?, _ step: () throws -> Data?
) -> Int32 {
  do {
    if let data = try step() { answer?.pointee = copy(data) }
    return Int32(WALLFARM_OK)
  } catch {
    let refusal = error as? Refusal ?? Refusal(message: "the host's message is invalid")
    if let data = try? encode(refusal) { answer?.pointee = copy(data) }
    return Int32(WALLFARM_REFUSED)
  }
}

/// Copies bytes; free_text frees the copy.
private func copy(_ data: Data) -> wallfarm_text {
  let bytes = UnsafeMutableRawPointer.allocate(byteCount: data.count, alignment: 1)
  data.copyBytes(to: UnsafeMutableRawBufferPointer(start: bytes, count: data.count))
  return wallfarm_text(bytes: bytes.assumingMemoryBound(to: CChar.self), length: data.count)
}

private func decode<Value: Decodable>(_ text: wallfarm_text) throws -> Value {
  guard let bytes = text.bytes else { throw Refusal(message: "the host sent nothing") }
  return try JSONDecoder().decode(Value.self, from: Data(bytes: bytes, count: text.length))
}

/// Encodes a value with sorted keys, so that equal pictures have equal bytes.
private func encode(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return try encoder.encode(value)
}
