internal import CPluginHost
internal import Glibc
internal import Graphics
internal import PluginMessages
internal import Processes
internal import SourceJSON
internal import WallfarmCore
public import WallfarmPluginKit

/// Runs one library in a separate process and answers requests with the protocol for program
/// plugins.
public struct LibraryServer {
  private let manifest: PluginManifest
  private let carrier: LibraryCarrier
  private let pipe: ServerPipe

  /// Answers requests until standard input ends.
  ///
  /// - Parameters:
  ///   - folder: The plugin's folder.
  ///   - limits: The limits that the host sets. The host itself enforces the time limit.
  /// - Throws: The first error in plugin.json, or an error from a render.
  public static func run(folder: String, limits: PluginLimits) throws(RenderError) {
    let found = ManifestReader.read(folder: folder)
    if let problem = found.problems.first { throw problem }
    guard let manifest = found.manifest else { return }
    let server = LibraryServer(
      manifest: manifest, carrier: LibraryCarrier(manifest, limits: limits), pipe: ServerPipe())
    while let line = server.pipe.readLine() {
      guard let node = try? JSONEntry(parsing: line) else { return }
      try server.answer(node)
    }
  }

  private func answer(_ node: JSONEntry) throws(RenderError) {
    guard node["type"]?.string != "describe" else {
      return pipe.say(
        JSONText.describe(
          id: manifest.id, version: manifest.description.version,
          contract: PluginManifest.contract))
    }
    let order = PluginOrder(
      parameters: line(node["parameters"]), context: line(node["context"]),
      screen: screen(node["pixels"]))
    let answer = try carrier.ask(order, PipeServices(pipe))
    switch answer {
    case .said(let said):
      guard case .object(var members) = said.plain else {
        throw manifest.answer("its answer is \(said.typeName), not an object")
      }
      members["type"] = .string(said["layers"] == nil && said["message"] != nil ? "error" : "done")
      var text = JSONText()
      text.value(.object(members))
      pipe.say(text.bytes)
    case .pixels(let bytes):
      // Descriptor 3 is the memfd for the pixels.
      var done = 0
      while done < bytes.count {
        let written = bytes.withUnsafeBytes {
          pwrite(3, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(done))
        }
        if written < 0 && errno == EINTR { continue }
        guard written > 0 else { break }
        done += written
      }
      pipe.say(Array("{\"type\":\"done\"}".utf8))
    }
  }

  private func line(_ node: JSONEntry?) -> [UInt8] {
    var text = JSONText()
    text.value(node?.plain ?? [:])
    return text.bytes
  }

  private func screen(_ node: JSONEntry?) -> ComposeContext.Screen? {
    guard let width = node?["width"]?.whole,
      let height = node?["height"]?.whole,
      let x = node?["scale"]?["x"]?.number, let y = node?["scale"]?["y"]?.number
    else { return nil }
    return ComposeContext.Screen(
      size: PixelSize(width: width, height: height), scale: Scale(x: x, y: y))
  }
}

/// The connection to the host; output that the library prints cannot corrupt it.
private final class ServerPipe {
  private var input = HelperInput()
  private let output = HelperOutput()

  func readLine() -> [UInt8]? { input.line() }

  func say(_ message: [UInt8]) {
    // A write fails only if the host has closed the pipe.
    if !output.write(message + [UInt8(ascii: "\n")]) { _exit(0) }
  }
}

/// Forwards the library's requests to the host process, which has the fonts.
private final class PipeServices: PluginServices {
  private let pipe: ServerPipe

  init(_ pipe: ServerPipe) { self.pipe = pipe }

  func answer(_ type: String, _ request: JSONEntry) throws(RenderError) -> [UInt8]? {
    guard case .object(var members) = request.plain else {
      throw RenderError(.pluginAnswer, "the request '\(type)' is not an object")
    }
    members["type"] = .string(type)
    var text = JSONText()
    text.value(.object(members))
    pipe.say(text.bytes)
    guard let answer = pipe.readLine() else { _exit(0) }
    return answer
  }

  /// Forwards a single-line measure request without parsing it; the host, which has the fonts,
  /// validates it.
  func quickAnswer(_ request: [UInt8]) -> [UInt8]? {
    guard !request.contains(UInt8(ascii: "\n")) else { return nil }
    if request.starts(with: "{\"type\":\"measure\",".utf8) {
      pipe.say(request)
    } else if request.starts(with: "{\"texts\":".utf8) {
      pipe.say(Array("{\"type\":\"measure\",".utf8) + request.dropFirst())
    } else {
      return nil
    }
    guard let answer = pipe.readLine() else { _exit(0) }
    return answer
  }

  func log(_ line: String) {
    pipe.say(JSONText.message("log") { $0.member("line", line) })
  }
}
