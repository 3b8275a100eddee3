// The functions that the host calls, and the JSON messages. Your own plugin can reuse this file
// almost unchanged.

import CWallfarmPlugin
import FoundationEssentials

// MARK: Input

struct Parameters: Decodable {
  var kicker, font, color, accent: String
  var weight: Int
  var maxSize, minSize, listSize, side: Double

  private enum CodingKeys: String, CodingKey {
    case kicker, font, weight, color, accent, side
    case maxSize = "max-size"
    case minSize = "min-size"
    case listSize = "list-size"
  }
}

/// The part of the context that this layout reads.
struct Context: Decodable {
  var freeArea: Rect
  var typeScale: Double
  var notes: [Note]
  var overflow: String
  var direction: String
  var language: String?
}

struct Note: Decodable {
  var text: String
  var done: Bool
}

struct Measured: Decodable { var texts: [Measurement] }
struct Fitted: Decodable {
  var block: Block
  var measurement: Measurement
}

struct Measurement: Decodable {
  struct Line: Decodable {}
  var size: Size
  var lines: [Line]
  var direction: String
  var isClipped: Bool
}

// MARK: Output

struct Rect: Codable { var x, y, width, height: Double }
struct Size: Codable { var width, height: Double }
struct Span: Codable { var text: String }

/// A text style; properties that are nil are omitted from the JSON, as the plugin contract allows.
struct Style: Codable {
  var family: String
  var size: Double
  var weight: Int?
  var color: String
  var letterSpacing: Double?
  var lineGap: Double?
  var strikethrough: Bool?
}

struct Block: Codable {
  var spans: [Span]
  var style: Style
  var alignment, direction, language: String?
  var lineLimit: Int?
}

struct MeasureRequest: Encodable {
  struct Text: Encodable {
    var block: Block
    var width: Double
  }
  var texts: [Text]
}

struct FitRequest: Encodable {
  var text: String
  var style: Style
  var width, height, smallest, largest: Double
  var alignment: String
}

struct Layer: Encodable {
  struct Text: Encodable {
    var block: Block
    var frame: Rect
  }
  struct Filled: Encodable {
    var shape: [String: Rect]
    var fill: String
  }
  var name: String
  var opacity: Double?
  var text: Text?
  var shape: Filled?
}

struct Answer: Encodable {
  var layers: [Layer]
  var fontSize: Double
  var notes: [Placement]
  var warnings: [Warning]
}

struct Placement: Encodable {
  var number, lines: Int
  var frame: Rect
  var direction: String
  var clipped: Bool
}

struct Warning: Encodable { var code, message, hint: String }

/// The reason why there is no picture: either the plugin's own reason or a reason that the host
/// returned.
struct Refusal: Error, Codable {
  var code: String?
  var message: String
  var hint: String?
  var parameter: String?
}

// MARK: The host

/// The functions of the host, with typed values instead of bytes.
struct Host {
  private typealias Function =
    @convention(c) (
      UnsafePointer<wallfarm_host>?, wallfarm_text, UnsafeMutablePointer<wallfarm_text>?
    ) -> Int32

  let pointer: UnsafePointer<wallfarm_host>

  /// Measures blocks that wrap at a width, and returns the measurements in the same order.
  func measure(_ blocks: [Block], width: Double) throws -> [Measurement] {
    let request = MeasureRequest(texts: blocks.map { .init(block: $0, width: width) })
    let measured = try ask(pointer.pointee.measure, request, for: Measured.self).texts
    guard measured.count == blocks.count else {
      throw Refusal(message: "the host did not return the requested measurements")
    }
    return measured
  }

  /// Finds the largest size at which text fits; this function is an extension, which some hosts do
  /// not provide.
  func fit(_ request: FitRequest) throws -> Fitted {
    let fit = pointer.pointee.extension(pointer, WALLFARM_FIT)?
      .assumingMemoryBound(to: wallfarm_fit.self)
    return try ask(fit?.pointee.fit, request, for: Fitted.self)
  }

