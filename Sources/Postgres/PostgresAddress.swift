internal import CPostgres

/// A connection string of libpq, and what of it may be shown: never a password, nor what may be a part of one.
///
/// libpq divides `postgres://user:pass/word@host/db` elsewhere than its author, and repeats the parts in what it says. So
/// an address that can be read in two ways is refused, and secrets are taken out of every message.
struct PostgresAddress {
  let text: String
  /// Where it leads, without user and password.
  let name: String
  /// Values that no message may have.
  private let secrets: [String]

  /// Reads an address; nil where it cannot be read, or can be read in two ways.
  ///
  /// libpq has to be loaded.
  init?(_ text: String) {
    guard let options = PostgresAddress.options(of: text) else { return nil }
    if let rest = PostgresAddress.withoutScheme(text) {
      guard let place = PostgresAddress.place(rest) else { return nil }
      name = "postgres://\(place)"
    } else {
      name = "PostgreSQL"
    }
    self.text = text
    secrets = options.filter { Self.secretNames.contains($0.name) && !$0.value.isEmpty }
      .map(\.value).sorted { $0.utf8.count > $1.utf8.count }
  }

  private static let secretNames: Set<String> = [
    "password", "sslpassword", "scram_client_key",
    "scram_server_key", "oauth_client_secret",
  ]

  /// A message without any secret of the address.
  func hiding(_ message: String) -> String {
    secrets.reduce(message) { $0.replacing($1, with: "…") }
  }

  /// Where an address leads, as far as it can be shown; a word in its place where it cannot be read.
  static func shown(_ text: String) -> String {
    guard let rest = withoutScheme(text), let place = place(rest) else { return "PostgreSQL" }
    return "postgres://\(place)"
  }

  private static func withoutScheme(_ text: String) -> Substring? {
    let schemes = ["postgres://", "postgresql://"]
    return schemes.first(where: text.hasPrefix).map { text.dropFirst($0.count) }
  }

  /// Hosts and database of what stands behind the scheme; nil where a sign stands that may be one of a password.
  private static func place(_ rest: Substring) -> String? {
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let behind = rest.dropFirst(authority.count)
    let path = behind.prefix { $0 != "?" }
    let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
    // An unescaped '@', '/', '?' or '#' of a password leaves another '@' behind it, or no port.
    guard parts.count <= 2, !path.contains("@"), !path.contains("#"), let hosts = parts.last,
      hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy(isHost),
      parts.count == 2 || !behind.contains("@")
    else { return nil }
    return "\(hosts)\(path)"
  }

  /// `NAME`, `NAME:PORT`, `[ADDRESS]:PORT`.
  private static func isHost(_ text: Substring) -> Bool {
    var rest = text
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
      rest = rest[rest.index(after: end)...]
    } else {
      rest = rest.drop { $0 != ":" }
    }
    guard !rest.isEmpty else { return true }
    return rest.hasPrefix(":") && rest.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func options(of text: String) -> [(name: String, value: String)]? {
    final class Found { var all: [(name: String, value: String)] = [] }
    let found = Found()
    let status = wallfarm_pg_read(text, Unmanaged.passUnretained(found).toOpaque()) {
      context, name, value in
      guard let context, let name, let value else { return }
      Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().all.append(
        (String(cString: name), String(cString: value)))
    }
    return status == 0 ? found.all : nil
  }
}
