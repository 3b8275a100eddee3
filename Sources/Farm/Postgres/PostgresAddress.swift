internal import CPostgres

/// A libpq connection string that can be shown in messages without its passwords.
///
/// libpq may split an address such as `postgres://user:pass/word@host/db` differently than the user
/// intended, and its error messages quote the parts. Therefore, ambiguous addresses are rejected,
/// and secrets are removed from every message.
struct PostgresAddress {
  let text: String
  /// The user, the hosts and the database, without the password.
  let name: String
  /// Values to remove from messages, longest first.
  private let secrets: [String]

  /// Parses an address; returns nil if it is invalid or ambiguous.
  ///
  /// - Precondition: libpq is loaded.
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

  /// Replaces every secret of this address in a message with `…`.
  func hiding(_ message: String) -> String {
    secrets.reduce(message) { $0.replacing($1, with: "…") }
  }

  /// Returns an address without its secrets, or `PostgreSQL` if the address cannot be parsed.
  static func shown(_ text: String) -> String {
    guard let rest = withoutScheme(text), let place = place(rest) else { return "PostgreSQL" }
    return "postgres://\(place)"
  }

  private static func withoutScheme(_ text: String) -> Substring? {
    let schemes = ["postgres://", "postgresql://"]
    return schemes.first(where: text.hasPrefix).map { text.dropFirst($0.count) }
  }

  /// Returns the user, hosts and database that follow the scheme, or nil if they might contain part
  /// of a password.
  private static func place(_ rest: Substring) -> String? {
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let behind = rest.dropFirst(authority.count)
    let path = behind.prefix { $0 != "?" }
    let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
    // If a password contains an unescaped '@', '/', '?' or '#', the address has a second '@' or an
    // invalid port.
    guard parts.count <= 2, !path.contains("@"), !path.contains("#"), let hosts = parts.last,
      hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy(isHost),
      parts.count == 2 || !behind.contains("@")
    else { return nil }
    let user = parts.count == 2 ? parts[0].prefix { $0 != ":" } : ""
    return "\(user)\(user.isEmpty ? "" : "@")\(hosts)\(path)"
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
