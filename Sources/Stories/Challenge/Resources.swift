internal import CResources
internal import Files

/// The files that the program carries for this module; the names are those of the files.
enum Resources {
  static var wordsJSON: [UInt8] { wallfarm_challenge_words_json().array }
}
