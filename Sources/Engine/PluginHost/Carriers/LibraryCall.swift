internal import CPluginHost
internal import CWallfarmPlugin
internal import Glibc
internal import Graphics
internal import PluginMessages
internal import SourceJSON
internal import WallfarmPluginKit

/// One render by a shared library: `create`, then `compose` or `fill`, then `destroy`.
final class LibraryCall {
  private let manifest: PluginManifest
  private let watch: Watch
  private let plugin: UnsafePointer<wallfarm_plugin>
  private let desk: any PluginServices
  /// The host's most recent reply, which remains valid until the library calls the host again.
  private var held: UnsafeMutableBufferPointer<CChar>?
  /// The total size in bytes of the lines that the library has logged.
  private var logged = 0
  /// The first error in a host call, which is thrown after the library returns.
  private var problem: RenderError?

  init(
    _ manifest: PluginManifest, _ limits: PluginLimits, _ plugin: UnsafePointer<wallfarm_plugin>,
    _ desk: any PluginServices
  ) {
    (self.manifest, self.plugin, self.desk) = (manifest, plugin, desk)
    watch = Watch(manifest, limits)
  }

  deinit { held?.deallocate() }

  func compose(_ order: PluginOrder) throws(RenderError) -> PluginAnswer {
    try withInstance(order) { (instance, host, context, answer) throws(RenderError) in
      let status = watch.during("compose") {
        plugin.pointee.compose(instance, host, context, &answer)
      }
      return .said(try take(answer, status, of: "compose"))
    }
  }

  func fill(
    _ order: PluginOrder, _ screen: ComposeContext.Screen, _ fill: UnsafePointer<wallfarm_fill>
  ) throws(RenderError) -> PluginAnswer {
    let count = screen.size.area * 4
    guard let memory = wallfarm_fenced_memory(count) else {
      throw manifest.unloadable(
        "there is not enough memory for its pixels", hint: "try again later")
    }
    defer { wallfarm_free_fenced_memory(memory, count) }
    var pixels = wallfarm_pixels(
      size: UInt32(MemoryLayout<wallfarm_pixels>.size), width: UInt32(screen.size.width),
      height: UInt32(screen.size.height), stride: UInt32(screen.size.width * 4),
      scale_x: screen.scale.x, scale_y: screen.scale.y, bytes: memory)
    return try withInstance(order) { (instance, host, context, answer) throws(RenderError) in
      let status = watch.during("fill") {
        fill.pointee.fill(instance, host, context, &pixels, &answer)
      }
      guard status == Int32(WALLFARM_OK) else {
        return .said(try take(answer, status, of: "fill"))
      }
      try takeBack(answer)
      return .pixels(Array(UnsafeBufferPointer(start: memory, count: count)))
    }
  }

  // MARK: - The instance

  private typealias Body = (
    UnsafeMutableRawPointer?, UnsafePointer<wallfarm_host>, wallfarm_text, inout wallfarm_text
  ) throws(RenderError) -> PluginAnswer

  private func withInstance(
    _ order: PluginOrder, _ body: Body
  ) throws(RenderError) -> PluginAnswer {
    var host = wallfarm_host(
      size: UInt32(MemoryLayout<wallfarm_host>.size), contract: UInt32(PluginManifest.contract),
      data: Unmanaged.passUnretained(self).toOpaque(), measure: LibraryCall.measure,
      log: LibraryCall.log, extension: LibraryCall.hostExtension)
    let parameters = Lent(order.parameters)
    let context = Lent(order.context)
    return try withUnsafePointer(to: &host) { (host) throws(RenderError) in
      var instance: UnsafeMutableRawPointer?
      var refusal = wallfarm_text()
      let status = watch.during("create") {
        plugin.pointee.create(host, parameters.text, &instance, &refusal)
      }
      // If `create` fails, there is no instance to destroy.
      guard status == Int32(WALLFARM_OK) else {
        return .said(try take(refusal, status, of: "create"))
      }
      var answer = wallfarm_text()
      let result: Result<PluginAnswer, RenderError> = Result { () throws(RenderError) in
        try body(instance, host, context.text, &answer)
      }
      watch.during("destroy") { plugin.pointee.destroy(instance) }
      if let problem { throw problem }
      return try result.get()
    }
  }

