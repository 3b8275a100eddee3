internal import CSystem
internal import ContentSources
public import Files
internal import Glibc
internal import SourceJSON
public import WallfarmCore
import WallfarmPluginKit

/// The files that a worker may read for an order, in addition to the installed files.
///
/// A fenced worker does not open these files itself: it sends a request to the pool's process,
/// which checks the path against these inputs. Paths are compared after resolving links.
public struct OrderInputs: Sendable, Hashable {
  /// Files that are readable regardless of their names.
  public var files: Set<String>
  /// Folders whose input files are readable.
  ///
  /// Input files are recognized by their file name extensions; hidden files are excluded.
  public var folders: Set<String>
  /// Inputs embedded in the order, keyed by their paths in the request; they take precedence over
  /// files on disk.
  public private(set) var held: [String: HeldInput] = [:]

  /// Allows the given files, and the input files in the given folders.
  public init(files: Set<String> = [], folders: Set<String> = []) {
    self.files = files
    self.folders = folders
  }

  /// Allows the input files in a folder, and the file that defines a time zone.
  public init(in files: FileScope, zone: String?) {
    self.init(folders: [files.folder])
    addZone(zone)
  }

  /// Allows the files that a request may name.
  ///
  /// The allowed files are the input files in the request's folder. Unless the request is confined
  /// to that folder, files elsewhere that the request names are also allowed, and so are the input
  /// files next to its theme, template and content.
  public init(_ request: RenderRequest) {
    let files = request.files
    self.init(in: files, zone: request.zone)
    for name in [request.template, request.theme].compactMap(\.self) {
      add(name, in: files, withNeighbors: true)
    }
    for name in OrderInputs.content(of: request) { add(name, in: files, withNeighbors: true) }
    if case .photo(let name) = request.background { add(name, in: files) }
    for name in request.fonts { add(name, in: files) }
    if let name = request.contentFiles.notes { add(name, in: files) }
    for setting in request.settings {
      for name in OrderInputs.names(in: setting.value) { add(name, in: files) }
    }
    holdCalendar(of: request)
  }

  /// Allows only the inputs that are embedded in the order, and the file that defines the request's
  /// time zone.
  ///
  /// - Parameters:
  ///   - held: The inputs, keyed by their paths on the machine that planned the order.
  ///   - zone: The time zone of the request.
  public init(held: [String: HeldInput], zone: String?) {
    self.init()
    for (path, input) in held { self.held[HeldFiles.plain(path)] = input }
    addZone(zone)
  }

  private mutating func addZone(_ name: String?) {
    if let file = name.flatMap(ZoneFile.path) { files.insert(file) }
  }

  /// Allows a file that a request names.
  ///
  /// - Parameters:
  ///   - name: The path as written in the request.
  ///   - scope: The folder for relative paths, and whether the file must be in that folder.
  ///   - withNeighbors: Whether the input files in the same folder are also allowed, because the
  ///     file refers to photos and other files relative to its folder.
  public mutating func add(_ name: String, in scope: FileScope, withNeighbors: Bool = false) {
    let path = Files.join(scope.folder, name)
    let kind = Files.kind(of: path)
    if kind == .regular, !scope.isConfined || scope.contains(path) { files.insert(path) }
    guard withNeighbors, !scope.isConfined, name.contains("/") else { return }
    if kind == .regular { folders.insert(Files.folder(of: path)) }
    if kind == .folder { folders.insert(path) }
  }

  /// Replaces a calendar file with its events.
  ///
  /// A worker cannot read the calendar itself, because it has no access to the clock or to any time
  /// zone file except that of the request.
  private mutating func holdCalendar(of request: RenderRequest) {
    guard let name = request.contentFiles.content, ContentReader.isCalendar(name) else { return }
    let path = Files.join(request.files.folder, name)
    guard !request.files.isConfined || request.files.contains(path),
      let content = try? ContentReader.read(
        path, at: CalendarNow(now: request.now, zone: request.zone)),
      let input = try? HeldInput(Array(content.carried.text(pretty: false).utf8))
    else { return }
    hold(input, as: name, in: request.files)
  }

  /// Returns the names of the content file and of its photos.
  private static func content(of request: RenderRequest) -> [String] {
    guard let file = request.contentFiles.content else { return request.content.photoFiles }
    let path = Files.join(request.files.folder, file)
    guard !ContentReader.isCalendar(file),
      !request.files.isConfined || request.files.contains(path),
      let content = try? ContentReader.read(path)
    else { return [file] }
    return [file] + content.photoFiles.map { Files.join(Files.folder(of: file), $0) }
  }

  /// Adds an input to the order.
  ///
  /// - Parameters:
  ///   - input: The bytes of the input.
  ///   - name: The name of the input in the request: ``HeldInput/name`` for a photo or notes, a
  ///     path such as `./mine.json` for a theme or template. Files next to that path on disk stay
  ///     available.
  ///   - scope: The folder for relative names.
  public mutating func hold(_ input: HeldInput, as name: String, in scope: FileScope) {
    held[HeldFiles.plain(Files.join(scope.folder, name))] = input
  }

  private static func names(in value: JSONValue) -> [String] {
    switch value {
    case .string(let name): [name]
    case .object(let members): members.values.flatMap(names)
    default: []
    }
  }

  /// The file name extensions of input files, in lowercase.
  private static let endings: Set<String> = [
    "json", "txt", "md", "markdown", "csv", "tsv", "jpg", "jpeg", "png", "webp", "heic", "heif",
    "avif", "svg", "ttf", "otf", "ttc", "otc",
  ]

  /// Whether a file may be read; `real` is its path with links resolved.
  func contains(_ real: String) -> Bool {
    if files.contains(where: { Files.resolved($0) == real }) { return true }
    return folders.contains { folder in
      guard let root = Files.resolved(folder), real.hasPrefix(root == "/" ? "/" : root + "/") else {
        return false
      }
      let parts = real.dropFirst(root.count).split(separator: "/")
      guard let last = parts.last, !parts.contains(where: { $0.hasPrefix(".") }),
        let dot = last.lastIndex(of: ".")
      else { return false }
      return OrderInputs.endings.contains(last[last.index(after: dot)...].lowercased())
    }
  }

  /// Opens a file if the order may read it.
  ///
  /// The check applies to the opened file, not to its name, because the name may refer to a
  /// different file an instant later.
  ///
  /// - Throws: `file-unreadable`, `input-failed`.
  func open(_ path: String) throws(RenderError) -> Int32 {
    if let input = held[HeldFiles.plain(path)] { return try input.open() }
    let found = Files.untilNotInterrupted { wallfarm_open_to_find(path) }
    guard found >= 0 else { throw .cannotRead(path, errno) }
    defer { close(found) }
    let own = "/proc/self/fd/\(found)"
    guard let real = Files.resolved(own), contains(real) else {
      throw .fileUnreadable(path, "it is not an input of the order")
    }
    do throws(RenderError) {
      return try Files.openToRead(own)
    } catch {
      guard let reason = error.reason else { throw error }
      throw error.code == .inputFailed ? error : .fileUnreadable(path, reason)
    }
  }
}
