internal import CSystem
internal import ContentSources
internal import Files
internal import Glibc
internal import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The files that a worker may read for an order, in addition to those of the installation.
///
/// A fenced worker opens no files itself: it asks the pool's process, which consults these inputs.
/// Paths are compared after resolving links.
public struct OrderInputs: Sendable, Hashable {
  /// Readable files, with any name.
  public var files: Set<String>
  /// Folders with readable inputs, selected by file name extension; hidden files are excluded.
  public var folders: Set<String>
  /// Inputs that the order carries, by the paths in its request; they take precedence over files on
  /// disk.
  public private(set) var held: [String: HeldInput] = [:]

  /// Allows some files, and inputs by extension in some folders.
  public init(files: Set<String> = [], folders: Set<String> = []) {
    self.files = files
    self.folders = folders
  }

  /// Allows the files that a request may name.
  ///
  /// These are the inputs below its folder and, unless it is confined to that folder, files that it
  /// names elsewhere and the inputs next to its theme and template.
  public init(_ request: OrderedRequest) {
    self.init(folders: [request.files.folder])
    let values =
      request.fields.map { ($0.key, $0.value) } + request.settings.map { ("set", $0.value) }
    if case .string(let name)? = request.fields["zone"], let zone = ZoneFile.path(of: name) {
      files.insert(zone)
    }
    for (key, value) in values {
      let named =
        key == "content" ? OrderInputs.content(value, request) : OrderInputs.names(in: value)
      for name in named {
        let path = Files.join(request.files.folder, name)
        let kind = Files.kind(of: path)
        if kind == .regular, !request.files.isConfined || request.files.contains(path) {
          files.insert(path)
        }
        guard !request.files.isConfined,
          ["theme", "template", "content", "motion"].contains(key), name.contains("/")
        else { continue }
        // Themes, content and motions refer to photos and other files relative to their own folder.
        if kind == .regular { folders.insert(Files.folder(of: path)) }
        if kind == .folder { folders.insert(path) }
      }
    }
    holdCalendar(of: request)
  }

  /// Allows only the inputs that the order carries, and its time zone file.
  ///
  /// - Parameters:
  ///   - held: the inputs by their paths on the machine that planned the order.
  ///   - request: the request, for its time zone.
  public init(held: [String: HeldInput], for request: OrderedRequest) {
    self.init()
    for (path, input) in held { self.held[HeldFiles.plain(path)] = input }
    if case .string(let name)? = request.fields["zone"], let zone = ZoneFile.path(of: name) {
      files.insert(zone)
    }
  }

  /// Replaces a calendar file by its events, because a worker has no access to clock and zone
  /// files.
  private mutating func holdCalendar(of request: OrderedRequest) {
    guard case .string(let name)? = request.fields["content"], ContentReader.isCalendar(name) else {
      return
    }
    func text(_ key: String) -> String? {
      if case .string(let text)? = request.fields[key] { text } else { nil }
    }
    let time = CalendarNow(now: text("now").flatMap(When.init), zone: text("zone"))
    let path = Files.join(request.files.folder, name)
    guard !request.files.isConfined || request.files.contains(path),
      let content = try? ContentReader.read(path, at: time),
      let input = try? HeldInput(Array(content.carried.text(pretty: false).utf8))
    else { return }
    hold(input, as: name, in: request)
  }

  /// The files that content names: photos, and its own file with the photos in it.
  private static func content(_ value: JSONValue, _ request: OrderedRequest) -> [String] {
    guard case .string(let file) = value else { return Content.files(namedIn: value) }
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
  ///   - input: its bytes.
  ///   - name: its name in the request: ``HeldInput/name`` for a photo or notes, a path such as
  ///     `./mine.json` for a theme or template. Files next to that path on disk stay available.
  ///   - request: the request, for the folder of relative names.
  public mutating func hold(_ input: HeldInput, as name: String, in request: OrderedRequest) {
    held[HeldFiles.plain(Files.join(request.files.folder, name))] = input
  }

  private static func names(in value: JSONValue) -> [String] {
    switch value {
    case .string(let name): [name]
    case .object(let members): members.values.flatMap(names)
    default: []
    }
  }

  /// File name extensions of inputs, in lower case.
  private static let endings: Set<String> = [
    "json", "txt", "md", "markdown", "csv", "tsv", "jpg", "jpeg", "png", "webp", "heic", "heif",
    "avif", "svg",
  ]

  /// Whether a file may be read, by its resolved path.
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

  /// Opens a readable file.
  ///
  /// The check applies to the opened file, because its name may refer to another one a moment
  /// later.
  ///
  /// - Throws: `file-unreadable`, `input-failed`.
  func open(_ path: String) throws(RenderError) -> Int32 {
    if let input = held[HeldFiles.plain(path)] { return try input.open() }
    let found = Files.untilNotInterrupted { wallfarm_open_to_find(path) }
    guard found >= 0 else { throw .cannotRead(path, errno) }
    defer { close(found) }
    let own = "/proc/self/fd/\(found)"
    guard let real = Files.resolved(own), contains(real) else {
      throw .fileUnreadable(path, "it is no input of its order")
    }
    do throws(RenderError) {
      return try Files.openToRead(own)
    } catch {
      guard let reason = error.reason else { throw error }
      throw error.code == .inputFailed ? error : .fileUnreadable(path, reason)
    }
  }
}