  /// A copy of bytes that the library can read while this object exists.
  private final class Lent {
    private let bytes: UnsafeMutableBufferPointer<CChar>

    init(_ bytes: [UInt8]) {
      self.bytes = .allocate(capacity: bytes.count)
      _ = self.bytes.initialize(from: bytes.lazy.map(CChar.init(bitPattern:)))
    }

    deinit { bytes.deallocate() }

    var text: wallfarm_text {
      wallfarm_text(bytes: UnsafePointer(bytes.baseAddress), length: bytes.count)
    }
  }

  // MARK: - Answers

  /// Copies an answer, frees the original and parses the copy.
  private func take(
    _ answer: wallfarm_text, _ status: Int32, of call: String
  ) throws(RenderError) -> JSONEntry {
    guard status == Int32(WALLFARM_OK) || status == Int32(WALLFARM_REFUSED) else {
      throw manifest.answer("'\(call)' returned \(status), which is neither OK nor REFUSED")
    }
    let bytes = try copy(answer, of: call)
    try takeBack(answer)
    if let problem { throw problem }
    let node = try read(bytes, "the answer to '\(call)'")
    let says = node["message"] != nil
    if status == Int32(WALLFARM_REFUSED), !says {
      throw manifest.answer("'\(call)' returned REFUSED without a 'message'")
    }
    if status == Int32(WALLFARM_OK), says, node["layers"] == nil {
      throw manifest.answer("'\(call)' returned OK with an error message")
    }
    return node
  }

  private func copy(_ text: wallfarm_text, of call: String) throws(RenderError) -> [UInt8] {
    // Swift imports a `size_t` value above `Int.max` as a negative number.
    guard (0...PluginLimits.mostBytes).contains(text.length) else {
      throw manifest.saidTooMuch(call)
    }
    if text.length == 0 { return [] }
    guard let start = text.bytes else {
      throw manifest.answer("in '\(call)', the text is NULL, but its length is not 0")
    }
    // If the length is wrong, the read can crash; `watch` then attributes the crash to the library.
    return watch.during(call) {
      Array(UnsafeRawBufferPointer(start: start, count: text.length))
    }
  }

  private func takeBack(_ answer: wallfarm_text) throws(RenderError) {
    guard answer.bytes != nil else { return }
    watch.during("free_text") { plugin.pointee.free_text(answer) }
  }

  // MARK: - Host calls

