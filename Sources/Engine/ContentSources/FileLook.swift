/// The type of a file that was passed instead of a text file, determined from its first bytes.
enum FileLook {
  case picture, document, archive, film
  /// A file that contains NUL bytes.
  case binary
  /// Text in an encoding other than UTF-8.
  case text

  /// Classifies a file by its first bytes.
  ///
  /// The cases ``text`` and ``binary`` are meaningful only for a file that is not valid UTF-8.
  init(_ bytes: [UInt8]) {
    func starts(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    // An ISO base media file starts with the size and the type of a box.
    let isBox = bytes.count > 12 && starts("ftyp", at: 4)
    let pictures = ["heic", "heix", "hevc", "mif1", "msf1", "avif"]
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
      || starts("GIF8") || starts("RIFF") && starts("WEBP", at: 8)
      || bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A])
      || isBox && pictures.contains(where: { starts($0, at: 8) })
    {
      self = .picture
    } else if isBox {
      self = .film
    } else if starts("%PDF") {
      self = .document
    } else if starts("PK") || bytes.starts(with: [0x1F, 0x8B]) {
      self = .archive
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      self = .text
    } else {
      self = bytes.prefix(4096).contains(0) ? .binary : .text
    }
  }

  /// Recognizes a known file type that is not text; returns nil for other files.
  static func other(in bytes: [UInt8]) -> FileLook? {
    let look = FileLook(bytes)
    return [.picture, .document, .archive, .film].contains(look) ? look : nil
  }

  /// The error message for this type of file.
  var whyNoText: String {
    switch self {
    case .picture: "the file is a picture, not text"
    case .document: "the file is a PDF, not text"
    case .archive: "the file is an archive or an office document, not text"
    case .film: "the file is a video, not text"
    case .binary: "the file is not text"
    case .text: "the file is not UTF-8 text"
    }
  }

  /// The hint for this type of file.
  var hint: String {
    switch self {
    case .picture: "pass a photo with --photo, or notes as a text file with one note per line"
    case .document, .archive: "save its text as a file with one note per line"
    case .film, .binary: "check that it is the right file"
    case .text: "save it as UTF-8 in a text editor, or convert it with iconv"
    }
  }
}
