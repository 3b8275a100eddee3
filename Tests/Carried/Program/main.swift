import BuiltInPlugins
import PluginBridge

// The built-in layout as a program; tests compare its pictures with the pictures of the built-in
// layout.
PluginProgram.run(NumberedNotes.self)
