import Graphics
import WallfarmPluginKit

/// Digest of everything that a picture is made of: the same fingerprint, the same pixels.
///
/// Format, effort and quality are no part of it: they change the file and not the picture.
public struct Fingerprint: Sendable, Hashable {
  /// One ingredient.
  public struct Part: Sendable, Hashable {
    /// `program`, `libraries`, `fonts`, `template`, `theme`, `device`, `settings`, `notes`,
    /// `photos`, and where plugins from outside made layers `plugins`.
    public let name: String
    /// SHA-256, 64 lower-case hex digits.
    public let digest: String
  }

  /// Every ingredient, always in the same order; two pictures differ in those that differ here.
  public let parts: [Part]
  /// SHA-256 of all parts, 64 lower-case hex digits.
  public let digest: String

  /// A digest that changes when a program or library that draws is another one.
  public var toolchain: [Part] { Array(parts.prefix(3)) }

  init(_ plan: RenderPlan, photos: [String], fonts: String) {
    let libraries = LibraryVersions.drawing.map { "\($0.name) \($0.version)" }
    let request = plan.request
    var parts = [
      Part("program", [Wallfarm.title]),
      Part("libraries", libraries),
      Part(name: "fonts", digest: fonts),
      Part(name: "template", digest: plan.templateDigest),
      Part(name: "theme", digest: plan.themeDigest),
      Part("device", [String(describing: plan.device)]),
      Part("settings", Fingerprint.words(of: request) + plan.settings),
      Part("notes", plan.notes.flatMap { [$0.done ? "done" : "open", $0.text] }),
      Part("photos", photos),
    ]
    let outside = plan.outsidePlugins
    if !outside.isEmpty { parts.append(Part("plugins", outside)) }
    self.parts = parts
    digest = SHA256.hex(of: Array(parts.map { "\($0.name) \($0.digest)\n" }.joined().utf8))
  }

  private static func words(of request: RenderRequest) -> [String] {
    let background: [String] =
      switch request.background {
      case .theme: ["theme"]
      // Its content is a part of its own; where it lies does not matter.
      case .photo: ["photo"]
      case .color(let color): ["color", Color(color)?.hex ?? color]
      case .none: ["none"]
      case .plugin(let id): ["plugin", id]
      }
    return background + [
      "widgets \(request.widgets)", "clock \(request.clock.rawValue)",
      "overflow \(request.overflow.rawValue)", "direction \(request.direction.rawValue)",
      "language \(request.language ?? "")", "boxes \(request.allowsMissingGlyphs)",
      "areas \(request.showsAreas)", "variant \(request.variant?.rawValue ?? "")",
      "space \(request.colorSpace.rawValue)",
    ]
  }
}

extension Fingerprint.Part {
  /// Each word with its length, so that two lists of words never look alike.
  fileprivate init(_ name: String, _ words: [String]) {
    var digest = SHA256()
    for word in words {
      Array("\(word.utf8.count) \(word)\n".utf8).withUnsafeBytes { digest.update($0) }
    }
    self.init(name: name, digest: digest.finish())
  }
}

extension Installation {
  /// Digest of the pinned fonts, of the rules for them, and of the sizes of the files that are there.
  ///
  /// `wallfarm doctor` compares the files themselves, which takes a tenth of a second.
  var fontsDigest: String {
    let lock = (try? Files.read(fonts + "/fonts.lock")) ?? []
    let rules = (try? Files.read(fonts + "/fonts.conf")) ?? []
    let files = Files.names(in: fonts + "/files").map { name in
      "\(name) \((try? Files.identity(of: fonts + "/files/" + name))?.size ?? 0)\n"
    }
    return SHA256.hex(of: lock + rules + Array(files.joined().utf8))
  }
}
