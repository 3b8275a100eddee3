internal import CResources
internal import Files

/// Files of this module that are embedded in the program.
enum Resources {
  static var flowPage: [UInt8] { wallfarm_flowhosts_flow_html().array }
  static var wordsJSON: [UInt8] { wallfarm_flowhosts_words_json().array }
  static var terminalJSON: [UInt8] { wallfarm_flowhosts_terminal_json().array }
}
