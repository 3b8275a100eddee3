internal import Graphics
public import WallfarmPluginKit

/// What comparing a file with a fresh render found.
public enum Verification: Sendable, Hashable {
  /// Byte for byte what the inputs make.
  case sameFile
  /// The same pixels, written in another way.
  case samePixels
}

extension Renderer {
  /// Renders again and compares the picture with a file.
  ///
  /// - Parameters:
  ///   - path: a PNG, JPEG or WebP that was rendered before.
  ///   - request: what it was rendered from; where it goes does not matter.
  /// - Returns: how much the file and the fresh one have in common.
  /// - Throws: `picture-differs` with the number of pixels and the first of them; whatever reading
  ///   the file or rendering throws.
  public func verify(
    _ path: String, _ request: RenderRequest
  ) throws(RenderError) -> Verification {
    let bytes = try Files.read(path, limit: 512 << 20)
    let found = try PhotoDecoder(bytes, file: path)
    var request = request
    request.output = .memory
    let receipt = try render(request)
    guard let made = receipt.bytes else { preconditionFailure("a picture in memory has no bytes") }
    if made == bytes { return .sameFile }
    let fresh = try PhotoDecoder(made, file: "the fresh picture")
    let sentence: String
    if found.size != fresh.size {
      sentence = "it has \(found.size) pixels instead of \(fresh.size)"
    } else {
      let one = try found.decode()
      let other = try fresh.decode()
      guard let difference = PixelDifference(one.surface, other.surface) else { return .samePixels }
      sentence = difference.sentence
    }
    throw .pictureDiffers(
      path, sentence, found: found.fingerprint, made: receipt.fingerprint.digest,
      isLossy: request.format != .png)
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
  /// `found` is the fingerprint in the file, `made` that of the inputs.
  fileprivate static func pictureDiffers(
    _ path: String, _ how: String, found: String?, made: String, isLossy: Bool
  ) -> RenderError {
    let hint =
      switch found {
      case nil: "the file has no fingerprint; it was changed, or made by another program"
      case made where isLossy:
        "the fingerprints are the same, so --quality or --effort was another one, or the file was "
          + "changed after it was made"
      case made: "the fingerprints are the same, so the file was changed after it was made"
      default:
        "the fingerprints differ, so notes, photo, theme, options or program are others than then; "
          + "compare the parts in both receipts"
      }
    return RenderError(
      .pictureDiffers, "'\(path)' is not what these inputs make: \(how)", origin: path, hint: hint)
  }
}
