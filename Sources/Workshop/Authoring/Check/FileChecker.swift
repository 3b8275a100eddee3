internal import ContentSources
public import Designs
internal import Digests
internal import Files
internal import PluginHost
internal import SourceJSON
package import WallfarmCore
public import WallfarmPluginKit

/// Validates a template, a theme, a map of presets, or a file of notes or content.
public struct FileChecker: Sendable {
  private let library: TemplateLibrary
  private let uses: UseCheck
  private let installation: Installation
  /// The folder that is shared with a theme and may contain its files; `nil` for the folder of the
  /// theme.
  private let sharedFolder: String?

  /// Creates a checker for an installation.
  ///
  /// - Parameters:
  ///   - installation: provides the themes that a template refers to.
  ///   - plugins: the available plugins.
  ///   - fontFamilies: the available font families.
  ///   - folder: the folder that is shared with a theme, such as that of a pack; by default, the
  ///     folder of the theme.
  ///   - isTrusted: whether decoders may read the headers of photos; otherwise, only their structure
  ///     is checked.
  public init(
    installation: Installation, plugins: PluginRegistry, fontFamilies: [String],
    sharing folder: String? = nil, isTrusted: Bool = true
  ) {
    sharedFolder = folder
    self.installation = installation
    library = TemplateLibrary(installation)
    var uses = UseCheck(plugins: plugins, fontFamilies: fontFamilies)
    uses.photoAccess = isTrusted ? .whole : .structure
    self.uses = uses
  }

  /// The findings for a file.
  public struct Report: Sendable, Hashable {
    /// `template`, `theme`, `shortcuts`, `request`, `content` or `notes`; `file` if the kind is
    /// unknown.
    public let kind: String
    /// All errors in file order.
    public let problems: [RenderError]
    /// Warnings about values that are harmless but have no effect, in file order.
    public let warnings: [RenderWarning]

    /// The report with additional warnings.
    public func adding(_ more: [RenderWarning]) -> Report {
      Report(kind: kind, problems: problems, warnings: warnings + more)
    }

    /// Creates a report.
    public init(kind: String, problems: [RenderError], warnings: [RenderWarning] = []) {
      self.kind = kind
      self.problems = problems
      self.warnings = warnings
    }
  }

  /// Reads and checks a file; errors become part of the report.
  public func check(_ path: String) -> Report { check(path, fonts: newFonts) }

  /// Reads and checks a file; errors become part of the report.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - fonts: A store that only checks fonts, which several files can share.
  /// - Returns: The report.
  package func check(_ path: String, fonts: FontStore) -> Report {
    do throws(RenderError) {
      let file = Files.isFolder(path) ? path + "/template.json" : path
      return check(try Files.read(file, limit: 16 << 20), named: file, fonts)
    } catch {
      return Report(kind: "file", problems: [error])
    }
  }

  /// Checks the bytes of a file; errors become part of the report.
  public func check(_ bytes: [UInt8], named file: String) -> Report {
    check(bytes, named: file, newFonts)
  }

  private var newFonts: FontStore { FontStore(installation: installation, checksOnly: true) }

  private func check(_ bytes: [UInt8], named file: String, _ fonts: FontStore) -> Report {
    do throws(RenderError) {
      if ["csv", "tsv", "ics"].contains(Files.ending(of: file)) {
        let (content, problems) = try ContentReader.parse(bytes, file: file)
        return report("content", file, problems, content.warnings)
      }
      guard file.hasSuffix(".json") || bytes.first == UInt8(ascii: "{") else {
        return Report(
          kind: "notes",
          problems: UseCheck.problems { () throws(RenderError) in
            _ = try NotesReader.parse(bytes, file: file)
          })
      }
      let node = try JSONFile.parse(bytes, file: file, isDesign: true)
      if node.elements != nil {
        return Report(
          kind: "notes",
          problems: UseCheck.problems { () throws(RenderError) in
            _ = try NotesReader.parse(bytes, file: file)
          })
      }
      if isContent(node) {
        let (_, problems) = ContentReader.read(node, file: file, sources: .checked)
        return report("content", file, problems, [])
      }
      guard bytes.count <= TemplateLibrary.mostBytes else {
        throw .fileTooLarge(file, TemplateLibrary.mostBytes, setting: nil)
      }
      return check(node, file, digest: SHA256.hex(of: bytes), fonts)
    } catch {
      return Report(kind: "file", problems: [error])
    }
  }

