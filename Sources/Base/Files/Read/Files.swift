package import Diagnostics
internal import Glibc

/// Reads files and folders.
package enum Files {
  /// Reads a regular file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: maximum size in bytes; a larger file is rejected before it is read.
  ///   - setting: the option that raises the limit, or nil if there is none.
  /// - Returns: the bytes.
  /// - Throws: `file-unreadable`, `file-too-large`.
  package static func read(
    _ path: String, limit: Int = 64 << 20, setting: String? = nil
  ) throws(RenderError) -> [UInt8] {
    let (descriptor, size) = try openRegular(path)
    defer { close(descriptor) }
    guard size <= limit else { throw .fileTooLarge(path, limit, setting: setting) }
    return try readAll(descriptor, path: path, limit: limit, expecting: size)
  }

  /// Reads up to `count` bytes from the start of a regular file.
  ///
  /// - Throws: `file-unreadable`.
  package static func readHead(of path: String, count: Int) throws(RenderError) -> [UInt8] {
    let (descriptor, _) = try openRegular(path)
    defer { close(descriptor) }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, got in
      got = 0
      while got < count {
        let more = untilNotInterrupted {
          pread(descriptor, buffer.baseAddress.map { $0 + got }, count - got, off_t(got))
        }
        if more < 0 { failure = errno }
        guard more > 0 else { return }
        got += more
      }
    }
    guard failure == 0 else { throw .cannotRead(path, failure) }
    return bytes
  }

  /// Reads a regular file in pieces of 1 MiB.
  ///
  /// - Throws: `file-unreadable`.
  static func readPieces(
    of path: String, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(RenderError) {
    let (descriptor, _) = try openRegular(path)
    defer { close(descriptor) }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let got = Glibc.read(descriptor, piece.baseAddress, piece.count)
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .cannotRead(path, errno) }
      if got == 0 { return }
      body(UnsafeRawBufferPointer(rebasing: piece[..<got]))
    }
  }

  /// Reads the bytes that are available from a nonblocking descriptor, up to about 1 MiB.
  ///
  /// The limit prevents a fast writer from keeping the caller busy indefinitely.
  ///
  /// - Returns: the bytes, and whether the descriptor has reached its end.
  package static func readAvailable(_ descriptor: Int32) -> (bytes: [UInt8], isOver: Bool) {
    var bytes: [UInt8] = []
    while bytes.count < 1 << 20 {
      var status = 0
      let most = 1 << 16
      let chunk = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
        status = Glibc.read(descriptor, buffer.baseAddress, most)
        count = max(0, status)
      }
      if status < 0 && errno == EINTR { continue }
      bytes += chunk
      if status == 0 { return (bytes, true) }
      if status < 0 { return (bytes, errno != EAGAIN) }
      // A short read means that no more bytes are available now.
      if status < most { return (bytes, false) }
    }
    return (bytes, false)
  }

  /// Retries a call while it fails with EINTR.
  ///
  /// Do not use it for `close`: on Linux, the descriptor is closed even if the call fails with
  /// EINTR.
  package static func untilNotInterrupted<Result: BinaryInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      guard result < 0 && errno == EINTR else { return result }
    }
  }

  /// Opens a regular file without blocking; pipes and devices are rejected.
  ///
  /// - Returns: the descriptor.
  /// - Throws: `file-unreadable`.
  package static func openToRead(_ path: String) throws(RenderError) -> Int32 {
    try openRegular(path).descriptor
  }

  /// The reason why a file is rejected.
  ///
  /// A named pipe is rejected because it might never get a writer. A pipe that is already open does
  /// not have this problem.
  private static func reason(_ kind: mode_t) -> String {
    switch kind {
    case S_IFDIR: "it is a folder"
    case S_IFIFO: "it is a named pipe; read it with '-' and '<'"
    default: "it is not a regular file"
    }
  }

  private static func openRegular(
    _ path: String
  ) throws(RenderError) -> (descriptor: Int32, size: Int) {
    // With O_NONBLOCK, opening a named pipe does not wait for a writer.
    let place = HeldFiles.place(of: path)
    var descriptor = untilNotInterrupted { open(place, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    if descriptor < 0, errno == EACCES, let opener = FileOpener.other {
      descriptor = try opener(path)
    }
    guard descriptor >= 0 else { throw .cannotRead(path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw .cannotRead(path, number)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return (descriptor, Int(status.st_size))
    case let kind:
      close(descriptor)
      throw .fileUnreadable(path, reason(kind))
    }
  }

  /// The identity and version of a file.
  package struct Identity: Hashable {
    let device: UInt
    let inode: UInt
    package let size: Int
    package let seconds: Int
    package let nanoseconds: Int
    /// The time of the last status change in nanoseconds since 1970; unlike the modification time,
    /// it cannot be set by users.
    let changed: Int
  }

  /// Reads the current identity of a file.
  ///
  /// - Throws: `file-unreadable`.
  package static func identity(of path: String) throws(RenderError) -> Identity {
    var status = stat()
    guard stat(HeldFiles.place(of: path), &status) == 0 else { throw .cannotRead(path, errno) }
    return Identity(
      device: UInt(status.st_dev), inode: UInt(status.st_ino), size: Int(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec,
      changed: status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec)
  }

  /// Reads standard input to the end.
  package static func readStandardInput(limit: Int = 16 << 20) throws(RenderError) -> [UInt8] {
    try readAll(STDIN_FILENO, path: "standard input", limit: limit, expecting: 1 << 16)
  }

  static func readAll(
    _ descriptor: Int32, path: String, limit: Int, expecting expected: Int, setting: String? = nil
  ) throws(RenderError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      // Leave room for one more byte than expected, so that the end of the file is detected without
      // a second allocation.
      let room = max(expected + 1 - bytes.count, 1 << 16)
      var failure: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let got = Glibc.read(descriptor, buffer.baseAddress, room)
        if got < 0 { failure = errno }
        count = max(got, 0)
      }
      if failure == EINTR { continue }
      guard failure == 0 else { throw .cannotRead(path, failure) }
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      guard bytes.count <= limit else { throw .fileTooLarge(path, limit, setting: setting) }
    }
  }

  /// The visible names in a folder, sorted; empty if the folder does not exist.
  package static func names(in folder: String) -> [String] {
    namesWithHidden(in: folder).filter { !$0.hasPrefix(".") }
  }

  /// The relative paths of all regular files in a folder and its subfolders, sorted.
  ///
  /// Hidden files, hidden folders and `__pycache__` are skipped. Links to folders are not followed,
  /// because a link may lead to a large part of the disk. At most `depth` levels of subfolders are
  /// searched.
  package static func namesBelow(_ folder: String, depth: Int = 8) -> [String] {
    names(in: folder).filter { $0 != "__pycache__" }.flatMap { name -> [String] in
      switch kind(of: folder + "/" + name) {
      case .regular: [name]
      case .folder where depth > 0 && EntryKind(at: folder + "/" + name) == .folder:
        namesBelow(folder + "/" + name, depth: depth - 1).map { "\(name)/\($0)" }
      default: []
      }
    }
  }

  /// All names in a folder, sorted; empty if the folder does not exist.
  package static func namesWithHidden(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The name is shorter than its field, so copying the whole field would read past the entry.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = UnsafeRawPointer(entry) + offset
      names.append(String(cString: start.assumingMemoryBound(to: CChar.self)))
    }
    return names.sorted()
  }

  /// Whether a path exists.
  package static func exists(_ path: String) -> Bool {
    access(HeldFiles.place(of: path), F_OK) == 0
  }

  /// The type of a file, after links are followed.
  package enum Kind { case regular, folder, other }

  /// The type of the file at a path, after links are followed, or nil if there is no file.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(HeldFiles.place(of: path), &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .regular
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Whether a path is a folder.
  package static func isFolder(_ path: String) -> Bool { kind(of: path) == .folder }

  /// The path without links, dots or double slashes, or nil if the path does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// A path that is the same for all paths to a file; the file does not have to exist.
  package static func canonical(_ path: String) -> String {
    if let existing = resolved(path) { return existing }
    return (resolved(folder(of: path)) ?? folder(of: path)) + "/" + name(of: path)
  }

  /// The folder that contains a file; for piped input, the working directory.
  package static func folder(of path: String) -> String {
    if HeldFiles.descriptor(of: path) != nil, PipedFile.input(path) != nil { return "." }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component of a path.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The extension of a name in lowercase, without the dot; empty if there is none.
  package static func ending(of path: String) -> String {
    let name = name(of: path)
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }

  /// Resolves a relative path against a folder; returns an absolute path unchanged.
  package static func join(_ folder: String, _ path: String) -> String {
    path.hasPrefix("/") || folder == "." ? path : folder + "/" + path
  }

  /// The message for an error number, with a lowercase first letter.
  static func systemMessage(_ number: Int32) -> String { SystemError.message(number) }
}

/// Error messages of the operating system.
public enum SystemError {
  /// The message for an error number, with a lowercase first letter.
  public static func message(_ number: Int32) -> String {
    let text = String(cString: strerror(number))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
