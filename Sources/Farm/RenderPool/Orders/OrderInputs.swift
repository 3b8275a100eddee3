internal import CSystem
internal import ContentSources
internal import Files
internal import Glibc
internal import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The files that a worker may read for an order, beside those of the installation.
///
/// A worker behind its fence opens nothing else: it asks the process outside, which looks here. What
/// counts is where a path leads, links followed.
public struct OrderInputs: Sendable, Hashable {
  /// Files, whatever they are named.
  public var files: Set<String>
  /// Folders of which the photos, notes, themes and templates may be read, by the endings of their names,
  /// and nothing that is hidden.
  public var folders: Set<String>
  /// What the order brings along, by the paths that its request calls it by, whatever is there on a disk.
  public private(set) var held: [String: HeldInput] = [:]

  /// Allows some files, and what is an input by its name in some folders.
  public init(files: Set<String> = [], folders: Set<String> = []) {
    self.files = files
    self.folders = folders
  }

  /// Allows what a request may name: inputs below its folder and, where it is not confined to that, files
  /// that it names elsewhere, with the inputs beside its theme and template.
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
        // A theme names photos and other themes as seen from its own folder, content and a motion their photos.
        if kind == .regular { folders.insert(Files.folder(of: path)) }
        if kind == .folder { folders.insert(path) }
      }
    }
    holdCalendar(of: request)
  }

  /// Allows nothing but what the order brings along, and the rules of its time zone.
  ///
  /// - Parameters:
  ///   - held: what it brings along, by the paths of the machine that it was planned on.
  ///   - request: in whose time zone.
  public init(held: [String: HeldInput], for request: OrderedRequest) {
    self.init()
    for (path, input) in held { self.held[HeldFiles.plain(path)] = input }
    if case .string(let name)? = request.fields["zone"], let zone = ZoneFile.path(of: name) {
      files.insert(zone)
    }
  }

  /// A worker reads neither clock nor zones of its own: it is given the events of a calendar, and not its rules.
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

  /// What content names: its photos, and where it is a file that one with the photos in it.
  private static func content(_ value: JSONValue, _ request: OrderedRequest) -> [String] {
    guard case .string(let file) = value else { return Content.files(namedIn: value) }
    let path = Files.join(request.files.folder, file)
    guard !ContentReader.isCalendar(file),
      !request.files.isConfined || request.files.contains(path),
      let content = try? ContentReader.read(path)
    else { return [file] }
    return [file] + content.photoFiles.map { Files.join(Files.folder(of: file), $0) }
  }

  /// Brings something along.
  ///
  /// - Parameters:
  ///   - input: what is read.
  ///   - name: how the request names it: for a photo or notes such as ``HeldInput/name``, for a theme or
  ///     template a path, such as `./mine.json`. Files beside it on the disk are found as if it were there.
  ///   - request: in whose folder the name is meant.
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

  /// How inputs end, in lower case.
  private static let endings: Set<String> = [
    "json", "txt", "md", "markdown", "csv", "tsv", "jpg", "jpeg", "png", "webp", "heic", "heif",
    "avif", "svg",
  ]

  /// Whether a file may be read; the path is where it really lies.
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

  /// Opens a file to read, if it may be.
  ///
  /// The very thing that is opened is judged: a name may lead elsewhere a moment later.
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
