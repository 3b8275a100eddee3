internal import CPluginHost
internal import CWallfarmPlugin
internal import Glibc
internal import Graphics
internal import PluginMessages
internal import SourceJSON
internal import Synchronization
internal import WallfarmPluginKit

/// Runs a plugin from a shared library in this process.
///
/// If the library crashes, times out or exceeds its memory limit, this process exits with an error
/// that names the plugin, because the library may have corrupted the memory of the process. The
/// library is loaded on first use and never unloaded.
final class LibraryCarrier: PluginCarrier {
  private let manifest: PluginManifest
  private let limits: PluginLimits
  private let loaded = Mutex<Result<Library, RenderError>?>(nil)

  init(_ manifest: PluginManifest, limits: PluginLimits) {
    (self.manifest, self.limits) = (manifest, limits)
  }

  /// The exported entry points of the library.
  ///
  /// `@unchecked Sendable` is safe because the contract requires that the structs never move or
  /// change.
  private struct Library: @unchecked Sendable {
    let plugin: UnsafePointer<wallfarm_plugin>
    let fill: UnsafePointer<wallfarm_fill>?
  }

  func ask(_ order: PluginOrder, _ desk: any PluginServices) throws(RenderError) -> PluginAnswer {
    let library = try loaded.withLock { known in
      let result = known ?? Result { () throws(RenderError) in try load() }
      known = result
      return result
    }.get()
    let call = LibraryCall(manifest, limits, library.plugin, desk)
    guard let screen = order.screen, let fill = library.fill else {
      return try call.compose(order)
    }
    return try call.fill(order, screen, fill)
  }

  // MARK: - Loading

  private func load() throws(RenderError) -> Library {
    let watch = Watch(manifest, limits)
    let handle = watch.during("load") { dlopen(manifest.code, RTLD_NOW | RTLD_LOCAL) }
    guard let handle else {
      throw manifest.unloadable(dlerror().map { String(cString: $0) } ?? "it is not a library")
    }
    guard let symbol = dlsym(handle, "wallfarm_plugin_1") else {
      throw manifest.unloadable(
        "it does not export 'wallfarm_plugin_1'", hint: "put WALLFARM_EXPORT before the function")
    }
    typealias Entry = @convention(c) () -> UnsafePointer<wallfarm_plugin>?
    let entry = unsafeBitCast(symbol, to: Entry.self)
    guard let plugin = watch.during("wallfarm_plugin_1", entry) else {
      throw manifest.unloadable("'wallfarm_plugin_1' returned NULL")
    }
    // Members beyond `size` must not be read. If the pointer is invalid, reading `size` itself
    // crashes.
    let size = watch.during("wallfarm_plugin_1") { Int(plugin.pointee.size) }
    let needed = MemoryLayout<wallfarm_plugin>.offset(of: \.extension) ?? 0
    guard size >= needed, size < 1 << 16 else {
      throw manifest.mismatch(
        "its struct has a size of \(size) bytes; the minimum is \(needed) bytes")
    }
    let contract = Int(plugin.pointee.contract)
    if contract > PluginManifest.contract { throw manifest.tooNew(String(contract)) }
    guard contract == PluginManifest.contract else {
      throw manifest.mismatch("it uses contract \(contract)")
    }
    try checkIdentity(plugin, watch)
    let missing = [
      ("create", plugin.pointee.create == nil), ("compose", plugin.pointee.compose == nil),
      ("destroy", plugin.pointee.destroy == nil), ("free_text", plugin.pointee.free_text == nil),
    ].filter(\.1).map(\.0)
    guard missing.isEmpty else {
      throw manifest.unloadable("\(missing.joined(separator: " and ")) is NULL")
    }
    return Library(plugin: plugin, fill: try fill(of: plugin, size: size, watch))
  }

  private func checkIdentity(
    _ plugin: UnsafePointer<wallfarm_plugin>, _ watch: Watch
  ) throws(RenderError) {
    guard let id = plugin.pointee.id else { throw manifest.mismatch("it has no id") }
    let found = watch.during("id") { String(cString: id) }
    guard found == manifest.id else {
      throw manifest.mismatch("its id is '\(found.onOneLine.prefix(64))'")
    }
    guard Int(plugin.pointee.version) == manifest.description.version else {
      throw manifest.mismatch(
        "its version is \(plugin.pointee.version), not \(manifest.description.version)")
    }
  }

  private func fill(
    of plugin: UnsafePointer<wallfarm_plugin>, size: Int, _ watch: Watch
  ) throws(RenderError) -> UnsafePointer<wallfarm_fill>? {
    guard manifest.output == .pixels else { return nil }
    let hasMember = size >= MemoryLayout<wallfarm_plugin>.size
    let found = watch.during("extension") {
      hasMember ? plugin.pointee.extension?(WALLFARM_FILL) : nil
    }
    guard let fill = found?.assumingMemoryBound(to: wallfarm_fill.self) else {
      throw manifest.unloadable("it fills pixels, but lacks the extension '\(WALLFARM_FILL)'")
    }
    guard watch.during("extension", { Int(fill.pointee.size) }) >= MemoryLayout<wallfarm_fill>.size
    else { throw manifest.mismatch("the struct of its extension '\(WALLFARM_FILL)' is too small") }
    guard fill.pointee.fill != nil else { throw manifest.unloadable("its 'fill' is NULL") }
    return fill
  }
}

/// Attributes crashes, timeouts and excessive memory use during calls into a library to its plugin.
struct Watch {
  private let plugin: String
  private let origin: String
  private let limits: PluginLimits

  init(_ manifest: PluginManifest, _ limits: PluginLimits) {
    (plugin, origin, self.limits) = (manifest.id, manifest.file, limits)
  }

  /// Runs `body`, which calls into the library; exits the process if the call crashes or exceeds a
  /// limit.
  func during<Result>(_ call: String, _ body: () -> Result) -> Result {
    plugin.withCString { plugin in
      origin.withCString { origin in
        call.withCString { call in
          var watch = wallfarm_watch(
            plugin: plugin, origin: origin, call: call,
            milliseconds: Int64(limits.time / .milliseconds(1)),
            bytes: Int64(limits.megabytes) << 20)
          wallfarm_watch_begin(&watch)
          defer { wallfarm_watch_end() }
          return body()
        }
      }
    }
  }
}
