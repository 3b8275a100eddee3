internal import Files
internal import Graphics
package import SourceJSON
internal import WallfarmPluginKit

/// The results of decoding a photo: visual measurements and the file digest.
package struct BodyFacts: Hashable, Sendable {
  /// The visual measurements; `nil` if not requested or not possible, for example for a very large
  /// picture.
  package var look: PhotoLook?
  /// SHA-256 of the whole file; `nil` if not requested.
  package var whole: String?
  /// The reason why the photo cannot be displayed; `nil` if it can.
  package var damage: PhotoDamage?
  /// The reading time in seconds; not stored.
  package var seconds = 0.0

  package init(damage: PhotoDamage? = nil) { self.damage = damage }
}

/// A request to decode or digest a photo.
package struct BodyQuestion: Hashable, Sendable {
  package let path: String
  /// Whether to decode and measure the picture.
  package let decodes: Bool
  /// Whether to compute the digest of the whole file.
  package let digests: Bool

  /// Creates a request.
  package init(_ path: String, decodes: Bool, digests: Bool) {
    (self.path, self.decodes, self.digests) = (path, decodes, digests)
  }

  /// The JSON form for the reader process.
  var words: JSONValue {
    ["path": .string(path), "look": .bool(decodes), "whole": .bool(digests)]
  }

  /// Decodes a request; returns `nil` if it is malformed.
  package init?(_ node: JSONNode) {
    guard let path = node["path"]?.string, let decodes = node["look"]?.bool else { return nil }
    self.init(path, decodes: decodes, digests: node["whole"]?.bool ?? false)
  }
}

/// Decodes and measures the picture in a photo file, and computes the digest of the file.
package enum BodyReading {
  /// Reads the requested facts; errors in the file are reported as damage.
  package static func facts(for question: BodyQuestion) -> BodyFacts {
    var facts = BodyFacts()
    let path = question.path
    do throws(RenderError) {
      let limits = PhotoLimits()
      if question.digests { facts.whole = try FileDigest.sha256(ofFile: path) }
      guard question.decodes else { return facts }
      let bytes = try Files.read(path, limit: limits.bytes)
      facts.look = try look(PhotoDecoder(bytes, file: path, limits: limits))
    } catch {
      switch error.code {
      // The photo is too large to decode during a scan, but it can be displayed.
      case .photoTooLarge, .fileTooLarge: break
      case .fileUnreadable: facts.damage = PhotoDamage(.unreadable, error.message)
      default: facts.damage = PhotoDamage(.body, error.message)
      }
    }
    return facts
  }

  private static func look(_ decoder: PhotoDecoder) throws(RenderError) -> PhotoLook? {
    let longer = max(decoder.size.width, decoder.size.height)
    let side = min(longer, GrayPlane.side)
    let needed = PixelSize(
      width: max(1, decoder.size.width * side / longer),
      height: max(1, decoder.size.height * side / longer))
    let photo = try decoder.decode(atLeast: needed)
    _ = try photo.finish()
    // CMYK channels do not represent brightness.
    if case .cmyk = photo.color { return nil }
    return PhotoLook(GrayPlane(photo.surface, turned: photo.orientation))
  }
}

extension BodyFacts {
  /// The JSON form for the parent process.
  package var members: [String: JSONValue] {
    var words: [String: JSONValue] = [:]
    words["look"] = look?.words
    words["whole"] = whole.map { .string($0) }
    words["damage"] = damage?.words
    return words
  }

  /// Decodes the JSON form; returns `nil` if it is malformed.
  package init?(_ node: JSONNode) {
    guard node.members != nil else { return nil }
    self.init()
    look = node["look"].flatMap { PhotoLook($0) }
    whole = node["whole"]?.string
    if let node = node["damage"] {
      guard let damage = PhotoDamage(node) else { return nil }
      self.damage = damage
    }
  }
}
