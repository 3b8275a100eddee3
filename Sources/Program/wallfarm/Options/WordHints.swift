import Designs
import Files
import Pages
import WallfarmPluginKit

/// Suggests an option for a stray argument of a verb that takes only options.
enum WordHints {
  /// The hint for verbs that take a device, notes, content and a photo.
  @Sendable static func picture(_ word: String) -> String? {
    if let device = device(word) { return device + "; for a note, write --note 'Buy milk'" }
    let quoted = ShellWord.quoted(word)
    switch Files.ending(of: word) {
    case "jpg", "jpeg", "png", "webp", "heic", "heif", "avif": return "write --photo \(quoted)"
    case "ics", "csv", "tsv": return "write --content \(quoted)"
    case "json", "txt", "md": return "write --notes \(quoted)"
    default: return "for a note, write --note \(quoted); for a device, --device iphone15"
    }
  }

  /// The hint for verbs that take a device.
  @Sendable static func device(_ word: String) -> String? {
    (try? DeviceCatalog.known.devices(in: word)) == nil
      ? nil : "write --device \(ShellWord.quoted(word))"
  }
}
