internal import Files
import Graphics
public import WallfarmPluginKit

/// What comparing a file with a fresh render found, where no pixel differs.
public struct Verification: Sendable, Hashable {
  /// How much of the file is the same.
  public enum Picture: String, Sendable, Hashable {
    /// Byte for byte what the inputs make.
    case sameFile = "same-file"
    /// The same pixels, written in another way, or with another fingerprint.
    case samePixels = "same-pixels"
  }

  /// Whether the notes that the file was made from were compared as well.
  ///
  /// Pixels show most of them, but not those that were left out for want of room.
  public enum Notes: Sendable, Hashable {
    /// There are none.
    case none
    /// Their code in the file is that of these notes.
    case checked
    /// They could not be compared.
    case notChecked(Reason)
  }

  /// Why notes could not be compared.
  public enum Reason: String, Sendable, Hashable {
    /// There is no key here.
    case noKey = "no-key"
    /// The file was made without a key.
    case madeWithoutKey = "made-without-key"
    /// The file was made with another key.
    case otherKey = "other-key"
    /// The file has no fingerprint, or one of an earlier form.
    case noFingerprint = "no-fingerprint"
  }

  /// How much of the file is the same.
  public let picture: Picture
  /// Whether notes were compared.
  public let notes: Notes
}

extension Renderer {
  /// Renders again and compares the picture with a file.
  ///
  /// - Parameters:
  ///   - path: a PNG, JPEG or WebP that was rendered before.
  ///   - request: what it was rendered from; where it goes does not matter.
  /// - Returns: how much the file and the fresh one have in common.
  /// - Throws: `picture-differs` with the number of pixels and the first of them, or where the key
  ///   says that the notes were others; whatever reading the file or rendering throws.
  public func verify(
    _ path: String, _ request: RenderRequest
  ) throws(RenderError) -> Verification {
    let bytes = try Files.read(path, limit: 512 << 20)
    let found = try PhotoDecoder(bytes, file: path)
    var request = request
    request.output = .memory
    let receipt = try render(request)
    guard let made = receipt.bytes else { preconditionFailure("a picture in memory has no bytes") }
    let written = found.fingerprint.flatMap(WrittenFingerprint.init)
    if made != bytes {
      let fresh = try PhotoDecoder(made, file: "the fresh picture")
      if let sentence = try difference(found, fresh) {
        let why = MismatchReason(found: found.fingerprint, written, made: receipt.fingerprint, key)
        throw .pictureDiffers(path, sentence, why, isLossy: request.format != .png)
      }
    }
    let notes = try compareNotes(written, with: receipt.fingerprint, path)
    return Verification(picture: made == bytes ? .sameFile : .samePixels, notes: notes)
  }

  private func difference(
    _ found: PhotoDecoder, _ fresh: PhotoDecoder
  ) throws(RenderError) -> String? {
    guard found.size == fresh.size else {
      return "it has \(found.size) pixels instead of \(fresh.size)"
    }
    let one = try found.decode()
    let other = try fresh.decode()
    return PixelDifference(one.surface, other.surface)?.sentence
  }

  /// Whether the notes of a file are those of a fresh picture with the same pixels.
  private func compareNotes(
    _ written: WrittenFingerprint?, with fresh: Fingerprint, _ path: String
  ) throws(RenderError) -> Verification.Notes {
    guard fresh.notes != .none else { return .none }
    guard let written else { return .notChecked(.noFingerprint) }
    guard let key else { return .notChecked(.noKey) }
    guard written.seal != nil else { return .notChecked(.madeWithoutKey) }
    guard written.isSealed(with: key) else { return .notChecked(.otherKey) }
    guard written.notes == WrittenFingerprint(fresh, key: key).notes else {
      throw .notesDiffer(path)
    }
    return .checked
  }
}

/// What the fingerprint in a file says about why its pixels are not those of a fresh picture.
enum MismatchReason {
  case noFingerprint
  /// Everything that went in is the same.
  case sameInputs
  /// Everything but notes is the same, and whether notes are was not to be found out.
  case sameButNotesUnknown
  case otherNotes
  case otherInputs

  init(
    found text: String?, _ written: WrittenFingerprint?, made: Fingerprint, _ key: SecretKey?
  ) {
    guard text != nil else {
      self = .noFingerprint
      return
    }
    let fresh = WrittenFingerprint(made, key: key)
    guard let written, written.withoutNotes == fresh.withoutNotes else {
      self = .otherInputs
      return
    }
    if written.digest == fresh.digest && made.notes != .leftOut {
      self = .sameInputs
    } else if let key, written.isSealed(with: key) {
      self = .otherNotes
    } else {
      self = .sameButNotesUnknown
    }
  }
}

/// Where and how much two pictures of one size differ.
struct PixelDifference: Hashable {
  let count: Int
  let pixels: Int
  let firstX: Int
  let firstY: Int
  /// Largest difference of a channel, in levels.
  let most: Int

  /// Nil where every pixel is the same.
  init?(_ one: borrowing ImageSurface, _ other: borrowing ImageSurface) {
    let (size, strides) = (one.size, (one.stride, other.stride))
    var (count, most) = (0, 0)
    var first: (x: Int, y: Int)?
    one.withPixels { one in
      other.withPixels { other in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let a = one.load(fromByteOffset: y * strides.0 + x * 4, as: SIMD4<UInt8>.self)
            let b = other.load(fromByteOffset: y * strides.1 + x * 4, as: SIMD4<UInt8>.self)
            guard a != b else { continue }
            count += 1
            let larger = pointwiseMax(a, b) &- pointwiseMin(a, b)
            most = max(most, Int(larger.max()))
            if first == nil { first = (x, y) }
          }
        }
      }
    }
    guard let first else { return nil }
    (self.count, self.most, pixels) = (count, most, size.area)
    (firstX, firstY) = (first.x, first.y)
  }

  var sentence: String {
    "\(count) of \(pixels) pixels differ, the first at \(firstX), \(firstY), by up to \(most) of "
      + "255 levels"
  }
}

extension RenderError {
  fileprivate static func pictureDiffers(
    _ path: String, _ how: String, _ why: MismatchReason, isLossy: Bool
  ) -> RenderError {
    let hint =
      switch why {
      case .noFingerprint:
        "the file has no fingerprint; it was changed, or made by another program"
      case .sameInputs where isLossy:
        "the fingerprints are the same, so --quality or --effort was another one, or the file was "
          + "changed after it was made"
      case .sameInputs: "the fingerprints are the same, so the file was changed after it was made"
      case .otherNotes: "the fingerprints differ in nothing but the notes"
      case .sameButNotesUnknown:
        "the fingerprints are the same but for notes, which were not checked without the key of the "
          + "file: give it with --key. The notes are others, or the file was changed"
      case .otherInputs:
        "the fingerprints differ, so notes, photo, theme, options or program are others than then; "
          + "compare the parts in both receipts"
      }
    return RenderError(
      .pictureDiffers, "'\(path)' is not what these inputs make: \(how)", origin: .file(path),
      hint: hint)
  }

  fileprivate static func notesDiffer(_ path: String) -> RenderError {
    RenderError(
      .pictureDiffers, "'\(path)' was made from other notes, although no pixel differs",
      origin: .file(path),
      hint: "the notes that were left out for want of room are others than then")
  }
}
