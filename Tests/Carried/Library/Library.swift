import BuiltInPlugins
public import CWallfarmPlugin
internal import PluginBridge

/// The built-in layout as a library: the tests compare its pictures with those of the built-in one.
@c(wallfarm_plugin_1)
public func entry() -> UnsafePointer<wallfarm_plugin> { PluginLibrary.carry(NumberedNotes.self) }
