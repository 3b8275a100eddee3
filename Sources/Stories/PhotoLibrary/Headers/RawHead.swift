import PhotoFormats

/// Raw files of cameras: most are TIFF files, whose first directory tells what EXIF data does.
///
/// Their size is not read: the first directory of many is about a small copy. CR3 and RAF are recognised only.
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