  private func answer(
    _ type: String, _ request: wallfarm_text, _ answer: UnsafeMutablePointer<wallfarm_text>?
  ) -> Int32 {
    var reply: [UInt8] = []
    var status = Int32(WALLFARM_OK)
    do throws(RenderError) {
      let bytes = try copy(request, of: type)
      if type == "measure", let quick = desk.quickAnswer(bytes) {
        reply = quick
      } else {
        reply = try desk.answer(type, try read(bytes, "its request '\(type)'")) ?? []
      }
      if reply.starts(with: Array("{\"type\":\"error\"".utf8)) { status = Int32(WALLFARM_REFUSED) }
    } catch {
      problem = problem ?? error
      reply = JSONText.error(error)
      status = Int32(WALLFARM_REFUSED)
    }
    held?.deallocate()
    let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: reply.count)
    _ = buffer.initialize(from: reply.lazy.map(CChar.init(bitPattern:)))
    held = buffer
    answer?.pointee = wallfarm_text(
      bytes: UnsafePointer(buffer.baseAddress), length: buffer.count)
    return status
  }

  private func read(_ bytes: [UInt8], _ what: String) throws(RenderError) -> JSONEntry {
    do {
      return try JSONEntry(parsing: bytes)
    } catch {
      throw manifest.notJSON(what, error)
    }
  }

  private func log(_ line: wallfarm_text) {
    do throws(RenderError) {
      let bytes = try copy(line, of: "log")
      logged += bytes.count
      guard logged <= PluginLimits.mostBytes else { throw manifest.saidTooMuch("log") }
      desk.log(String(decoding: bytes, as: UTF8.self))
    } catch {
      problem = problem ?? error
    }
  }

  private static func call(_ host: UnsafePointer<wallfarm_host>?) -> LibraryCall? {
    host?.pointee.data.map { Unmanaged<LibraryCall>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let measure:
    @convention(c) (
      UnsafePointer<wallfarm_host>?, wallfarm_text, UnsafeMutablePointer<wallfarm_text>?
    ) -> Int32 = { host, request, answer in
      LibraryCall.call(host)?.answer("measure", request, answer) ?? Int32(WALLFARM_REFUSED)
    }

  private static let log: @convention(c) (UnsafePointer<wallfarm_host>?, wallfarm_text) -> Void = {
    host, line in
    LibraryCall.call(host)?.log(line)
  }

  private static let hostExtension:
    @convention(c) (UnsafePointer<wallfarm_host>?, UnsafePointer<CChar>?) -> UnsafeRawPointer? = {
      _, name in
      switch name.map({ String(cString: $0) }) {
      case WALLFARM_FIT: UnsafeRawPointer(HostExtensions.fit)
      case WALLFARM_CODES: UnsafeRawPointer(HostExtensions.codes)
      case WALLFARM_CONTENT: UnsafeRawPointer(HostExtensions.content)
      case WALLFARM_TIME: UnsafeRawPointer(HostExtensions.time)
      case WALLFARM_ROOM: UnsafeRawPointer(HostExtensions.room)
      case WALLFARM_LINES: UnsafeRawPointer(HostExtensions.lines)
      case WALLFARM_CELLS: UnsafeRawPointer(HostExtensions.cells)
      case WALLFARM_FILM: UnsafeRawPointer(HostExtensions.film)
      case WALLFARM_IMAGES: UnsafeRawPointer(HostExtensions.images)
      default: nil
      }
    }

  /// The host's extension structs, which exist for the lifetime of the process.
  private enum HostExtensions {
    // `nonisolated(unsafe)` is safe here, because the values never change after initialization and
    // Swift initializes each global exactly once.
    nonisolated(unsafe) static let fit = lasting(
      wallfarm_fit(size: UInt32(MemoryLayout<wallfarm_fit>.size)) { host, request, answer in
        LibraryCall.call(host)?.answer("fit", request, answer) ?? Int32(WALLFARM_REFUSED)
      })
    nonisolated(unsafe) static let codes = lasting(
      wallfarm_codes(size: UInt32(MemoryLayout<wallfarm_codes>.size)) { host, request, answer in
        LibraryCall.call(host)?.answer("code", request, answer) ?? Int32(WALLFARM_REFUSED)
      })
    nonisolated(unsafe) static let room = lasting(
      wallfarm_room(size: UInt32(MemoryLayout<wallfarm_room>.size)))
    nonisolated(unsafe) static let lines = lasting(
      wallfarm_lines(size: UInt32(MemoryLayout<wallfarm_lines>.size)))
    nonisolated(unsafe) static let cells = lasting(
      wallfarm_cells(size: UInt32(MemoryLayout<wallfarm_cells>.size)))
    nonisolated(unsafe) static let film = lasting(
      wallfarm_film(size: UInt32(MemoryLayout<wallfarm_film>.size)))
    nonisolated(unsafe) static let images = lasting(
      wallfarm_images(size: UInt32(MemoryLayout<wallfarm_images>.size)))
    nonisolated(unsafe) static let time = lasting(
      wallfarm_time(size: UInt32(MemoryLayout<wallfarm_time>.size)))
    nonisolated(unsafe) static let content = lasting(
      wallfarm_content(size: UInt32(MemoryLayout<wallfarm_content>.size)))

    private static func lasting<Struct>(_ value: Struct) -> UnsafeMutablePointer<Struct> {
      let place = UnsafeMutablePointer<Struct>.allocate(capacity: 1)
      place.initialize(to: value)
      return place
    }
  }
}
