internal import Files
internal import Glibc
internal import Requests
import Stores
import WallfarmCore
import WallfarmPluginKit

/// The output folder of a batch, which also contains its queue.
package struct OutputFolder {
  /// The name of the queue folder in the output folder.
  static let hidden = ".wallfarm"

  /// The absolute path with links resolved.
  let path: String
  let allowsOutside: Bool
  /// Whether the folder is in an object store, which has neither links nor folders.
  let isRemote: Bool

  /// Resolves the path of a folder; ``make()`` creates the folder.
  package init(_ path: String, allowsOutside: Bool = false) {
    var short = path
    while short.count > 1 && short.hasSuffix("/") { short.removeLast() }
    isRemote = S3Address.isAddress(short)
    guard !isRemote else {
      (self.path, self.allowsOutside) = (short, false)
      return
    }
    let absolute = PathComparison.fileToRead(short) ?? PathComparison.placeToWrite(short)
    self.path = absolute
    self.allowsOutside = allowsOutside
  }

  /// Creates the last component of the folder if it is missing, and checks whether the folder is
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

  /// Returns the normalized path of an output, relative to the folder; absolute paths require
  /// `allowsOutside`.
  ///
  /// - Throws: `path-outside`, `output-pattern`.
  func name(for output: String) throws(RenderError) -> String {
    let rules = OutputRules(
      folder: path, allowsOutside: allowsOutside, isRemote: isRemote, noun: "--output")
    let name = try rules.name(for: output)
    guard !isRemote || "\(path)/\(name)".utf8.count <= S3Address.longestKey else {
      throw RenderError(
        .outputPattern,
        "'\(name.prefix(60))…' is too long for an object store key",
        origin: .option("output"), hint: "shorten it to at most 1024 bytes")
    }
    guard name.split(separator: "/").first.map(String.init) == OutputFolder.hidden,
      !name.hasPrefix("/")
    else { return name }
    throw RenderError(
      .outputPattern, "'\(OutputFolder.hidden)' is reserved for the queue",
      origin: .option("output"),
      hint: "write the picture to another folder")
  }

  /// Returns the canonical path for a name that ``name(for:)`` returned; canonical paths can be
  /// compared.
  func place(of name: String) -> String {
    let path = OutputRules.path(of: name, in: path)
    return isRemote ? path : PathComparison.placeToWrite(path)
  }
}

extension RenderError {
  fileprivate static func noOutputFolder(_ path: String, _ reason: String) -> RenderError {
    RenderError(
      .outputFailed,
      "'\(path)' cannot be the output folder: \(reason)",
      origin: .option("output"),
      hint: "use a writable folder, or name a new folder inside an existing one")
  }
}
