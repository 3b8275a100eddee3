internal import Files
import Graphics
public import WallfarmPluginKit

/// The result of comparing a file with a new render when both have the same pixels.
public struct Verification: Sendable, Hashable {
  /// How closely the file matches.
  public enum Picture: String, Sendable, Hashable {
    /// All bytes are equal.
    case sameFile = "same-file"
    /// The pixels are equal, but the encoding or the fingerprint differs.
    case samePixels = "same-pixels"
  }

  /// Whether the notes in the file were also compared.
  ///
  /// The pixels show most notes, but not notes that were omitted because they did not fit.
  public enum Notes: Sendable, Hashable {
    /// There are no notes.
    case none
    /// The keyed digest of the notes in the file matches the notes in the request.
    case checked
    /// The notes could not be compared.
    case notChecked(Reason)
  }

  /// The reason why notes could not be compared.
  public enum Reason: String, Sendable, Hashable {
    /// No key is available.
    case noKey = "no-key"
    /// The file was created without a key.
    case madeWithoutKey = "made-without-key"
    /// The file was created with another key.
    case otherKey = "other-key"
    /// The file has no fingerprint, or its fingerprint has an earlier format.
    case noFingerprint = "no-fingerprint"
  }

  /// How closely the file matches.
  public let picture: Picture
  /// The comparison of the notes.
  public let notes: Notes

  package init(picture: Picture, notes: Notes) {
    (self.picture, self.notes) = (picture, notes)
  }
}

extension Renderer {
  /// Renders again and compares the picture with a file.
  ///
  /// - Parameters:
  ///   - path: A PNG, JPEG or WebP file that was rendered before.
  ///   - request: The request from which the file was rendered; its output is ignored.
  /// - Returns: The result of the comparison.
  /// - Throws: `picture-differs` if pixels differ (the message states how many, and where the first
  ///   one is) or if the keyed digests of the notes differ; errors from reading or rendering.
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
        let why = MismatchReason(
          found: found.fingerprint, written, made: receipt.fingerprint, resources.key)
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

  /// Compares the notes of a file with the notes of a new picture that has the same pixels.
  private func compareNotes(
    _ written: WrittenFingerprint?, with fresh: Fingerprint, _ path: String
  ) throws(RenderError) -> Verification.Notes {
    guard fresh.notes != .none else { return .none }
    guard let written else { return .notChecked(.noFingerprint) }
    guard let key = resources.key else { return .notChecked(.noKey) }
    guard written.seal != nil else { return .notChecked(.madeWithoutKey) }
    guard written.isSealed(with: key) else { return .notChecked(.otherKey) }
    guard written.notes == WrittenFingerprint(fresh, key: key).notes else {
      throw .notesDiffer(path)
    }
    return .checked
  }
}

/// The reason for different pixels, according to the fingerprint in the file.
enum MismatchReason {
  case noFingerprint
  /// All inputs are equal.
  case sameInputs
  /// All inputs except notes are equal, but the notes could not be compared.
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

/// The differences between two pictures of equal size.
struct PixelDifference: Hashable {
  let count: Int
  let pixels: Int
  let firstX: Int
  let firstY: Int
  /// The largest difference in any channel of any pixel, 0…255.
  let most: Int

  /// Compares two pictures; `nil` if all pixels are equal.
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
        "the file has no fingerprint, so it was changed, or another program created it"
      case .sameInputs where isLossy:
        "the fingerprints match, so --quality or --effort differs, or the file was changed after "
          + "the render"
      case .sameInputs: "the fingerprints match, so the file was changed after the render"
      case .otherNotes: "the fingerprints differ only in the notes"
      case .sameButNotesUnknown:
        "the fingerprints match except for the notes, so the notes differ or the file was "
          + "changed; to compare notes, use --key with the key that the file was rendered with"
      case .otherInputs:
        "the fingerprints differ, so notes, photo, theme, options or program have changed; "
          + "compare the fingerprint parts in both receipts"
      }
    return RenderError(
      .pictureDiffers, "'\(path)' does not match these inputs: \(how)", origin: .file(path),
      hint: hint)
  }

  fileprivate static func notesDiffer(_ path: String) -> RenderError {
    RenderError(
      .pictureDiffers, "'\(path)' was rendered from different notes, but no pixel differs",
      origin: .file(path),
      hint: "the notes differ only in text that did not fit")
  }
}
