import BuiltInPlugins
import PluginBridge

// The built-in layout as a program: the tests compare its pictures with those of the built-in one.
PluginProgram.run(NumberedNotes.self)
