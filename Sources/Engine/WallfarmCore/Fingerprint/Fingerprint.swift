package import Designs
import Graphics
internal import Languages
internal import SourceJSON
package import WallfarmPluginKit

/// A digest of all inputs to a picture: equal fingerprints mean equal pixels.
///
/// Format, effort and quality are excluded, because they affect only the file. Notes and text
/// settings are included as a keyed digest; without a key, they are omitted, and ``notes``
/// indicates this.
public struct Fingerprint: Sendable, Hashable {
  /// The version of the fingerprint format, incremented when the same inputs result in a different
  /// digest.
  ///
  /// Format 2 has fields with names and lengths, a keyed digest of the notes, and the versions of
  /// built-in plugins.
  public static let format = 2

  /// The digest of a group of inputs.
  public struct Part: Sendable, Hashable {
    /// `program`, `libraries`, `fonts`, `template`, `theme`, `device`, `settings`, `plugins`,
    /// `fontFiles` if there are custom fonts, `photos`, and, with notes and a key, `notes`.
    public let name: String
    /// The SHA-256 as 64 lowercase hex digits; for notes, the HMAC-SHA-256.
    public let digest: String
  }

  /// How the fingerprint covers notes and text settings, such as the message of a banner.
  public enum Notes: String, Sendable, Hashable {
    /// There are no notes and no text settings.
    case none
    /// A keyed digest of the notes and text settings is one of the parts.
    case keyed
    /// Notes and text settings are omitted because there is no key, so pictures with different
    /// notes have the same fingerprint.
    case leftOut = "left-out"
  }

  /// The parts in a fixed order; if an input differs between two pictures, the part that covers it
  /// differs.
  public let parts: [Part]
  /// How the fingerprint covers notes.
  public let notes: Notes
  /// The SHA-256 of all parts, 64 lowercase hex digits.
  public let digest: String

  /// The parts that cover the program, its libraries and the fonts.
  public var toolchain: [Part] { Array(parts.prefix(3)) }

  /// Combines the public parts with the keyed digest of the private content.
  ///
  /// - Parameters:
  ///   - parts: The public parts.
  ///   - content: The content; an empty kind may result in a different picture than a missing kind.
  ///   - photos: The digests of the content's photos by path.
  ///   - words: The text settings.
  ///   - key: The key for the digest of the private content, or `nil`.
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

  /// Computes the digest of all inputs to a plan.
  ///
  /// - Throws: Any error code for an unreadable photo.
  init(of plan: RenderPlan, with resources: RenderResources) throws(RenderError) {
    let photos = resources.photos
    let content = try photos.digests(ofFiles: plan.photos.content)
    self.init(
      Part.common(of: plan, fonts: resources.fonts.bundled.digest)
        + [
          .photos(
            try photos.digests(
              ofFiles: plan.photos.background + plan.photos.images + plan.photos.layouts)
              + content)
        ],
      content: plan.cleanContent,
      photos: Dictionary(zip(plan.photos.content, content)) { first, _ in first },
      words: plan.words, key: resources.key)
  }

  private static func digest(of parts: [Part], _ notes: Notes) -> String {
    var encoding = CanonicalEncoding("wallfarm picture", format: format)
    for part in parts { encoding.field(part.name, part.digest) }
    encoding.field("notes are", notes.rawValue)
    return encoding.digest
  }

  /// The digest of everything except notes.
  package var publicDigest: String {
    Fingerprint.digest(of: parts.filter { $0.name != Part.notes }, .leftOut)
  }

  /// The keyed digest of the notes; `nil` if the fingerprint contains none.
  var notesCode: String? { parts.first { $0.name == Part.notes }?.digest }
}

extension Fingerprint.Part {
  static let notes = "notes"

  /// Creates a part whose content is written field by field.
  package init(_ name: String, _ write: (inout CanonicalEncoding) -> Void) {
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

  /// The parts that are the same for all pictures rendered by this program.
  private static let toolchain: [Fingerprint.Part] = [
    Fingerprint.Part("program") { $0.field("title", Wallfarm.title) },
    Fingerprint.Part("libraries") { libraries in
      for library in LibraryVersions.drawing { libraries.field(library.name, library.version) }
    },
  ]

  /// The parts that are the same for all pictures rendered by this program and installation.
  ///
  /// - Throws: `file-unreadable` for a font.
  package static func toolchain(of installation: Installation) throws(RenderError) -> [Self] {
    toolchain + [Fingerprint.Part(name: "fonts", digest: try installation.fontsDigest())]
  }

  /// The parts of a plan except photos and notes.
  static func common(of plan: RenderPlan, fonts: String) -> [Fingerprint.Part] {
    toolchain + [
      Fingerprint.Part(name: "fonts", digest: fonts),
      Fingerprint.Part(name: "template", digest: plan.templateFile.digest),
      Fingerprint.Part(name: "theme", digest: plan.themeFile.digest),
      Fingerprint.Part("device") { device in
        device.fields(of: plan.device, Device.ingredients, for: .picture)
        // Include the row of the compact clock only for pictures with that clock, because it
        // affects no other pictures.
        if plan.area.clock == .compact, let row = plan.device.compactClock {
          device.field("compactClock", row.sides.text(pretty: false))
        }
      },
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
    ] + customFonts(of: plan)
  }

  /// The part for the custom fonts of a plan, which are identified by their content; a plan without
  /// custom fonts has no such part.
  private static func customFonts(of plan: RenderPlan) -> [Fingerprint.Part] {
    guard !plan.fonts.isEmpty else { return [] }
    return [Fingerprint.Part("fontFiles") { $0.texts("files", plan.fonts.map(\.sha256)) }]
  }

  /// The part for the photos of a plan, which are identified by their content digests.
  static func photos(_ digests: [String]) -> Fingerprint.Part {
    Fingerprint.Part("photos") { $0.texts("photos", digests) }
  }
}

extension CanonicalEncoding {
  /// Appends the fields of a content entry in the order that its kind declares; a photo is
  /// identified by its digest.
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

  /// Appends the identity of a plugin; for a plugin in a folder, the identity includes the digest
  /// of its files.
  mutating func plugin(_ plugin: PluginDescription) {
    field("kind", plugin.kind.rawValue)
    field("id", plugin.id)
    field("version", plugin.version)
    if case .folder(_, let digest) = plugin.source { field("files", digest()) }
  }
}
