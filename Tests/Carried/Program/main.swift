import BuiltInPlugins
import PluginBridge

// The built-in layout as a program; tests compare its pictures with the built-in one's.
PluginProgram.run(NumberedNotes.self)