  private func check(
    _ node: JSONNode, _ file: String, digest: String, _ store: FontStore
  ) -> Report {
    let name = Files.name(of: file)
    if node["layouts"] != nil || name == "template.json" {
      let (template, found) = Template.read(
        node, name: name, file: file, devices: library.devices,
        pack: library.templateIndex.pack(of: file))
      var check = TemplateCheck(library: library, uses: uses(in: file), fonts: store)
      if let template { check.check(template) }
      return report("template", file, found + check.problems, check.warnings)
    }
    if node["presets"] != nil || name == "shortcuts.json" {
      return report("shortcuts", file, PresetMap.read(node, file: file).problems, [])
    }
    if isRequest(node) { return report("request", file, [.otherChecks(file)], []) }
    let (theme, found) = library.theme(of: node, digest: digest, file: file)
    let shared = sharedFolder ?? PackFolder(of: file)?.path
    let fonts = FontCheck(of: theme ?? .empty, store, sharing: shared)
    var check = ThemeCheck(
      uses: uses(in: file).adding(fonts.families), devices: library.devices.devices)
    check.sharedFolder = shared
    if let theme { check.check(theme, isSound: found.isEmpty, fonts: fonts) }
    let base = ThemeReader.base(of: node, file: file).flatMap { name, origin in
      FilesOutside.warning(forBase: name, of: file, sharing: shared, origin: origin)
    }
    return report(
      "theme", file, found + fonts.problems + check.problems,
      check.warnings + fonts.warnings + (base.map { [$0] } ?? []))
  }

  /// Returns the check for a file.
  ///
  /// The files of a pack that is not installed can name the plugins in the folder of the pack, which
  /// are not run.
  private func uses(in file: String) -> UseCheck {
    let index = [library.themeIndex, library.templateIndex]
    guard sharedFolder == nil, index.allSatisfy({ $0.pack(of: file) == nil }),
      let pack = PackFolder(of: file), Files.isFolder(pack.path + "/plugins"),
      let catalog = try? PluginCatalog(
        folders: PluginFolders(ofPackIn: pack.path), builtIn: uses.plugins)
    else { return uses }
    var more = uses
    more.plugins = catalog.registry()
    return more
  }

  /// Whether a file contains content: it has the key of a content kind, but no key that is specific
  /// to another format.
  private func isContent(_ node: JSONNode) -> Bool {
    let others = ["jobs", "devices", "snapshots", "presets", "layouts"] + ThemeReader.keys
    let keys = ContentKind.allCases.map(\.rawValue) + ContentReader.otherKeys
    return keys.contains { node[$0] != nil }
      && !others.contains { $0 != "$schema" && node[$0] != nil }
  }

  /// Whether a file is a request, a job file or a snapshot suite, rather than a theme with an
  /// unknown key.
  private func isRequest(_ node: JSONNode) -> Bool {
    let shared = ["format", "$schema", "background"]
    return ["jobs", "devices", "notes", "snapshots"].contains { node[$0] != nil }
      && !ThemeReader.keys.contains { !shared.contains($0) && node[$0] != nil }
  }

  private func report(
    _ kind: String, _ file: String, _ problems: [RenderError], _ warnings: [RenderWarning]
  ) -> Report {
    Report(
      kind: kind, problems: inOrder(problems, file) { $0.origin },
      warnings: inOrder(warnings, file) { $0.origin })
  }

  /// The distinct findings: those in the file, sorted by line and column, followed by those in
  /// other files.
  private func inOrder<Finding: Hashable>(
    _ findings: [Finding], _ file: String, origin: (Finding) -> Origin?
  ) -> [Finding] {
    var seen: Set<Finding> = []
    let unique = findings.filter { seen.insert($0).inserted }
    func place(_ finding: Finding) -> [Int] {
      let place = origin(finding) ?? .file(file)
      return [place.file == file ? 0 : 1, place.line ?? 0, place.column ?? 0]
    }
    return unique.enumerated().sorted { one, two in
      let (first, second) = (place(one.element), place(two.element))
      if first == second { return one.offset < two.offset }
      return first.lexicographicallyPrecedes(second)
    }.map(\.element)
  }
}

extension RenderError {
  fileprivate static func otherChecks(_ file: String) -> RenderError {
    RenderError(
      .invalidValue, "this is a request, a job file or a suite of snapshots, not a theme",
      origin: .file(file),
      hint: "check it with 'wallfarm render --request', 'wallfarm batch --check' or "
        + "'wallfarm snapshot verify'")
  }
}
