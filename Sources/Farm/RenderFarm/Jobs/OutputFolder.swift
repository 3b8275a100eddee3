internal import Files
internal import Glibc
import Stores
import WallfarmCore
import WallfarmPluginKit

/// The folder that a batch writes into, and what may be written there.
struct OutputFolder {
  /// The folder of the queue in it.
  static let hidden = ".wallfarm"

  /// Most bytes of a part of a path, on every file system in use.
  private static let longestName = 255

  /// Absolute, without links.
  let path: String
  let allowsOutside: Bool
  /// Whether it is that of a batch, with the queue in it.
  let hasQueue: Bool
  /// Whether it is in an object store, where there are neither links nor folders.
  let isRemote: Bool

  /// Names a folder; ``make()`` makes it.
  init(_ path: String, allowsOutside: Bool = false, hasQueue: Bool = true) {
    var short = path
    while short.count > 1 && short.hasSuffix("/") { short.removeLast() }
    isRemote = S3Address.isAddress(short)
    guard !isRemote else {
      (self.path, self.allowsOutside, self.hasQueue) = (short, false, hasQueue)
      return
    }
    let absolute = PathComparison.fileToRead(short) ?? PathComparison.placeToWrite(short)
    self.path = absolute
    self.allowsOutside = allowsOutside
    self.hasQueue = hasQueue
  }

  /// Makes it where only the last part is missing, and sees that it can be written.
  ///
  /// - Throws: `output-failed`.
  func make() throws(RenderError) {
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      throw .noOutputFolder(path, SystemError.message(errno))
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .noOutputFolder(path, "it is not a folder")
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw .noOutputFolder(path, SystemError.message(errno))
    }
  }

  /// The name below the folder that a job asks for; absolute where that is allowed.
  ///
  /// - Throws: `path-outside`, `output-pattern`.
  func name(for output: String) throws(RenderError) -> String {
    let isAbsolute = output.hasPrefix("/")
    let parts = output.split(separator: "/").filter { $0 != "." }
    guard let last = parts.last, last != "..", !output.hasSuffix("/") else {
      throw RenderError(
        .outputPattern, "'\(output)' names no file", origin: .option("output"),
        hint: "end it with a file name, such as {device}.{format}")
    }
    guard !output.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw RenderError(
        .outputPattern, "the name of the file has control characters", origin: .option("output"),
        hint: "use letters, digits and other signs that can be read")
    }
    guard parts.allSatisfy({ $0.utf8.count <= OutputFolder.longestName }) else {
      throw RenderError(
        .outputPattern, "a part of '\(output.prefix(60))…' has more than 255 bytes",
        origin: .option("output"), hint: "shorten it: no disk takes such a name")
    }
    let name = (isAbsolute ? "/" : "") + parts.joined(separator: "/")
    if !allowsOutside {
      let reason: String? =
        isAbsolute
        ? "'\(output)' is an absolute path"
        : parts.contains("..")
          ? "'\(output)' goes upwards"
          : isInside(name) ? nil : "'\(output)' leads out of '\(path)'"
      if let reason {
        let place = hasQueue ? "--output" : "this folder"
        throw RenderError(
          .pathOutside, reason, origin: .option("output"),
          hint: "name a file below \(place), or allow it with --allow-outside")
      }
    }
    guard !isRemote || "\(path)/\(name)".utf8.count <= S3Address.longestKey else {
      throw RenderError(
        .outputPattern,
        "'\(name.prefix(60))…' has more bytes than a key of an object store may have",
        origin: .option("output"), hint: "shorten it: 1024 bytes are the limit")
    }
    if !isRemote, let kind = EntryKind(at: OutputFolder.path(of: name, in: path)), kind != .file {
      throw RenderError(
        .outputPattern, "'\(output)' is \(kind.words)", origin: .option("output"),
        hint: kind == .folder
          ? "end it with a file name, such as {device}.{format}"
          : "write to another name, or move that away: only a file is replaced")
    }
    guard hasQueue, !isAbsolute, parts.first.map(String.init) == OutputFolder.hidden else {
      return name
    }
    throw RenderError(
      .outputPattern, "'\(OutputFolder.hidden)' is the folder of the queue",
      origin: .option("output"),
      hint: "write the picture into another folder")
  }

  private func isInside(_ name: String) -> Bool {
    if isRemote { return true }
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    // Without a folder in its name it can lead nowhere else: a link of that name is refused.
    guard let slash = name.lastIndex(of: "/") else { return true }
    return FileScope(folder: path, isConfined: true).contains(path + "/" + name[..<slash])
  }

  /// What tells a file with a name that ``name(for:)`` gave from all others.
  func place(of name: String) -> String {
    let path = OutputFolder.path(of: name, in: path)
    return isRemote ? path : PathComparison.placeToWrite(path)
  }

  /// The path of a file with a name that ``name(for:)`` gave.
  static func path(of name: String, in folder: String) -> String {
    name.hasPrefix("/") ? name : folder + "/" + name
  }
}

extension RenderError {
  fileprivate static func noOutputFolder(_ path: String, _ reason: String) -> RenderError {
    RenderError(
      .outputFailed,
      "'\(path)' cannot hold pictures: \(reason)",
      origin: .option("output"),
      hint: "give a folder that can be written; it is made in one that exists")
  }
}
