internal import CResources
internal import Files

/// Files of this module that are embedded in the program.
enum Resources {
  static var libraryPage: [UInt8] { wallfarm_librarypages_library_html().array }
  static var wordsJSON: [UInt8] { wallfarm_librarypages_words_json().array }
}
