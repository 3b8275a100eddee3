/// {{id}}: a vertical gradient of two colors, with a soft circle of light.
///
/// The host calls create with the parameters, compose with the screen, and finally destroy. All
/// messages are JSON.

import CWallfarmPlugin
import FoundationEssentials
import Glibc

final class Background {
  /// The parameters, as declared in plugin.json.
  struct Parameters: Decodable {
    var top, bottom, light: String
    var x, y, size: Double
  }

  /// The part of the context that this background reads.
  struct Context: Decodable {
    struct Canvas: Decodable { var width, height: Double }
    var canvas: Canvas
  }

  private let parameters: Parameters
  init(_ parameters: Parameters) { self.parameters = parameters }

  /// The layers in paint order.
  ///
  /// Lengths are in points, and the origin is the top-left corner.
  func compose(_ context: Context) -> Answer {
    let (width, height) = (context.canvas.width, context.canvas.height)
    let sky = Linear(
      start: Point(x: 0, y: 0), end: Point(x: 0, y: height),
      stops: [
        Stop(position: 0, color: parameters.top), Stop(position: 1, color: parameters.bottom),
      ]
    )

    // Parameters with the unit "fraction" are relative to the screen, so the picture adapts to
    // every screen.
    let center = Point(x: parameters.x * width, y: parameters.y * height)
    let radius = parameters.size * width / 2
    let frame = Rect(
      x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    // The last two digits are the alpha value: ff is opaque, 00 is transparent.
    let light = parameters.light.prefix(7)
    let glow = Radial(
      center: center, radius: radius,
      stops: [
        Stop(position: 0, color: light + "d0"), Stop(position: 0.5, color: light + "50"),
        Stop(position: 1, color: light + "00"),
      ])
    return Answer(layers: [
      Layer(name: "sky", fill: Paint(linear: sky)),
      Layer(name: "light", shape: Outline(shape: ["ellipse": frame], fill: Paint(radial: glow))),
    ])
  }
}

// MARK: Layers, as in docs/plugin-contract.md

struct Answer: Encodable { var layers: [Layer] }
struct Layer: Encodable {
  var name: String
  var fill: Paint?
  var shape: Outline?
}
struct Outline: Encodable {
  var shape: [String: Rect]
  var fill: Paint
}
struct Paint: Encodable {
  var linear: Linear?
  var radial: Radial?
}
struct Linear: Encodable {
  var start, end: Point
  var stops: [Stop]
}
struct Radial: Encodable {
  var center: Point
  var radius: Double
  var stops: [Stop]
}
struct Stop: Encodable {
  var position: Double
  var color: String
}
struct Point: Encodable { var x, y: Double }
struct Rect: Encodable { var x, y, width, height: Double }
struct Refusal: Error, Encodable { var message: String }

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
      instance?.pointee = Unmanaged.passRetained(Background(try decode(text))).toOpaque()
      return nil
    }
  }
  plugin.compose = { instance, _, text, answer in
    answering(answer) {
      guard let instance else { return nil }
      let background = Unmanaged<Background>.fromOpaque(instance).takeUnretainedValue()
      return try encode(background.compose(decode(text)))
    }
  }
  plugin.destroy = { if let instance = $0 { Unmanaged<Background>.fromOpaque(instance).release() } }
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
