internal import CResources
internal import Files

/// Files of this module that are embedded in the program.
enum Resources {
  static var wordsJSON: [UInt8] { wallfarm_challenge_words_json().array }
}
