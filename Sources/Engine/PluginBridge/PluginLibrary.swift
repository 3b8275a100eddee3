public import CWallfarmPlugin
internal import SourceJSON
internal import Synchronization
public import WallfarmPluginKit

/// Exports a WallfarmPluginKit plugin from a shared library through a single function.
///
/// ```swift
/// @c(wallfarm_plugin_1) public func entry() -> UnsafePointer<wallfarm_plugin> {
///   PluginLibrary.carry(Quote.self)
/// }
/// ```
public enum PluginLibrary {
  private static let carried = Mutex<CarriedPlugin?>(nil)
  /// The most recent instance and its parameters.
  ///
  /// The instance is reused, because instances are immutable and successive renders usually have
  /// the same parameters.
  private static let last = Mutex<(parameters: [UInt8], instance: any WallpaperPlugin)?>(nil)

  /// Returns the C struct of a plugin; each library exports one plugin.
  public static func carry(_ plugin: any WallpaperPlugin.Type) -> UnsafePointer<wallfarm_plugin> {
    carried.withLock { $0 = CarriedPlugin(plugin) }
    last.withLock { $0 = nil }
    let letters = plugin.id.utf8CString
    let id = UnsafeMutablePointer<CChar>.allocate(capacity: letters.count)
    for (index, letter) in letters.enumerated() { id[index] = letter }
    // The contract requires the struct to exist for the lifetime of the process.
    let made = UnsafeMutablePointer<wallfarm_plugin>.allocate(capacity: 1)
    made.initialize(
      to: wallfarm_plugin(
        size: UInt32(MemoryLayout<wallfarm_plugin>.size), contract: 1, id: id,
        version: UInt32(plugin.version), create: create, compose: compose, destroy: destroy,
        free_text: freeText, extension: nil))
    return UnsafePointer(made)
  }

  /// The instance to which the opaque pointer from `create` refers.
  private final class Instance {
    let plugin: CarriedPlugin
    let instance: any WallpaperPlugin

    init(_ plugin: CarriedPlugin, _ instance: any WallpaperPlugin) {
      (self.plugin, self.instance) = (plugin, instance)
    }
  }

  /// Creates or reuses an instance; returns `nil` if the parameters are not valid JSON.
  private static func instance(
    of plugin: CarriedPlugin, _ parameters: [UInt8]
  ) throws(RenderError) -> Instance? {
    if let last = last.withLock({ $0 }), last.parameters == parameters {
      return Instance(plugin, last.instance)
    }
    guard let entry = try? JSONEntry(parsing: parameters) else { return nil }
    let made = try plugin.instance(entry)
    last.withLock { $0 = (parameters, made) }
    return Instance(plugin, made)
  }

  private static let create:
    @convention(c) (
      UnsafePointer<wallfarm_host>?, wallfarm_text, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      UnsafeMutablePointer<wallfarm_text>?
    ) -> Int32 = { _, parameters, instance, answer in
      guard let plugin = carried.withLock({ $0 }), let text = PluginLibrary.bytes(parameters) else {
        return -1
      }
      do throws(RenderError) {
        guard let made = try PluginLibrary.instance(of: plugin, text) else { return -1 }
        instance?.pointee = Unmanaged.passRetained(made).toOpaque()
        return Int32(WALLFARM_OK)
      } catch {
        answer?.pointee = PluginLibrary.text(CarriedPlugin.refusal(error))
        return Int32(WALLFARM_REFUSED)
      }
    }

  private static let compose:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<wallfarm_host>?, wallfarm_text,
      UnsafeMutablePointer<wallfarm_text>?
    ) -> Int32 = { raw, host, context, answer in
      guard let raw, let host, let node = PluginLibrary.node(context) else { return -1 }
      let made = Unmanaged<Instance>.fromOpaque(raw).takeUnretainedValue()
      do throws(RenderError) {
        let bytes = try made.plugin.compose(made.instance, node) { request in
          PluginLibrary.measure(request, host)
        }
        answer?.pointee = PluginLibrary.text(bytes)
        return Int32(WALLFARM_OK)
      } catch {
        answer?.pointee = PluginLibrary.text(CarriedPlugin.refusal(error))
        return Int32(WALLFARM_REFUSED)
      }
    }

  private static let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void = { raw in
    if let raw { Unmanaged<Instance>.fromOpaque(raw).release() }
  }

  private static let freeText: @convention(c) (wallfarm_text) -> Void = { $0.bytes?.deallocate() }

  private static func measure(
    _ request: [UInt8], _ host: UnsafePointer<wallfarm_host>
  ) -> [UInt8]? {
    let given = text(request)
    defer { given.bytes?.deallocate() }
    var answer = wallfarm_text()
    _ = host.pointee.measure(host, given, &answer)
    return answer.bytes.map { start in
      Array(UnsafeRawBufferPointer(start: start, count: answer.length))
    }
  }

  private static func text(_ bytes: [UInt8]) -> wallfarm_text {
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes.lazy.map(CChar.init(bitPattern:)))
    return wallfarm_text(bytes: UnsafePointer(copy.baseAddress), length: bytes.count)
  }

  private static func node(_ text: wallfarm_text) -> JSONEntry? {
    bytes(text).flatMap { try? JSONEntry(parsing: $0) }
  }

  private static func bytes(_ text: wallfarm_text) -> [UInt8]? {
    text.bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: text.length)) }
  }
}
