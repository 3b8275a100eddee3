import PhotoFormats

/// Reads the head of a camera raw file.
///
/// Most raw files are TIFF files with EXIF tags in their first directory. The size is not read,
/// because the first directory often describes a thumbnail. CR3 and RAF files are recognized but
/// not read.
struct RawHead: HeadReader {
  private let file: ExifBlock
  private(set) var parts = HeadParts()

  init(_ bytes: PhotoBytes) { file = ExifBlock(bytes, 0..<bytes.size) }

  mutating func read() throws(PhotoFlaw) {
    parts.exif = file
    let reader = TIFFReader(file, marks: PhotoHeader.Format.raw.marks)
    if let reader, !reader.hasDirectory {
      throw .cut(.named("its first directory"), at: reader.first)
    }
  }
}
