internal import Files
internal import Glibc
internal import WallfarmCore
import WallfarmPluginKit

/// A file with a name and a secret on each line, separated by spaces; `#` starts a comment.
struct SecretLines {
  /// The names and secrets in file order.
  let all: [(name: String, secret: String)]

  /// Minimum length of a secret: 128 bits in base64.
  private static let fewestLetters = 22

  /// Reads a file that only its owner can write and only its owner and group can read.
  ///
  /// Follows symbolic links, because mounted secrets are symbolic links.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - namesRepeat: Whether a name may have several secrets, so that secrets can be rotated
  ///     without interruption.
  ///   - origin: The source of the path, for messages.
  /// - Throws: `key-unusable`, with a message that contains the line number but never a secret;
  ///   `file-unreadable`.
  init(
    file path: String, namesRepeat: Bool = false, origin: Origin
  ) throws(RenderError) {
    if let reason = SecretLines.objection(to: path) {
      throw RenderError(
        .keyUnusable, "the keys in '\(path)' are not secret: \(reason)", origin: origin,
        hint:
          "replace the keys if someone else could have read the file, and run: chmod 600 '\(path)'")
    }
    let text = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
    var found: [(name: String, secret: String)] = []
    for (index, line) in text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      let words = line.split(whereSeparator: { $0.isWhitespace })
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      let place = Origin.file(path, line: index + 1)
      guard words.count == 2 else { throw .keyLine("expected a name and a key", place) }
      guard first.count <= 64, first.utf8.allSatisfy(SecretLines.isPlain) else {
        throw .keyLine("the name may contain only letters, digits, - and _", place)
      }
      guard words[1].utf8.count >= SecretLines.fewestLetters else {
        throw .keyLine("the key has fewer than \(SecretLines.fewestLetters) characters", place)
      }
      guard namesRepeat || !found.contains(where: { $0.name == first }) else {
        throw .keyLine("the name '\(first)' occurs twice", place)
      }
      guard !found.contains(where: { $0.secret == words[1] }) else {
        throw .keyLine("the key occurs twice", place)
      }
      found.append((String(first), String(words[1])))
    }
    guard !found.isEmpty else {
      throw RenderError(
        .keyUnusable, "'\(path)' contains no keys", origin: origin, hint: SecretLines.hint)
    }
    all = found
  }

  /// Returns the reason why other users can read or change the file, or `nil` if they cannot or if
  /// no file exists.
  private static func objection(to path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      return "the file belongs to another user"
    }
    guard status.st_mode & 0o027 == 0 else {
      let mode = String(status.st_mode & 0o777, radix: 8)
      return "the file mode \(mode) allows others to read or change the file"
    }
    return nil
  }

  fileprivate static let hint =
    "write a name and a key on each line: app \"$(openssl rand -base64 24)\""

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension RenderError {
  fileprivate static func keyLine(_ reason: String, _ place: Origin) -> RenderError {
    RenderError(
      .keyUnusable, "a line of the key file is invalid: \(reason)", origin: place,
      hint: SecretLines.hint)
  }
}
