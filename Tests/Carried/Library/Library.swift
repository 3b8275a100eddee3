import BuiltInPlugins
public import CWallfarmPlugin
internal import PluginBridge

/// The built-in layout as a library; tests compare its pictures with the pictures of the built-in
/// layout.
@c(wallfarm_plugin_1)
public func entry() -> UnsafePointer<wallfarm_plugin> { PluginLibrary.carry(NumberedNotes.self) }
