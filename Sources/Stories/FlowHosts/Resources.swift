internal import CResources
internal import Files

/// The files that the program carries for this module; the names are those of the files.
enum Resources {
  static var flowPage: [UInt8] { wallfarm_flowhosts_flow_html().array }
  static var wordsJSON: [UInt8] { wallfarm_flowhosts_words_json().array }
  static var terminalJSON: [UInt8] { wallfarm_flowhosts_terminal_json().array }
}
