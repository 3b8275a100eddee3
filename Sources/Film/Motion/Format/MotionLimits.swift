/// What a motion may ask for; docs/motion.md has them.
package enum MotionLimits {
  /// Bytes of a file.
  package static let bytes = 1 << 20
  /// Seconds of a film.
  package static let seconds = 120.0
  /// Seconds of a shot, at least.
  package static let shortest = 0.1
  package static let shots = 40
  /// In a shot.
  package static let things = 60
  /// In a shot.
  package static let tracks = 200
  /// Of a track.
  package static let keys = 100
  /// Pieces of paper of a thing, and of all in a shot.
  package static let confetti = 500
  package static let characters = 400
  package static let texts = 500
  package static let languages = 40
  /// Pictures a second.
  package static let framesPerSecond = 24...60
}
