internal import CMinizip

/// A ZIP file that is being read: one entry at a time, in pieces, nothing of it on a disk.
///
/// The file may be made to harm. So nothing that it claims is believed: bytes are counted as they are unpacked,
/// and an entry is only whole when as many came as it said, with their checksum.
package final class UnzippedFile {
  /// Why a ZIP file cannot be read.
  package enum Failure: Error, Hashable, Sendable {
    /// It is no ZIP file, or its directory is cut.
    case notAnArchive
    /// Bytes are missing, or others than those that were packed.
    case damaged
    /// It needs a password.
    case encrypted
    /// It was packed in another way than deflate.
    case otherMethod
    /// More bytes came out than the caller takes.
    case tooLarge
  }

  /// A file in it.
  package struct Entry: Hashable, Sendable {
    /// Its path, at most 1024 bytes of it.
    package let name: String
    /// How many bytes it has, as it claims.
    package let bytes: UInt64
    fileprivate let place: UInt64
    fileprivate let number: UInt64
    fileprivate let flags: UInt
    fileprivate let method: UInt
  }

  private let zip: unzFile
  private var current: (entry: Entry, got: UInt64, most: UInt64)?

  /// Opens a file, which may be a descriptor of the caller's by the path `/proc/self/fd/3`.
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

  /// The first files in it.
  ///
  /// - Parameter most: how many are looked at.
  /// - Returns: them, as its directory lists them.
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
      number: place.num_of_file, flags: info.flag, method: info.compression_method)
  }

  /// Begins to read a file in it.
  ///
  /// - Parameters:
  ///   - entry: one of those that it has.
  ///   - most: how many bytes may come out.
  /// - Throws: `encrypted`, `otherMethod`, `damaged`.
  package func begin(_ entry: Entry, most: UInt64) throws(Failure) {
    if current != nil { unzCloseCurrentFile(zip) }
    current = nil
    // Bit 0 of the flags: encrypted (APPNOTE.TXT 4.4.4).
    guard entry.flags & 1 == 0 else { throw .encrypted }
    guard entry.method == 0 || entry.method == UInt(Z_DEFLATED) else { throw .otherMethod }
    var place = unz64_file_pos(pos_in_zip_directory: entry.place, num_of_file: entry.number)
    guard unzGoToFilePos64(zip, &place) == UNZ_OK, unzOpenCurrentFile(zip) == UNZ_OK else {
      throw .damaged
    }
    current = (entry, 0, most)
  }

  /// Unpacks the next bytes of the file that was begun.
  ///
  /// - Parameter buffer: room for them.
  /// - Returns: how many came; 0 at the end of a whole file.
  /// - Throws: `damaged`, `tooLarge`.
  package func next(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    guard let (entry, got, most) = current else { return 0 }
    let count = unzReadCurrentFile(zip, buffer.baseAddress, UInt32(clamping: buffer.count))
    guard count >= 0 else { throw .damaged }
    if count == 0 {
      current = nil
      // The checksum is only looked at where all bytes came.
      guard unzCloseCurrentFile(zip) == UNZ_OK, got == entry.bytes else { throw .damaged }
      return 0
    }
    guard most - got >= UInt64(count) else { throw .tooLarge }
    current = (entry, got + UInt64(count), most)
    return Int(count)
  }
}
