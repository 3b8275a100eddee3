/// The body of a form with files, as browsers and `curl -F` send it: `multipart/form-data` (RFC 7578).
///
/// What two programs could read in two ways is refused: text before the first boundary or behind the last, a boundary
/// that is followed by anything else, header lines that are folded. A part is a part of the body, not a copy.
public struct MultipartBody: Sendable, Hashable {
  /// One field of the form.
  public struct Part: Sendable, Hashable {
    /// The name of the field.
    public let name: String
    /// The name of the file, as it was written; nil where it is said to be none.
    ///
    /// It is a word of the client: nothing is ever opened by it. `filename*` (RFC 5987) is not looked at, as
    /// RFC 7578, 4.2 has it.
    public let fileName: String?
    /// The media type, as it was written; nil where it is not said.
    public let contentType: String?
    /// What it holds.
    public let bytes: ArraySlice<UInt8>
  }

  /// All of them, in their order; at least one.
  public let parts: [Part]

  /// Most parts.
  public static let mostParts = 32
  /// Most headers of a part.
  public static let mostHeaders = 16
  /// Most bytes of the headers of a part.
  public static let mostHeaderBytes = 8 << 10

  /// Whether a body of this media type is one.
  public static func isOne(_ contentType: String) -> Bool {
    var scanner = FieldScanner(contentType)
    scanner.skipBlanks()
    let type = scanner.word { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
    return type?.lowercased() == "multipart/form-data"
  }

  /// Reads a body, in a time that grows with its length and nothing else.
  ///
  /// - Parameters:
  ///   - body: all of it.
  ///   - contentType: the media type with its boundary, as the header has it.
  /// - Throws: the first flaw.
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

  /// What stands between the parts (RFC 2046, 5.1.1).
  static func boundary(of contentType: String) throws(Flaw) -> String {
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
  /// Why a body is none, with the number of the part from 1.
  public enum Flaw: Error, Sendable, Hashable {
    /// Its media type is not `multipart/form-data`.
    case otherType
    /// The media type has no boundary, several, or one that there cannot be.
    case noBoundary
    /// It does not begin with its boundary.
    case noStart
    /// It ends before the boundary that ends it.
    case noEnd
    /// Something stands behind the boundary that ends it.
    case afterEnd
    /// Behind this part stands a boundary with something else on its line.
    case brokenBoundary(afterPart: Int)
    /// It has no parts.
    case noParts
    /// It has more parts than are read.
    case tooManyParts
    /// The headers of a part have more bytes than are read.
    case headersTooLong(part: Int)
    /// A part has more headers than are read.
    case tooManyHeaders(part: Int)
    /// A line of the headers of a part is none.
    case brokenHeader(part: Int)
    /// The headers of a part are not UTF-8.
    case notUTF8(part: Int)
    /// A part has a header twice that counts once; its name in lower case.
    case repeatedHeader(String, part: Int)
    /// A part has no Content-Disposition, or another one than form-data.
    case noFormData(part: Int)
    /// The parameters of the Content-Disposition of a part cannot be read, or one is there twice.
    case brokenDisposition(part: Int)
    /// A part has no name.
    case noName(part: Int)
    /// A part is encoded in a way that is not read; how.
    case encoded(String, part: Int)

    /// What is wrong, for people: the end of a sentence that begins with the body.
    public var reason: String {
      switch self {
      case .otherType: "it is not multipart/form-data"
      case .noBoundary: "its Content-Type has no boundary of 1 to 70 allowed characters"
      case .noStart: "it does not begin with its boundary"
      case .noEnd: "it ends before its last boundary"
      case .afterEnd: "something stands behind its last boundary"
      case .brokenBoundary(0): "its first boundary is not alone on its line"
      case .brokenBoundary(let part): "the boundary behind part \(part) is not alone on its line"
      case .noParts: "it has no parts"
      case .tooManyParts: "it has more than \(MultipartBody.mostParts) parts"
      case .headersTooLong(let part):
        "the headers of part \(part) have more than \(MultipartBody.mostHeaderBytes) bytes"
      case .tooManyHeaders(let part):
        "part \(part) has more than \(MultipartBody.mostHeaders) headers"
      case .brokenHeader(let part): "part \(part) has a line that is no header"
      case .notUTF8(let part): "the headers of part \(part) are not UTF-8"
      case .repeatedHeader(let name, let part): "part \(part) has two headers '\(name)'"
      case .noFormData(let part): "part \(part) has no 'Content-Disposition: form-data'"
      case .brokenDisposition(let part): "the Content-Disposition of part \(part) cannot be read"
      case .noName(let part): "part \(part) has no name"
      case .encoded(let coding, let part):
        "part \(part) is encoded as '\(coding)': bytes are read as they are"
      }
    }
  }
}
