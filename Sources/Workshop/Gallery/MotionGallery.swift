package import Designs
package import Motion
package import WallfarmPluginKit

/// Films on devices, each shown as a strip of moments, for reviewing all films at once.
package struct MotionGallery: Sendable {
  /// The films, each with one row per device.
  package let motions: [Motion]
  package let devices: [Device]
  /// The language of the content; nil for the first language of each film.
  package let language: String?
  /// The folder of the built-in films.
  let folder: String
  /// The strips, grouped by film; each group has one strip for each device.
  let strips: [Strip]

  /// A film on a device, shown as a strip of moments.
  struct Strip: Sendable {
    let motion: Motion
    let device: Device
    let result: Result<Shown, RenderError>
  }

  /// The moments of a strip.
  struct Shown: Sendable {
    /// The moments at the centers of equal intervals of the film.
    let moments: [Moment]
    /// The moments for reduced motion; the first moment is the still frame of the film.
    let calm: [Moment]
  }

  /// A moment of a film.
  struct Moment: Sendable {
    /// The time from the start in seconds.
    let time: Double
    let size: PixelSize
    /// A WebP file.
    let file: [UInt8]
  }

  /// The number of strips.
  package var count: Int { strips.count }

  /// The errors, each with the name of its strip, such as `hook on iphone15`.
  package var failures: [(strip: String, error: RenderError)] {
    strips.compactMap { strip in
      guard case .failure(let error) = strip.result else { return nil }
      return ("\(strip.motion.name) on \(strip.device.id)", error)
    }
  }

  /// Returns the argument that names a film in a command: its name if it is built in, otherwise the
  /// path of its file.
  func word(for motion: Motion) -> String {
    motion.file == "\(folder)/\(motion.name).json" ? motion.name : motion.file
  }

  /// The strips of a film.
  func strips(ofMotion index: Int) -> ArraySlice<Strip> {
    strips[index * devices.count..<(index + 1) * devices.count]
  }
}
