internal import CPluginHost
internal import Glibc
internal import Graphics
internal import PluginMessages
internal import SourceJSON
internal import WallfarmCore
public import WallfarmPluginKit

/// The other side of `--isolate`: a process that has one library and speaks as a program does.
public struct LibraryServer {
  private let manifest: PluginManifest
  private let carrier: LibraryCarrier
  private let pipe: ServerPipe

  /// Answers questions until standard input ends.
  ///
  /// - Parameters:
  ///   - folder: the folder of the plugin.
  ///   - limits: those of the host; it is the one who watches time.
  /// - Throws: what is wrong with plugin.json.
  public static func run(folder: String, limits: PluginLimits) throws(RenderError) {
    let found = ManifestReader.read(folder: folder)
    if let problem = found.problems.first { throw problem }
    guard let manifest = found.manifest else { return }
    let server = LibraryServer(
      manifest: manifest, carrier: LibraryCarrier(manifest, limits: limits), pipe: ServerPipe())
    while let line = server.pipe.readLine() {
      guard let node = try? JSONNode(parsing: line, dialect: .strict) else { return }
      try server.answer(node)
    }
  }

  private func answer(_ node: JSONNode) throws(RenderError) {
    guard node["type"]?.string != "describe" else {
      var text = JSONText()
      text.object { text in
        text.key("type")
        text.string("describe")
        text.key("contract")
        text.number(Double(PluginManifest.contract))
        text.key("id")
        text.string(manifest.id)
        text.key("version")
        text.number(Double(manifest.description.version))
      }
      return pipe.say(text.bytes)
    }
    let order = PluginOrder(
      parameters: line(node["parameters"]), context: line(node["context"]),
      screen: screen(node["pixels"]))
    let answer = try carrier.ask(order, PipeDesk(pipe))
    switch answer {
    case .said(let said):
      guard case .object(var members) = said.plain else {
        throw manifest.answer("its answer is \(said.typeName), expected an object")
      }
      members["type"] = .string(said["layers"] == nil && said["message"] != nil ? "error" : "done")
      var text = JSONText()
      text.value(.object(members))
      pipe.say(text.bytes)
    case .pixels(let bytes):
      // Descriptor 3 is a file in memory.
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

  private func line(_ node: JSONNode?) -> [UInt8] {
    var text = JSONText()
    text.value(node?.plain ?? [:])
    return text.bytes
  }

  private func screen(_ node: JSONNode?) -> ComposeContext.Screen? {
    guard let width = node?["width"]?.whole,
      let height = node?["height"]?.whole,
      let x = node?["scale"]?["x"]?.number, let y = node?["scale"]?["y"]?.number
    else { return nil }
    return ComposeContext.Screen(
      size: PixelSize(width: width, height: height), scale: Scale(x: x, y: y))
  }
}

/// Lines from standard input and to what was standard output: what a library prints must not get in.
final class ServerPipe {
  private let output: Int32
  private var unread: [UInt8] = []

  init() {
    output = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
  }

  func readLine() -> [UInt8]? {
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(unread[..<end])
        unread.removeSubrange(...end)
        return line
      }
      searched = unread.count
      var got = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        got = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        count = max(0, got)
      }
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { return nil }
      unread += chunk
    }
  }

  func say(_ message: [UInt8]) {
    let line = message + [UInt8(ascii: "\n")]
    var done = 0
    while done < line.count {
      let written = line.withUnsafeBytes {
        write(output, $0.baseAddress.map { $0 + done }, line.count - done)
      }
      if written < 0 && errno == EINTR { continue }
      // Nobody listens any more.
      guard written > 0 else { _exit(0) }
      done += written
    }
  }
}

/// Hands on what a library asks for to the process that has the fonts.
private final class PipeDesk: ServiceDesk {
  private let pipe: ServerPipe

  init(_ pipe: ServerPipe) { self.pipe = pipe }

  func answer(_ type: String, _ request: JSONNode) throws(RenderError) -> [UInt8]? {
    guard case .object(var members) = request.plain else {
      throw RenderError(.pluginAnswer, "the request '\(type)' is no object")
    }
    members["type"] = .string(type)
    var text = JSONText()
    text.value(.object(members))
    pipe.say(text.bytes)
    guard let answer = pipe.readLine() else { _exit(0) }
    return answer
  }

  func log(_ line: String) {
    var text = JSONText()
    text.object { text in
      text.key("type")
      text.string("log")
      text.key("line")
      text.string(line)
    }
    pipe.say(text.bytes)
  }
}
