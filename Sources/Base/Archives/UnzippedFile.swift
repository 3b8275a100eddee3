internal import CMinizip

/// Reads untrusted ZIP files, and unpacks one entry at a time in pieces, without writing to disk.
///
/// Sizes in the archive are not trusted: bytes are counted while they are unpacked, and an entry is
/// complete only if its size and checksum match.
package final class UnzippedFile {
  /// The reason why a ZIP file cannot be read.
  package enum Failure: Error, Hashable, Sendable {
    /// The file is not a ZIP file, or its directory is truncated.
    case notAnArchive
    /// Bytes are missing or altered.
    case damaged
    /// The entry is encrypted.
    case encrypted
    /// The compression method is not supported.
    case otherMethod
    /// The entry exceeds the caller's size limit.
    case tooLarge
  }

  /// An entry in the directory of the archive.
  package struct Entry: Hashable, Sendable {
    /// The path, truncated to 1024 bytes.
    package let name: String
    /// The uncompressed size in bytes, according to the archive.
    package let bytes: UInt64
    fileprivate let place: UInt64
    fileprivate let number: UInt64
    fileprivate let flags: UInt
    fileprivate let method: UInt
    /// The file mode of Unix, or 0.
    fileprivate let mode: UInt

    /// Whether the entry is a folder.
    package var isFolder: Bool { name.hasSuffix("/") }
    /// Whether the entry is a symbolic link or another special file.
    package var isLink: Bool { ![0, 0o100000, 0o040000].contains(mode & 0o170000) }
  }

  private let zip: unzFile
  private var current: (entry: Entry, got: UInt64, most: UInt64)?

  /// Opens a file by its path, which may be `/proc/self/fd/3` for an open descriptor.
  ///
  /// - Throws: `notAnArchive`.
  package init(_ path: String) throws(Failure) {
    guard let zip = unzOpen64(path) else { throw .notAnArchive }
    self.zip = zip
  }

  deinit {
    if current != nil { unzCloseCurrentFile(zip) }
    unzClose(zip)
  }

  /// Reads the entries of the archive's directory, up to a maximum number.
  ///
  /// - Parameter most: the maximum number of entries.
  /// - Returns: the entries in directory order.
  /// - Throws: `damaged`.
  package func entries(most: Int = 10_000) throws(Failure) -> [Entry] {
    var info = unz_global_info64()
    guard unzGetGlobalInfo64(zip, &info) == UNZ_OK else { throw .damaged }
    guard info.number_entry > 0 else { return [] }
    var entries: [Entry] = []
    var status = unzGoToFirstFile(zip)
    while status == UNZ_OK && entries.count < most {
      entries.append(try entry())
      status = unzGoToNextFile(zip)
    }
    guard status == UNZ_OK || status == UNZ_END_OF_LIST_OF_FILE else { throw .damaged }
    return entries
  }

  private func entry() throws(Failure) -> Entry {
    var info = unz_file_info64()
    var place = unz64_file_pos()
    var name = [CChar](repeating: 0, count: 1024)
    guard
      unzGetCurrentFileInfo64(zip, &info, &name, UInt(name.count), nil, 0, nil, 0) == UNZ_OK,
      unzGetFilePos64(zip, &place) == UNZ_OK
    else { throw .damaged }
    let bytes = name.prefix(Int(min(info.size_filename, UInt(name.count))))
    return Entry(
      name: String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self),
      bytes: info.uncompressed_size, place: place.pos_in_zip_directory,
      number: place.num_of_file, flags: info.flag, method: info.compression_method,
      // The upper half of the external attributes (APPNOTE.TXT 4.4.15).
      mode: info.external_fa >> 16)
  }

  /// Unpacks an entry completely into memory.
  ///
  /// - Parameters:
  ///   - entry: an entry of this file.
  ///   - most: the maximum number of uncompressed bytes.
  /// - Returns: the bytes.
  /// - Throws: `tooLarge`, `encrypted`, `otherMethod`, `damaged`.
  package func bytes(of entry: Entry, most: Int) throws(Failure) -> [UInt8] {
    // Refuse early, but do not trust the stated size: `next` counts the bytes.
    guard entry.bytes <= UInt64(max(most, 0)) else { throw .tooLarge }
    try begin(entry, most: UInt64(max(most, 0)))
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = try next(into: buffer)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Starts reading an entry.
  ///
  /// - Parameters:
  ///   - entry: an entry of this file.
  ///   - most: the maximum number of uncompressed bytes.
  /// - Throws: `encrypted`, `otherMethod`, `damaged`.
  package func begin(_ entry: Entry, most: UInt64) throws(Failure) {
    if current != nil { unzCloseCurrentFile(zip) }
    current = nil
    // Bit 0 of the flags marks an encrypted entry (APPNOTE.TXT 4.4.4).
    guard entry.flags & 1 == 0 else { throw .encrypted }
    guard entry.method == 0 || entry.method == UInt(Z_DEFLATED) else { throw .otherMethod }
    var place = unz64_file_pos(pos_in_zip_directory: entry.place, num_of_file: entry.number)
    guard unzGoToFilePos64(zip, &place) == UNZ_OK, unzOpenCurrentFile(zip) == UNZ_OK else {
      throw .damaged
    }
    current = (entry, 0, most)
  }

  /// Unpacks the next bytes of the current entry.
  ///
  /// - Parameter buffer: receives the bytes.
  /// - Returns: the number of bytes; 0 at the end of a complete entry.
  /// - Throws: `damaged`, `tooLarge`.
  package func next(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    guard let (entry, got, most) = current else { return 0 }
    let count = unzReadCurrentFile(zip, buffer.baseAddress, UInt32(clamping: buffer.count))
    guard count >= 0 else { throw .damaged }
    if count == 0 {
      current = nil
      // minizip verifies the checksum only if all bytes were read.
      guard unzCloseCurrentFile(zip) == UNZ_OK, got == entry.bytes else { throw .damaged }
      return 0
    }
    guard most - got >= UInt64(count) else { throw .tooLarge }
    current = (entry, got + UInt64(count), most)
    return Int(count)
  }
}
