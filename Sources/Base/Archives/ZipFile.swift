internal import CMinizip
package import Diagnostics
internal import Files

/// Writes a ZIP file and owns the minizip handle.
package final class ZipFile {
  private var zip: zipFile?
  private let path: String

  /// Creates a file, replacing any existing file.
  ///
  /// - Throws: `output-failed`.
  package init(_ path: String) throws(RenderError) {
    self.path = path
    zip = zipOpen64(path, APPEND_STATUS_CREATE)
    guard zip != nil else { throw failed() }
  }

  deinit { if let zip { zipClose(zip, nil) } }

  /// Adds an entry; pictures are stored uncompressed, because they are already compressed.
  ///
  /// - Throws: `output-failed`.
  package func add(_ name: String, _ bytes: [UInt8]) throws(RenderError) {
    var info = zip_fileinfo()
    // A constant date makes the archive reproducible. The file mode is 0644.
    info.tmz_date.tm_year = 1980
    info.tmz_date.tm_mday = 1
    info.external_fa = 0o100644 << 16
    let isPicture = [".png", ".jpg", ".webp"].contains { name.hasSuffix($0) }
    let method = isPicture ? 0 : Z_DEFLATED
    // Bit 11 of the flags marks names as UTF-8; the field "version made by" is 2.0 on Unix.
    let opened = zipOpenNewFileInZip4(
      zip, name, &info, nil, 0, nil, 0, nil, method, Z_BEST_COMPRESSION, 0, -MAX_WBITS,
      DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, nil, 0, 3 << 8 | 20, 1 << 11)
    guard opened == ZIP_OK,
      zipWriteInFileInZip(zip, bytes, UInt32(clamping: bytes.count)) == ZIP_OK,
      zipCloseFileInZip(zip) == ZIP_OK
    else { throw failed() }
  }

  /// Writes the directory and closes the file.
  ///
  /// - Throws: `output-failed`.
  package func finish() throws(RenderError) {
    let open = zip
    zip = nil
    guard zipClose(open, nil) == ZIP_OK else { throw failed() }
  }

  private func failed() -> RenderError {
    RenderError(
      .outputFailed, "'\(path)' cannot be written", origin: .option("output"),
      hint: "choose another folder, or check the permissions and the free disk space")
  }
}
