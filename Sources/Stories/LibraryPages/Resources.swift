internal import CResources
internal import Files

/// The files that the program carries for this module; the names are those of the files.
enum Resources {
  static var libraryPage: [UInt8] { wallfarm_librarypages_library_html().array }
  static var wordsJSON: [UInt8] { wallfarm_librarypages_words_json().array }
}
