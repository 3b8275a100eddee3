/// A shortcut that a person installs and runs.
public struct Shortcut: Sendable, Hashable {
  /// Installs it.
  public let link: ShortcutLink
  /// What it is called on the phone: it is run by its name, letter for letter.
  public let name: String

  /// Names a shortcut.
  public init(link: ShortcutLink, name: String) { (self.link, self.name) = (link, name) }

  /// The address that runs it on a phone where it is installed.
  ///
  /// Apple's form (Shortcuts User Guide, "Run a shortcut from a URL").
  ///
  /// - Parameter input: a text that the shortcut gets; nil: none.
  /// - Returns: an address that begins with `shortcuts://`.
  public func runAddress(input: String? = nil) -> String {
    Self.runAddress(of: name) + (input.map { "&input=text&text=" + $0.percentEncoded } ?? "")
  }

  /// The address that runs a shortcut of a name, wherever it comes from.
  public static func runAddress(of name: String) -> String {
    "shortcuts://run-shortcut?name=" + name.percentEncoded
  }
}

/// The shortcut for a preset, and why it is that one.
public struct ShortcutChoice: Sendable, Hashable {
  /// What was asked for.
  public let preset: Preset
  /// What a person gets.
  public let shortcut: Shortcut
  /// Whose it is.
  public let source: Source

  /// Whose shortcut it is.
  public enum Source: Sendable, Hashable {
    /// Made for this preset.
    case own
    /// This preset has none; another preset's does for now.
    case preset(Preset)
    /// Neither has one; the general one does for all.
    case general
  }

  /// Why it is not the preset's own; nil where it is.
  public var fallback: String? {
    switch source {
    case .own: nil
    case .preset(let other):
      "preset \(preset.number) has no shortcut of its own yet; this is the one of preset "
        + "\(other.number)"
    case .general:
      preset == .standard
        ? "preset \(preset.number) has no shortcut of its own yet; this is the general one"
        : "neither preset \(preset.number) nor preset \(Preset.standard.number) has a shortcut of "
          + "its own yet; this is the general one"
    }
  }
}

extension String {
  /// As it stands in an address: everything but letters, digits and `-._~` is encoded (RFC 3986,
  /// section 2.3).
  fileprivate var percentEncoded: String {
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }
}
