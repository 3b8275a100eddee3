/// The limits of a motion, as documented in docs/motion.md.
package enum MotionLimits {
  /// Maximum file size in bytes.
  package static let bytes = 1 << 20
  /// Maximum film duration in seconds.
  package static let seconds = 120.0
  /// Minimum shot duration in seconds.
  package static let shortest = 0.1
  package static let shots = 40
  /// Maximum number of things in a shot.
  package static let things = 60
  /// Maximum number of tracks in a shot.
  package static let tracks = 200
  /// Maximum number of keyframes in a track.
  package static let keys = 100
  /// Maximum number of confetti pieces, both in one thing and in all things of a shot together.
  package static let confetti = 500
  package static let characters = 400
  package static let texts = 500
  package static let languages = 40
  /// Valid frame rates.
  package static let framesPerSecond = 24...60
}
