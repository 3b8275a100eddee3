/// Raw files of cameras: most are TIFF files, whose first directory tells what EXIF data does.
///
/// Their size is not read: the first directory of many is about a small copy. CR3 and RAF are recognised only.
enum RawHead {
  static func read(_ bytes: HeaderBytes) -> HeadParts {
    var parts = HeadParts()
    parts.exif = HeadParts.ExifBlock(bytes, 0..<bytes.size)
    let reader = TIFFReader(bytes, 0..<bytes.size, marks: PhotoHeader.Format.raw.marks)
    if let reader, !reader.hasDirectory {
      parts.damage = .cut("its first directory", at: reader.first)
    }
    return parts
  }
}
