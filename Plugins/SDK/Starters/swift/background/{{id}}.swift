/// {{id}}: two colours from top to bottom, and a soft circle of light.
///
/// The host calls create with the parameters, compose with what is known of the screen, and
/// destroy. All that is told and answered is JSON.

import CWallfarmPlugin
import FoundationEssentials
import Glibc

final class Background {
  /// The parameters of plugin.json.
  struct Parameters: Decodable {
    var top, bottom, light: String
    var x, y, size: Double
  }

  /// What this background reads of the context; there is more in it.
  struct Context: Decodable {
    struct Canvas: Decodable { var width, height: Double }
    var canvas: Canvas
  }

  private let parameters: Parameters
  init(_ parameters: Parameters) { self.parameters = parameters }

  /// The layers, first to last.
  ///
  /// Lengths are in points, from the top left.
  func compose(_ context: Context) -> Answer {
    let (width, height) = (context.canvas.width, context.canvas.height)
    let sky = Linear(
      start: Point(x: 0, y: 0), end: Point(x: 0, y: height),
      stops: [
        Stop(position: 0, color: parameters.top), Stop(position: 1, color: parameters.bottom),
      ]
    )

    // Parameters of unit "fraction" are shares, so the picture is right on every screen.
    let center = Point(x: parameters.x * width, y: parameters.y * height)
    let radius = parameters.size * width / 2
    let frame = Rect(
      x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    // Two more digits are the alpha: ff is opaque, 00 is clear.
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

// MARK: Layers, as docs/plugin-contract.md writes them

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

// MARK: What the host calls

/// The one function that the library exports; the header declares it.
@c @implementation
public func wallfarm_plugin_1() -> UnsafePointer<wallfarm_plugin>? { plugin }

// The host keeps this for as long as it runs, so it is allocated once and never freed.
// nonisolated(unsafe): it is filled before anyone has it, and never changed.
nonisolated(unsafe) private let plugin: UnsafePointer<wallfarm_plugin> = {
  var plugin = wallfarm_plugin()
  plugin.size = UInt32(MemoryLayout<wallfarm_plugin>.size)
  plugin.contract = UInt32(WALLFARM_CONTRACT)
  // id and version are those of plugin.json.
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

/// Does a step; its answer, or why there is none, goes to the host.
private func answering(
  _ answer: UnsafeMutablePointer<wallfarm_text>?, _ step: () throws -> Data?
) -> Int32 {
  do {
    if let data = try step() { answer?.pointee = copy(data) }
    return Int32(WALLFARM_OK)
  } catch {
    let refusal = error as? Refusal ?? Refusal(message: "the host sent what {{id}} cannot read")
    if let data = try? encode(refusal) { answer?.pointee = copy(data) }
    return Int32(WALLFARM_REFUSED)
  }
}

/// Bytes that live until free_text.
private func copy(_ data: Data) -> wallfarm_text {
  let bytes = UnsafeMutableRawPointer.allocate(byteCount: data.count, alignment: 1)
  data.copyBytes(to: UnsafeMutableRawBufferPointer(start: bytes, count: data.count))
  return wallfarm_text(bytes: bytes.assumingMemoryBound(to: CChar.self), length: data.count)
}

private func decode<Value: Decodable>(_ text: wallfarm_text) throws -> Value {
  guard let bytes = text.bytes else { throw Refusal(message: "the host sent nothing") }
  return try JSONDecoder().decode(Value.self, from: Data(bytes: bytes, count: text.length))
}

/// Keys are sorted: the same picture is the same bytes.
private func encode(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return try encoder.encode(value)
}
