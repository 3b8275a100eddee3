internal import Digests

/// Signs requests with AWS Signature Version 4, using HMAC-SHA-256 from nettle.
///
/// Source: S3 API reference, "Authenticating requests (AWS Signature Version 4)". libcurl's signer
/// is not used, because it fails for keys that contain `= + @ , ( )` or UTF-8 (curl#13754, #11794,
/// #8107).
package struct S3Signer {
  let credentials: S3Environment.Credentials
  let region: String

  package init(credentials: S3Environment.Credentials, region: String) {
    (self.credentials, self.region) = (credentials, region)
  }

  /// Signs a request.
  ///
  /// - Parameters:
  ///   - method: the HTTP method, such as `PUT`.
  ///   - path: the encoded path, with a leading slash.
  ///   - headers: all headers to sign, including `host`.
  ///   - payload: SHA-256 of the body in hex.
  ///   - time: the request time, such as `20130524T000000Z`.
  /// - Returns: the headers and the signature, sorted, with lowercase names.
  package func sign(
    _ method: String, path: String, headers: [String: String], payload: String, time: String
  ) -> [(name: String, value: String)] {
    var headers = headers
    headers["x-amz-date"] = time
    headers["x-amz-content-sha256"] = payload
    headers["x-amz-security-token"] = credentials.session
    let sorted = headers.sorted { $0.key < $1.key }
    let names = sorted.map(\.key).joined(separator: ";")
    let canonical = [
      method, path, "", sorted.map { "\($0.key):\($0.value)\n" }.joined(), names, payload,
    ].joined(separator: "\n")
    let scope = "\(time.prefix(8))/\(region)/s3/aws4_request"
    let words = [
      "AWS4-HMAC-SHA256", time, scope, SHA256.hex(of: Array(canonical.utf8)),
    ].joined(separator: "\n")
    var key = Array("AWS4\(credentials.secret)".utf8)
    for part in [String(time.prefix(8)), region, "s3", "aws4_request"] {
      key = HMACSHA256.code(of: Array(part.utf8), key: key)
    }
    let signature = HMACSHA256.hex(of: Array(words.utf8), key: key)
    let authorization =
      "AWS4-HMAC-SHA256 Credential=\(credentials.key)/\(scope),SignedHeaders=\(names),"
      + "Signature=\(signature)"
    return sorted.map { ($0.key, $0.value) } + [("authorization", authorization)]
  }

  /// Percent-encodes every character of a path except letters, digits, slashes and `-._~` (RFC
  /// 3986).
  package static func encoded(_ path: String) -> String {
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      if isPlain[Int(byte)] {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
  private static let isPlain: [Bool] = {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    return (0..<256).map { plain.contains(UInt8($0)) }
  }()

  /// Formats seconds since 1970 as `YYYYMMDDTHHMMSSZ`, in UTC.
  package static func time(_ seconds: Int) -> String {
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    // Source: H. Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let isNextYear = month >= 10
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
      "\(yearOfEra + era * 400 + (isNextYear ? 1 : 0))\(two(isNextYear ? month - 9 : month + 3))"
      + "\(two(day))T\(two(rest / 3600))\(two(rest / 60 % 60))\(two(rest % 60))Z"
  }
}
