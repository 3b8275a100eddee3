/// The exchange of messages with wallfarm. You do not need to change this file.
///
/// It uses the type `Plugin`, which your code declares.

import CWallfarmPlugin
import FoundationEssentials
import Glibc

/// The reason why no picture is possible; only the message is required.
struct Refusal: Error, Codable {
  var message: String
  /// One of `no-notes`, `notes-do-not-fit`, `text-does-not-fit` and `invalid-parameter`.
  var code: String?
  var hint: String?
  /// The key of the parameter that the user should change.
  var parameter: String?
}

/// Requests to wallfarm, which answers them while it calls `compose`.
struct Host {
  private struct Question: Encodable {
    var block: Block
    var width: Double?
  }
  private struct Questions: Encodable { var texts: [Question] }
  private struct Measured: Decodable { var texts: [Measurement] }

  fileprivate let pointer: UnsafePointer<wallfarm_host>

  /// Returns the measurement of each block; without a width, lines never wrap.
  func measure(_ blocks: [Block], width: Double? = nil) throws -> [Measurement] {
    let request = Questions(texts: blocks.map { Question(block: $0, width: width) })
    let measured: Measured = try ask(pointer.pointee.measure, request)
    return measured.texts
  }

  /// Returns the block with the largest size at which a text fits, and its measurement.
  func fit(_ request: FitRequest) throws -> Fitted {
    guard let fit = pointer.pointee.extension(pointer, WALLFARM_FIT) else {
      throw Refusal(message: "this version of wallfarm cannot fit text")
    }
    return try ask(fit.assumingMemoryBound(to: wallfarm_fit.self).pointee.fit, request)
  }

  /// Adds a line to the output of 'plugin run'; it must not contain the user's text.
  func log(_ line: String) {
    Array(line.utf8).withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      pointer.pointee.log(pointer, wallfarm_text(bytes: start, length: bytes.count))
    }
  }

  private typealias Function =
    @convention(c) (
      UnsafePointer<wallfarm_host>?, wallfarm_text, UnsafeMutablePointer<wallfarm_text>?
    ) -> Int32

  private func ask<Reply: Decodable>(
    _ function: Function, _ request: some Encodable
  ) throws -> Reply {
    var reply = wallfarm_text()
    let status = try encode(request).withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return function(pointer, wallfarm_text(bytes: start, length: bytes.count), &reply)
    }
    guard status == Int32(WALLFARM_OK) else { throw try decode(reply) as Refusal }
    return try decode(reply)
  }
}

// MARK: Functions that wallfarm calls

/// The only exported function, declared in the header.
@c @implementation
public func wallfarm_plugin_1() -> UnsafePointer<wallfarm_plugin>? { functions }

/// The parameters of a picture.
private final class Instance {
  let parameters: Plugin.Parameters
  init(_ parameters: Plugin.Parameters) { self.parameters = parameters }
}

// wallfarm keeps this pointer until it exits, so the memory is never freed. The pointer is
// nonisolated(unsafe) because it is initialized once, before it is shared, and never changes.
nonisolated(unsafe) private let functions: UnsafePointer<wallfarm_plugin> = {
  var plugin = wallfarm_plugin()
  plugin.size = UInt32(MemoryLayout<wallfarm_plugin>.size)
  plugin.contract = UInt32(WALLFARM_CONTRACT)
  plugin.id = UnsafePointer(strdup(Plugin.id))
  plugin.version = UInt32(Plugin.version)
  plugin.create = { _, text, instance, answer in
    answering(answer) {
      instance?.pointee = Unmanaged.passRetained(Instance(try decode(text))).toOpaque()
      return nil
    }
  }
  plugin.compose = { instance, host, text, answer in
    answering(answer) {
      guard let instance, let host else { return nil }
      let parameters = Unmanaged<Instance>.fromOpaque(instance).takeUnretainedValue().parameters
      return try encode(Plugin.compose(parameters, decode(text), Host(pointer: host)))
    }
  }
  plugin.destroy = { if let instance = $0 { Unmanaged<Instance>.fromOpaque(instance).release() } }
  plugin.free_text = { UnsafeMutableRawPointer(mutating: $0.bytes)?.deallocate() }
  let lasting = UnsafeMutablePointer<wallfarm_plugin>.allocate(capacity: 1)
  lasting.initialize(to: plugin)
  return UnsafePointer(lasting)
}()

/// Runs a step, and passes its result or the reason for its failure to wallfarm.
private func answering(
  _ answer: UnsafeMutablePointer<wallfarm_text>?, _ step: () throws -> Data?
) -> Int32 {
  do {
    if let data = try step() { answer?.pointee = copy(data) }
    return Int32(WALLFARM_OK)
  } catch {
    let refusal = error as? Refusal ?? Refusal(message: "a message from wallfarm is invalid")
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
  guard let bytes = text.bytes else { throw Refusal(message: "wallfarm sent an empty message") }
  return try JSONDecoder().decode(Value.self, from: Data(bytes: bytes, count: text.length))
}

/// Encodes a value with sorted keys, so that equal pictures have equal bytes.
private func encode(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return try encoder.encode(value)
}