  private func ask<Reply: Decodable>(
    _ function: Function?, _ request: some Encodable, for reply: Reply.Type
  ) throws -> Reply {
    guard let function else { throw Refusal(message: "the host lacks a required function") }
    var answer = wallfarm_text()
    let bytes = try encode(request)
    let status = bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return function(pointer, wallfarm_text(bytes: start, length: bytes.count), &answer)
    }
    guard Int(status) == WALLFARM_OK else { throw try decode(Refusal.self, answer) }
    return try decode(reply, answer)
  }
}

// MARK: The plugin

/// The only exported function, declared in the header.
@c @implementation
public func wallfarm_plugin_1() -> UnsafePointer<wallfarm_plugin>? { plugin }

// The host keeps this pointer until it exits, so the memory is never freed. `nonisolated(unsafe)`
// is safe, because the pointer is initialized once, before it is shared, and never changes.
nonisolated(unsafe) private let plugin: UnsafePointer<wallfarm_plugin> = {
  let id: StaticString = "poster"
  let plugin = UnsafeMutablePointer<wallfarm_plugin>.allocate(capacity: 1)
  plugin.initialize(
    to: wallfarm_plugin(
      size: UInt32(MemoryLayout<wallfarm_plugin>.size), contract: UInt32(WALLFARM_CONTRACT),
      id: UnsafeRawPointer(id.utf8Start).assumingMemoryBound(to: CChar.self), version: 1,
      create: create, compose: compose, destroy: destroy,
      free_text: { UnsafeMutablePointer(mutating: $0.bytes)?.deallocate() }, extension: nil))
  return UnsafePointer(plugin)
}()

private typealias Answered = UnsafeMutablePointer<wallfarm_text>?

private func create(
  _: UnsafePointer<wallfarm_host>?, text: wallfarm_text,
  instance: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, answer: Answered
) -> Int32 {
  refusing(answer) {
    let parameters = try decode(Parameters.self, text)
    guard parameters.minSize <= parameters.maxSize else {
      throw Refusal(
        code: "invalid-parameter", message: "'min-size' is larger than 'max-size'",
        hint: "lower min-size or raise max-size", parameter: "min-size")
    }
    let memory = UnsafeMutablePointer<Parameters>.allocate(capacity: 1)
    memory.initialize(to: parameters)
    instance?.pointee = UnsafeMutableRawPointer(memory)
  }
}

private func compose(
  instance: UnsafeMutableRawPointer?, host: UnsafePointer<wallfarm_host>?, text: wallfarm_text,
  answer: Answered
) -> Int32 {
  refusing(answer) {
    guard let instance, let host else { return }
    let parameters = instance.assumingMemoryBound(to: Parameters.self).pointee
    let poster = Poster(
      parameters: parameters, context: try decode(Context.self, text), host: Host(pointer: host))
    answer?.pointee = copy(try encode(poster.compose()))
  }
}

private func destroy(_ instance: UnsafeMutableRawPointer?) {
  let memory = instance?.assumingMemoryBound(to: Parameters.self)
  memory?.deinitialize(count: 1)
  memory?.deallocate()
}

/// Runs `body`; if it throws, writes the reason to `answer`.
private func refusing(_ answer: Answered, _ body: () throws -> Void) -> Int32 {
  do {
    try body()
    return Int32(WALLFARM_OK)
  } catch {
    let refusal = error as? Refusal ?? Refusal(message: "the host's message is invalid")
    if let json = try? encode(refusal) { answer?.pointee = copy(json) }
    return Int32(WALLFARM_REFUSED)
  }
}

// MARK: Bytes

private func decode<Value: Decodable>(_ type: Value.Type, _ text: wallfarm_text) throws -> Value {
  guard let bytes = text.bytes else { throw Refusal(message: "the host sent nothing") }
  return try JSONDecoder().decode(type, from: Data(bytes: bytes, count: text.length))
}

/// Encodes a value with sorted keys, so that equal values have equal bytes.
private func encode(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return try encoder.encode(value)
}

/// Copies bytes to memory that `free_text` deallocates.
private func copy(_ data: Data) -> wallfarm_text {
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: data.count)
  data.copyBytes(to: UnsafeMutableRawBufferPointer(start: copy, count: data.count))
  return wallfarm_text(bytes: copy, length: data.count)
}
