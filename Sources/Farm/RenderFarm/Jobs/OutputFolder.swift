internal import Files
internal import Glibc
import Stores
import WallfarmCore
import WallfarmPluginKit

/// The output folder of a batch, and the rules for paths in it.
struct OutputFolder {
  /// The name of the queue folder in the output folder.
  static let hidden = ".wallfarm"

  /// Maximum length of a path component in bytes, on every common file system.
  private static let longestName = 255

  /// The absolute path with links resolved.
  let path: String
  let allowsOutside: Bool
  /// Whether the folder contains the queue of a batch.
  let hasQueue: Bool
  /// Whether the folder is in an object store, which has neither links nor folders.
  let isRemote: Bool

  /// Resolves a folder; ``make()`` creates it.
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

  /// Creates the last component of the folder if it is missing, and checks that the folder is
  /// writable.
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

  /// Returns the normalized path below the folder; absolute paths are valid only if allowed.
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
    // A bare file name cannot leave the folder, because a link with that name is rejected.
    guard let slash = name.lastIndex(of: "/") else { return true }
    return FileScope(folder: path, isConfined: true).contains(path + "/" + name[..<slash])
  }

  /// Returns the canonical path of a name from ``name(for:)``, for comparison.
  func place(of name: String) -> String {
    let path = OutputFolder.path(of: name, in: path)
    return isRemote ? path : PathComparison.placeToWrite(path)
  }

  /// Returns the path of a name from ``name(for:)``.
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
