internal import Files
internal import Graphics
package import SourceJSON
internal import WallfarmPluginKit

/// What is found out of the body of a photo: how it looks, and the digest of all of it.
package struct BodyFacts: Hashable, Sendable {
  /// Nil where it was not asked for, and for pictures that are not looked at, such as one of 200 megapixels.
  package var look: PhotoLook?
  /// SHA-256 of the whole file; nil where it was not asked for.
  package var whole: String?
  /// Why its picture cannot be shown; nil where it can.
  package var damage: PhotoDamage?
  /// How long reading it has taken, in seconds; not kept.
  package var seconds = 0.0

  package init(damage: PhotoDamage? = nil) { self.damage = damage }
}

/// What is to be found out of the body of a photo.
package struct BodyQuestion: Hashable, Sendable {
  package let path: String
  /// Whether its picture is looked at.
  package let decodes: Bool
  /// Whether all of it is digested.
  package let digests: Bool

  /// Makes a question.
  package init(_ path: String, decodes: Bool, digests: Bool) {
    (self.path, self.decodes, self.digests) = (path, decodes, digests)
  }

  /// As one process asks another.
  var words: JSONValue {
    ["path": .string(path), "look": .bool(decodes), "whole": .bool(digests)]
  }

  /// Reads what another process asks; nil for what is none.
  package init?(_ node: JSONNode) {
    guard let path = node["path"]?.string, let decodes = node["look"]?.bool else { return nil }
    self.init(path, decodes: decodes, digests: node["whole"]?.bool ?? false)
  }
}

/// Reads the body of one photo.
package enum BodyReading {
  /// Reads what was asked for; what is wrong with the file is its damage.
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
      // It can be shown, but not by the way.
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
    // Four inks are no brightness.
    if case .cmyk = photo.color { return nil }
    return PhotoLook(GrayPlane(photo.surface, turned: photo.orientation))
  }
}

extension BodyFacts {
  /// As one process tells it another.
  package var members: [String: JSONValue] {
    var words: [String: JSONValue] = [:]
    words["look"] = look?.words
    words["whole"] = whole.map { .string($0) }
    words["damage"] = damage?.words
    return words
  }

  /// Reads what another process told; nil for what is none.
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
