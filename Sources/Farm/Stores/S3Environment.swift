public import Diagnostics
internal import Files
internal import Glibc

/// The endpoint, region and credentials of an object store, from the environment variables and
/// files that the AWS tools use.
///
/// Source: AWS SDKs and Tools Reference Guide, "Environment variables" and "Shared config and
/// credentials files". The values are never written anywhere.
public struct S3Environment: Sendable {
  /// The endpoint, such as `http://127.0.0.1:8333`, or nil for AWS.
  package let endpoint: String?
  package let region: String
  /// The path of a CA bundle, or nil to use the system's certificates.
  let authority: String?
  private let variables: [String: String]

  /// An access key with its secret and an optional session token.
  package struct Credentials: Sendable, Equatable {
    let key: String
    let secret: String
    let session: String?

    package init(key: String, secret: String, session: String?) {
      (self.key, self.secret, self.session) = (key, secret, session)
    }
  }

  /// Reads settings from the variables and from the config file, whose path is in `AWS_CONFIG_FILE`
  /// or is `~/.aws/config`.
  ///
  /// - Throws: `invalid-parameter` if the endpoint is invalid.
  public init(_ variables: [String: String]) throws(RenderError) {
    self.variables = variables
    let settings = S3Environment.section(
      variables, file: "AWS_CONFIG_FILE", name: "config", isConfig: true)
    func first(_ names: String..., setting: String) -> String? {
      names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? settings[setting]
    }
    region =
      first("AWS_REGION", "AWS_DEFAULT_REGION", setting: "region") ?? "us-east-1"
    endpoint = first("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", setting: "endpoint_url")
    authority = first("AWS_CA_BUNDLE", setting: "ca_bundle")
    if let endpoint, !endpoint.hasPrefix("http://"), !endpoint.hasPrefix("https://") {
      throw RenderError(
        .invalidParameter, "'\(StoreMessages.shown(endpoint))' is not the URL of an object store",
        origin: .environment("AWS_ENDPOINT_URL"),
        hint: "write http:// or https:// and a host name, such as http://127.0.0.1:8333")
    }
    guard endpoint?.contains("@") != true else {
      throw RenderError(
        .invalidParameter, "the address of the object store contains a user name or password",
        origin: .environment("AWS_ENDPOINT_URL"),
        hint: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead")
    }
  }

  /// Creates settings from the environment variables of this process.
  ///
  /// - Throws: the errors of ``init(_:)``.
  public static func ofProcess() throws(RenderError) -> S3Environment {
    var found: [String: String] = [:]
    let names = [
      "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL",
      "AWS_CA_BUNDLE", "AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE", "AWS_PROFILE",
      "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "HOME",
    ]
    for name in names { if let value = getenv(name) { found[name] = String(cString: value) } }
    return try S3Environment(found)
  }

  /// Reads the credentials.
  ///
  /// Each call reads the credentials file again, because access keys may be rotated while the
  /// program runs.
  ///
  /// - Throws: `store-refused` if there are no credentials.
  package func credentials() throws(RenderError) -> Credentials {
    if let key = variables["AWS_ACCESS_KEY_ID"], let secret = variables["AWS_SECRET_ACCESS_KEY"],
      !key.isEmpty, !secret.isEmpty
    {
      let session = variables["AWS_SESSION_TOKEN"]
      return Credentials(
        key: key, secret: secret, session: session?.isEmpty == true ? nil : session)
    }
    let values = S3Environment.section(
      variables, file: "AWS_SHARED_CREDENTIALS_FILE", name: "credentials", isConfig: false)
    guard let key = values["aws_access_key_id"], let secret = values["aws_secret_access_key"] else {
      throw RenderError(
        .storeRefused, "there are no credentials for the object store",
        origin: .environment("AWS_ACCESS_KEY_ID"),
        hint: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write ~/.aws/credentials")
    }
    return Credentials(key: key, secret: secret, session: values["aws_session_token"])
  }

  /// Replaces the secret key and the session token in a store's message with `…`.
  func hiding(_ message: String) -> String {
    guard let credentials = try? credentials() else { return message }
    return [credentials.secret, credentials.session].compactMap(\.self).filter { !$0.isEmpty }
      .reduce(message) { $0.replacing($1, with: "…") }
  }

  /// Returns the values of the selected profile in the config or credentials file, or an empty
  /// dictionary if there are none.
  private static func section(
    _ variables: [String: String], file: String, name: String, isConfig: Bool
  ) -> [String: String] {
    let own = variables["HOME"].map { "\($0)/.aws/\(name)" }
    guard let path = variables[file] ?? own, let bytes = try? Files.read(path, limit: 1 << 20)
    else {
      return [:]
    }
    let profile = variables["AWS_PROFILE"] ?? "default"
    // In the config file, every profile except the default has a section with the name `profile
    // NAME`.
    let wanted = isConfig && profile != "default" ? "profile \(profile)" : profile
    var (values, isIn) = ([String: String](), false)
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.hasPrefix("#") || line.hasPrefix(";") { continue }
      if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        isIn = line[line.index(after: line.startIndex)..<end].trimmed == wanted
      } else if isIn, let sign = line.firstIndex(of: "=") {
        values[line[..<sign].trimmed] = line[line.index(after: sign)...].trimmed
      }
    }
    return values
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    let tail = drop(while: isBlank)
    guard let last = tail.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(tail[...last])
  }
}
