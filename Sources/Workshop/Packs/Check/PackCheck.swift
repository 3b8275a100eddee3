internal import Authoring
package import Designs
internal import Files
internal import Graphics
internal import Motion
package import PluginHost
internal import SourceJSON
internal import WallfarmCore
package import WallfarmPluginKit

/// Checks the content of a pack in a folder.
///
/// The check reports all errors. It draws nothing, so that an untrusted pack can be checked.
package struct PackCheck {
  /// The errors; the paths in their origins are relative to the pack.
  package private(set) var problems: [RenderError] = []
  /// The warnings about values without effect.
  package private(set) var warnings: [RenderWarning] = []
  /// The plugins of the pack; `nil` if the pack is empty.
  package private(set) var plugins: PackPlugins?
  private let folder: String

  /// Checks the files of a pack.
  ///
  /// - Parameters:
  ///   - folder: The folder that contains the files.
  ///   - paths: The paths of the files in the folder.
  ///   - installation: The installation that provides fonts and base themes.
  ///   - plugins: The plugins that templates can use in addition to those of the pack.
  ///   - settings: The settings with which plugins of the pack would run.
  ///   - isTrusted: Whether decoders may read the headers of photos.
  /// - Throws: `fonts-missing`.
  package init(
    _ folder: String, _ paths: [String], _ installation: Installation, _ plugins: PluginRegistry,
    _ settings: PluginHostSettings = PluginHostSettings(), isTrusted: Bool
  ) throws(RenderError) {
    // The path is absolute, so that no other text in a message begins with it.
    let given = folder
    let folder = Files.canonical(folder)
    self.folder = folder
    // A theme must not depend on the themes of this user, which other machines do not have.
    let installation = Installation(root: installation.root)
    let content = PackContent(paths: paths)
    guard content.hasContent else {
      problems = [
        RenderError(
          .packInvalid, "the pack contains nothing that can be used", origin: .file(given),
          hint: "put files into one of the folders " + PackPath.folders.joined(separator: ", "))
      ]
      return
    }
    let own = try PackPlugins(folder, content, builtIn: plugins, settings)
    self.plugins = own
    let checker = FileChecker(
      installation: installation, plugins: own.registry,
      fontFamilies: try FontLock(installation: installation).families.map(\.name),
      sharing: folder, isTrusted: isTrusted)
    // The themes of a pack usually share fonts, so read each file once.
    let fonts = FontStore(installation: installation, checksOnly: true)
    for path in content.themes + content.templates + content.samples {
      let report = checker.check("\(folder)/\(path)", fonts: fonts)
      expect(report.kind, of: path)
      problems += report.problems
      // A file outside the pack would be missing where the pack is installed.
      problems += report.warnings.filter { $0.code == .fileOutside }.map { warning in
        RenderError(
          .packInvalid, "'\(path)' uses a file outside the pack", origin: warning.origin,
          hint: "move the file into the folder of the pack, and change its path")
      }
      warnings += report.warnings.filter { $0.code != .fileOutside }
    }
    for path in content.templates { checkPlaces(ofTemplate: path) }
    if !content.motions.isEmpty {
      let motions = PackMotionCheck(
        try RequestChecker(
          installation: installation, plugins: own.registry, devices: MotionScreen.catalog))
      for path in content.motions {
        attempt { () throws(RenderError) in try motions.problems(in: "\(folder)/\(path)") }
      }
    }
    for path in content.devices { check(device: path) }
    // The errors of fonts that themes name were reported with the themes.
    for path in content.fonts
    where !problems.contains(where: { $0.origin?.file == "\(folder)/\(path)" }) {
      attempt { () throws(RenderError) in
        _ = try fonts.open("\(folder)/\(path)", origin: .file(path))
        return []
      }
    }
    problems += own.problems
    problems = problems.map(relative)
    warnings = warnings.map(relative)
  }

  /// Adds the errors that `body` returns or throws.
  private mutating func attempt(_ body: () throws(RenderError) -> [RenderError]) {
    do throws(RenderError) {
      problems += try body()
    } catch {
      problems.append(error)
    }
  }

  /// Reports a file whose kind does not belong in its folder.
  private mutating func expect(_ kind: String, of path: String) {
    let expected: Set<String> =
      path.hasPrefix("themes/")
      ? ["theme"] : path.hasPrefix("templates/") ? ["template"] : ["content", "notes", "request"]
    guard !expected.contains(kind), kind != "file" else { return }
    problems.append(
      RenderError(
        .packInvalid,
        "'\(path)' is not a \(expected.sorted()[0]); its kind is '\(kind)'",
        origin: .file("\(folder)/\(path)"), hint: "move the file to the folder of its kind"))
  }

  /// Reports the paths in a template that lead out of the pack.
  private mutating func checkPlaces(ofTemplate path: String) {
    let file = "\(folder)/\(path)"
    guard let node = try? JSONFile.read(file) else { return }
    for text in Set(node.plain.texts).sorted() where text.contains("/") {
      let place = Files.join(Files.folder(of: file), text)
      guard Files.exists(place), !Files.isInside(place, folder) else { continue }
      problems.append(
        RenderError(
          .packInvalid, "'\(path)' uses a file outside the pack: '\(text.shortened)'",
          origin: .file(file),
          hint: "move the file into the folder of the pack, and change its path"))
    }
  }

  private mutating func check(device path: String) {
    let file = "\(folder)/\(path)"
    attempt { () throws(RenderError) in
      let content = try DeviceFile(path: file, isOwn: true).content()
      // Otherwise, a pack could change the pictures of every template on this screen.
      let taken = content.devices.map(\.id).filter {
        (try? DeviceCatalog.shipped.device($0)) != nil
      }
      return content.problems
        + taken.map { id in
          RenderError(
            .packInvalid, "the device '\(id)' has the id of a built-in device",
            origin: .file(file), hint: "choose another id")
        }
    }
  }

  private func relative(_ error: RenderError) -> RenderError {
    var error = error
    error.origin = error.origin.map(relative)
    error.message = relative(error.message)
    error.also = error.also.map(relative)
    return error
  }

  /// Makes the paths of files in a text relative to the pack, because the folder can be a temporary
  /// one.
  private func relative(_ text: String) -> String { text.replacing(folder + "/", with: "") }

  private func relative(_ warning: RenderWarning) -> RenderWarning {
    var warning = warning
    warning.origin = warning.origin.map(relative)
    warning.message = relative(warning.message)
    return warning
  }

  /// Makes the path of a file relative to the pack.
  private func relative(_ origin: Origin) -> Origin {
    guard let file = origin.file, file.hasPrefix(folder + "/") else { return origin }
    return .file(
      String(file.dropFirst(folder.count + 1)), line: origin.line, column: origin.column)
  }
}
