package import Designs
package import Motion
package import WallfarmPluginKit

/// Films on devices as strips of moments: how somebody judges all of them at once.
package struct MotionGallery: Sendable {
  /// The films, each in a row for each device.
  package let motions: [Motion]
  package let devices: [Device]
  /// The language of what is shown; nil: the first of each film.
  package let language: String?
  /// Where the films that ship are.
  let folder: String
  /// Film by film, each with all devices.
  let strips: [Strip]

  /// A film on a device.
  struct Strip: Sendable {
    let motion: Motion
    let device: Device
    let result: Result<Shown, RenderError>
  }

  /// What is seen of it.
  struct Shown: Sendable {
    /// In the middle of equal parts.
    let moments: [Moment]
    /// Those for people who want no motion; the first is the one that stands for the film.
    let calm: [Moment]
  }

  /// A picture of it.
  struct Moment: Sendable {
    /// In seconds from its beginning.
    let time: Double
    let size: PixelSize
    /// A WebP file.
    let file: [UInt8]
  }

  /// How many strips there are.
  package var count: Int { strips.count }

  /// What went wrong, with the strip that is missing: `hook on iphone15`.
  package var failures: [(strip: String, error: RenderError)] {
    strips.compactMap { strip in
      guard case .failure(let error) = strip.result else { return nil }
      return ("\(strip.motion.name) on \(strip.device.id)", error)
    }
  }

  /// What a command calls a film: its name where it ships, else the path of its file.
  func word(for motion: Motion) -> String {
    motion.file == "\(folder)/\(motion.name).json" ? motion.name : motion.file
  }

  /// The strips of a film.
  func strips(ofMotion index: Int) -> ArraySlice<Strip> {
    strips[index * devices.count..<(index + 1) * devices.count]
  }
}
