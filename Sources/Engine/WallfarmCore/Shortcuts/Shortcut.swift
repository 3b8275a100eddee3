/// An Apple Shortcut that the user installs and runs.
public struct Shortcut: Sendable, Hashable {
  /// The link that installs the shortcut.
  public let link: ShortcutLink
  /// The exact name of the shortcut on the phone; shortcuts are run by name.
  public let name: String

  /// Creates a shortcut.
  public init(link: ShortcutLink, name: String) { (self.link, self.name) = (link, name) }

  /// Returns the URL that runs the shortcut on a phone where it is installed.
  ///
  /// The URL follows the scheme in "Run a shortcut from a URL" in Apple's Shortcuts User Guide.
  ///
  /// - Parameter input: The text input, or `nil` for none.
  /// - Returns: A URL that begins with `shortcuts://`.
  public func runAddress(input: String? = nil) -> String {
    Self.runAddress(of: name) + (input.map { "&input=text&text=" + $0.percentEncoded } ?? "")
  }

  /// Returns the URL that runs a shortcut by name.
  public static func runAddress(of name: String) -> String {
    "shortcuts://run-shortcut?name=" + name.percentEncoded
  }
}

/// The shortcut that was chosen for a preset, and the reason for the choice.
public struct ShortcutChoice: Sendable, Hashable {
  /// The requested preset.
  public let preset: Preset
  /// The chosen shortcut.
  public let shortcut: Shortcut
  /// The origin of the shortcut.
  public let source: Source

  /// The origin of a shortcut.
  public enum Source: Sendable, Hashable {
    /// The preset has a shortcut of its own.
    case own
    /// The preset has no shortcut, so the shortcut of another preset is used.
    case preset(Preset)
    /// The preset has no shortcut, so the general shortcut is used.
    case general
  }

  /// The reason for using a substitute; `nil` if the preset has its own shortcut.
  public var fallback: String? {
    switch source {
    case .own: nil
    case .preset(let other):
      "preset \(preset.number) does not have its own shortcut yet, so this is the shortcut of "
        + "preset \(other.number)"
    case .general:
      preset == .standard
        ? "preset \(preset.number) does not have its own shortcut yet, so this is the general "
          + "shortcut"
        : "neither preset \(preset.number) nor preset \(Preset.standard.number) has its own "
          + "shortcut yet, so this is the general shortcut"
    }
  }
}

extension String {
  /// The text with all bytes except letters, digits and `-._~` percent-encoded (RFC 3986, section
  /// 2.3).
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
