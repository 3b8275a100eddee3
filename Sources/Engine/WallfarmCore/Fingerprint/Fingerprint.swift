package import Designs
import Graphics
internal import Languages
internal import SourceJSON
package import WallfarmPluginKit

/// Digest of everything that a picture is made of: the same fingerprint, the same pixels.
///
/// Format, effort and quality are no part of it: they change the file and not the picture. The words
/// of notes and of texts that are set are in it as a code under a key; without a key they are left out, and it says so.
public struct Fingerprint: Sendable, Hashable {
  /// The form of fingerprints, raised when the same ingredients come to another digest.
  ///
  /// 2: fields with names and lengths, notes under a key, built-in plugins with their versions.
  public static let format = 2

  /// One ingredient.
  public struct Part: Sendable, Hashable {
    /// `program`, `libraries`, `fonts`, `template`, `theme`, `device`, `settings`, `plugins`,
    /// `photos`, and where there are notes and a key `notes`.
    public let name: String
    /// SHA-256, 64 lower-case hex digits; of notes HMAC-SHA-256.
    public let digest: String
  }

  /// What a fingerprint knows of notes, and of texts that were set, such as the message of a banner.
  public enum Notes: String, Sendable, Hashable {
    /// No list of them was given, and no text set.
    case none
    /// Their code under the key is a part.
    case keyed
    /// There are some and there was no key, so it would be the same with others.
    case leftOut = "left-out"
  }

  /// Every ingredient, always in the same order; two pictures differ in those that differ here.
  public let parts: [Part]
  /// What it knows of notes.
  public let notes: Notes
  /// SHA-256 of all parts, 64 lower-case hex digits.
  public let digest: String

  /// A digest that changes when a program or library that draws is another one.
  public var toolchain: [Part] { Array(parts.prefix(3)) }

  /// Everything but what a person wrote, and that; its code comes under the key.
  ///
  /// - Parameters:
  ///   - parts: what is not private.
  ///   - content: what is shown; a kind without entries may be another picture than none.
  ///   - photos: the digests of the photos of content, by their paths.
  ///   - words: texts that were set.
  ///   - key: what the code is made with.
  init(
    _ parts: [Part], content: Content, photos: [String: String] = [:], words: [String],
    key: SecretKey?
  ) {
    if content.kinds.isEmpty && words.isEmpty {
      (self.parts, self.notes) = (parts, .none)
    } else if let key {
      (self.parts, self.notes) = (
        parts + [Part(content: content, photos, words, key)], .keyed
      )
    } else {
      (self.parts, self.notes) = (parts, .leftOut)
    }
    digest = Fingerprint.digest(of: self.parts, self.notes)
  }

  private static func digest(of parts: [Part], _ notes: Notes) -> String {
    var encoding = CanonicalEncoding("wallfarm picture", format: format)
    for part in parts { encoding.field(part.name, part.digest) }
    encoding.field("notes are", notes.rawValue)
    return encoding.digest
  }

  /// Digest of everything but notes.
  var publicDigest: String {
    Fingerprint.digest(of: parts.filter { $0.name != Part.notes }, .leftOut)
  }

  /// The code of the notes; nil where there is none.
  var notesCode: String? { parts.first { $0.name == Part.notes }?.digest }
}

extension Fingerprint.Part {
  static let notes = "notes"

  /// A part whose content is written field by field.
  init(_ name: String, _ write: (inout CanonicalEncoding) -> Void) {
    var encoding = CanonicalEncoding("wallfarm \(name)", format: Fingerprint.format)
    write(&encoding)
    self.init(name: name, digest: encoding.digest)
  }

  fileprivate init(
    content: Content, _ photos: [String: String], _ words: [String], _ key: SecretKey
  ) {
    var encoding = CanonicalEncoding("wallfarm notes", format: Fingerprint.format)
    encoding.texts("set", words)
    if content.isEmpty(.notes) { encoding.field("empty list", true) }
    encoding.list("notes", content.notes ?? []) {
      $0.fields(of: $1, Note.ingredients, for: .picture)
    }
    for kind in content.kinds where kind != .notes {
      encoding.list(kind.rawValue, content[kind] ?? []) { $0.entry($1, of: kind, photos) }
    }
    self.init(name: Self.notes, digest: key.code(of: encoding))
  }

  /// What is the same for all pictures that this program makes.
  private static let toolchain: [Fingerprint.Part] = [
    Fingerprint.Part("program") { $0.field("title", Wallfarm.title) },
    Fingerprint.Part("libraries") { libraries in
      for library in LibraryVersions.drawing { libraries.field(library.name, library.version) }
    },
  ]

  /// What is the same for all pictures that this program makes with the fonts of an installation.
  ///
  /// - Throws: `file-unreadable` for a font.
  package static func toolchain(of installation: Installation) throws(RenderError) -> [Self] {
    toolchain + [Fingerprint.Part(name: "fonts", digest: try installation.fontsDigest())]
  }

  /// Everything that a plan says, but for photos and notes.
  static func common(of plan: RenderPlan, fonts: String) -> [Fingerprint.Part] {
    toolchain + [
      Fingerprint.Part(name: "fonts", digest: fonts),
      Fingerprint.Part(name: "template", digest: plan.templateDigest),
      Fingerprint.Part(name: "theme", digest: plan.themeDigest),
      Fingerprint.Part("device") { $0.fields(of: plan.device, Device.ingredients, for: .picture) },
      Fingerprint.Part("settings") { settings in
        settings.fields(of: plan.request, RenderRequest.ingredients, for: .picture)
        settings.texts("settings", plan.settings)
        if let now = plan.now {
          settings.field("now", now.written)
          settings.field("zone", now.zone.id)
          settings.field("words", ICUWords.version)
        }
      },
      Fingerprint.Part("plugins") { plugins in
        plugins.list("plugins", plan.plugins) { $0.plugin($1) }
      },
    ]
  }

  /// The photos that a plan names, by the digests of their content.
  static func photos(_ digests: [String]) -> Fingerprint.Part {
    Fingerprint.Part("photos") { $0.texts("photos", digests) }
  }
}

extension CanonicalEncoding {
  /// An entry of content, in the order of its kind's fields; a photo is told by the digest of what is in it.
  mutating func entry(
    _ entry: ContentEntry, of kind: ContentKind, _ photos: [String: String]
  ) {
    for field in kind.fields {
      guard let value = entry[field.key] else { continue }
      if field.type == .photo, case .text(let path) = value {
        self.field(field.key, photos[path] ?? "")
      } else {
        self.field(field.key, value.json.text(pretty: false))
      }
    }
  }

  /// Which plugin it is: one from a folder by all its files as well.
  mutating func plugin(_ plugin: PluginDescription) {
    field("kind", plugin.kind.rawValue)
    field("id", plugin.id)
    field("version", plugin.version)
    if case .folder(_, let digest) = plugin.source { field("files", digest()) }
  }
}
