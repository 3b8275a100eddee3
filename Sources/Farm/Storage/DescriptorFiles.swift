internal import CSQLite
internal import Glibc

/// An SQLite VFS that can access only a file descriptor that is already open.
///
/// If SQLite opened the file by its path, it would follow links, look for journals, and reject
/// unnamed files. With this VFS, the "path" is the number of a descriptor, which the caller owns.
/// No other file can be opened, created or probed, so an untrusted database cannot reach other
/// files. See https://sqlite.org/vfs.html.
enum DescriptorFiles {
  /// The name of the registered VFS, or nil if the registration failed.
  static let name: String? = {
    guard let system = sqlite3_vfs_find(nil) else { return nil }
    // SQLite requires the VFS to exist until the process exits, so the VFS is never freed.
    let files = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    files.initialize(to: system.pointee)
    files.pointee.pNext = nil
    files.pointee.szOsFile = Int32(MemoryLayout<DescriptorFile>.size)
    files.pointee.zName = UnsafePointer(strdup("wallfarm-descriptor"))
    files.pointee.xOpen = { _, name, file, flags, granted in
      guard let file, let name, flags & SQLITE_OPEN_MAIN_DB != 0,
        let descriptor = Int32(String(cString: name))
      else {
        file?.pointee.pMethods = nil
        return SQLITE_CANTOPEN
      }
      UnsafeMutableRawPointer(file).storeBytes(
        of: DescriptorFile(file: sqlite3_file(pMethods: methods), descriptor: descriptor),
        as: DescriptorFile.self)
      granted?.pointee = SQLITE_OPEN_READONLY
      return SQLITE_OK
    }
    files.pointee.xDelete = { _, _, _ in SQLITE_IOERR }
    files.pointee.xAccess = { _, _, _, found in
      found?.pointee = 0
      return SQLITE_OK
    }
    files.pointee.xFullPathname = { _, name, room, whole in
      guard let name, let whole, strlen(name) < Int(room) else { return SQLITE_CANTOPEN }
      strcpy(whole, name)
      return SQLITE_OK
    }
    guard sqlite3_vfs_register(files, 0) == SQLITE_OK else { return nil }
    return "wallfarm-descriptor"
  }()

  /// The methods of an open file, which is read-only.
  ///
  /// The value is initialized once, before SQLite uses it, and it never changes.
  nonisolated(unsafe) private static let methods: UnsafePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var reading = sqlite3_io_methods()
    reading.iVersion = 1
    reading.xClose = { _ in SQLITE_OK }
    reading.xRead = { file, buffer, count, place in
      guard let file, let buffer else { return SQLITE_IOERR }
      var got = 0
      while got < Int(count) {
        let more = pread(
          DescriptorFiles.descriptor(file), buffer + got, Int(count) - got, off_t(place) + got)
        if more < 0 && errno == EINTR { continue }
        guard more >= 0 else { return SQLITE_IOERR }
        if more == 0 { break }
        got += more
      }
      guard got < Int(count) else { return SQLITE_OK }
      memset(buffer + got, 0, Int(count) - got)
      return DescriptorFiles.shortRead
    }
    reading.xWrite = { _, _, _, _ in SQLITE_READONLY }
    reading.xTruncate = { _, _ in SQLITE_READONLY }
    reading.xSync = { _, _ in SQLITE_OK }
    reading.xFileSize = { file, size in
      var status = stat()
      guard let file, fstat(DescriptorFiles.descriptor(file), &status) == 0 else {
        return SQLITE_IOERR
      }
      size?.pointee = Int64(status.st_size)
      return SQLITE_OK
    }
    reading.xLock = { _, _ in SQLITE_OK }
    reading.xUnlock = { _, _ in SQLITE_OK }
    reading.xCheckReservedLock = { _, isLocked in
      isLocked?.pointee = 0
      return SQLITE_OK
    }
    reading.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    reading.xSectorSize = { _ in 4096 }
    // An immutable file needs neither locks nor a journal.
    reading.xDeviceCharacteristics = { _ in SQLITE_IOCAP_IMMUTABLE }
    methods.initialize(to: reading)
    return UnsafePointer(methods)
  }()

  private static func descriptor(_ file: UnsafeMutablePointer<sqlite3_file>) -> Int32 {
    UnsafeRawPointer(file).load(as: DescriptorFile.self).descriptor
  }

  /// `SQLITE_IOERR_SHORT_READ`, a macro that Swift cannot import.
  private static let shortRead = SQLITE_IOERR | 2 << 8
}

/// The state of an open file; SQLite requires it to begin with a `sqlite3_file`.
private struct DescriptorFile {
  let file: sqlite3_file
  let descriptor: Int32
}
