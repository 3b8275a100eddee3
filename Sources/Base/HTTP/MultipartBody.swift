/// A `multipart/form-data` body: a form with files, as sent by browsers and `curl -F` (RFC 7578).
///
/// Ambiguous bodies are rejected: text before the first boundary or after the last boundary, a
/// boundary followed by other text on its line, and folded header lines. Parts are slices of the
/// body and are not copied.
public struct MultipartBody: Sendable, Hashable {
  /// A field of the form.
  public struct Part: Sendable, Hashable {
    /// The name of the field.
    public let name: String
    /// The unchanged file name from the client, or nil if there is none.
    ///
    /// The name is never used to open a file. `filename*` (RFC 5987) is ignored, as RFC 7578, 4.2,
    /// requires.
    public let fileName: String?
    /// The unchanged media type, or nil if there is none.
    public let contentType: String?
    /// The content.
    public let bytes: ArraySlice<UInt8>
  }

  /// The parts in order; at least one.
  public let parts: [Part]

  /// Maximum number of parts.
  public static let mostParts = 32
  /// Maximum number of headers in a part.
  public static let mostHeaders = 16
  /// Maximum size of a part's headers in bytes.
  public static let mostHeaderBytes = 8 << 10

  /// Whether a media type is `multipart/form-data`.
  public static func isOne(_ contentType: String) -> Bool {
    var scanner = FieldScanner(contentType)
    scanner.skipBlanks()
    let type = scanner.word { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
    return type?.lowercased() == "multipart/form-data"
  }

  /// Parses a body in linear time.
  ///
  /// - Parameters:
  ///   - body: the whole body.
  ///   - contentType: the value of the `Content-Type` header, with the boundary.
  /// - Throws: the first error.
  public init(_ body: [UInt8], contentType: String) throws(Flaw) {
    var reader = MultipartReader(body, try MultipartBody.boundary(of: contentType))
    var parts: [Part] = []
    guard reader.beginsWithBoundary() else { throw .noStart }
    while try reader.hasPart(afterPart: parts.count) {
      guard parts.count < MultipartBody.mostParts else { throw .tooManyParts }
      parts.append(try reader.part(parts.count + 1))
    }
    guard !parts.isEmpty else { throw .noParts }
    self.parts = parts
  }

  /// The boundary parameter of a media type (RFC 2046, 5.1.1).
  package static func boundary(of contentType: String) throws(Flaw) -> String {
    guard isOne(contentType) else { throw .otherType }
    var scanner = FieldScanner(contentType)
    _ = scanner.word { $0 != UInt8(ascii: ";") }
    let parameters = scanner.parameters { isBoundary($0) && $0 != 0x20 } ?? []
    let boundaries = parameters.filter { $0.name == "boundary" }
    guard boundaries.count == 1, let boundary = boundaries.first?.value,
      (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy(isBoundary),
      boundary.utf8.last != 0x20
    else { throw .noBoundary }
    return boundary
  }

  private static func isBoundary(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "'()+_,-./:=? ".utf8.contains(byte)
    }
  }
}

extension MultipartBody {
  /// The reason why a body is invalid; parts are numbered from 1.
  public enum Flaw: Error, Sendable, Hashable {
    /// The media type is not `multipart/form-data`.
    case otherType
    /// The boundary is missing, repeated or invalid.
    case noBoundary
    /// The body does not begin with the boundary.
    case noStart
    /// The final boundary is missing.
    case noEnd
    /// Text follows the final boundary.
    case afterEnd
    /// The boundary after this part has other text on its line.
    case brokenBoundary(afterPart: Int)
    /// There are no parts.
    case noParts
    /// There are too many parts.
    case tooManyParts
    /// The headers of a part are too long.
    case headersTooLong(part: Int)
    /// A part has too many headers.
    case tooManyHeaders(part: Int)
    /// A header line of a part is invalid.
    case brokenHeader(part: Int)
    /// The headers of a part are not UTF-8.
    case notUTF8(part: Int)
    /// A header that may occur only once occurs twice in a part; its name is lowercase.
    case repeatedHeader(String, part: Int)
    /// A part has no `Content-Disposition: form-data`.
    case noFormData(part: Int)
    /// The parameters of a part's Content-Disposition are invalid or repeated.
    case brokenDisposition(part: Int)
    /// A part has no field name.
    case noName(part: Int)
    /// A part has an unsupported transfer encoding with the given name.
    case encoded(String, part: Int)

    /// A message for users, worded to follow a subject such as "the body".
    public var reason: String {
      switch self {
      case .otherType: "it is not multipart/form-data"
      case .noBoundary: "its Content-Type has no boundary of 1 to 70 allowed characters"
      case .noStart: "it does not start with its boundary"
      case .noEnd: "it ends before its last boundary"
      case .afterEnd: "it continues after its last boundary"
      case .brokenBoundary(0): "the line of the first boundary contains other text"
      case .brokenBoundary(let part):
        "the line of the boundary after part \(part) contains other text"
      case .noParts: "it has no parts"
      case .tooManyParts: "it has more than \(MultipartBody.mostParts) parts"
      case .headersTooLong(let part):
        "the headers of part \(part) have more than \(MultipartBody.mostHeaderBytes) bytes"
      case .tooManyHeaders(let part):
        "part \(part) has more than \(MultipartBody.mostHeaders) headers"
      case .brokenHeader(let part): "part \(part) has an invalid header line"
      case .notUTF8(let part): "the headers of part \(part) are not UTF-8"
      case .repeatedHeader(let name, let part): "part \(part) has two '\(name)' headers"
      case .noFormData(let part): "part \(part) has no 'Content-Disposition: form-data'"
      case .brokenDisposition(let part): "the Content-Disposition of part \(part) is invalid"
      case .noName(let part): "part \(part) has no name"
      case .encoded(let coding, let part):
        "part \(part) has the unsupported transfer encoding '\(coding)'"
      }
    }
  }
}
