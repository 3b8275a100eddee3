enum HEIFStructure {
  static func structure(of bytes: UnsafeBufferPointer<UInt8>) -> Result<PhotoStructure, FileFlaw> {
    .success(PhotoStructure())
  }
}
