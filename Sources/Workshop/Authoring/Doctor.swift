public import Designs
internal import Graphics
public import WallfarmPluginKit

/// Diagnoses an installation.
public struct Doctor: Sendable {
  /// The result of one check.
  public struct Finding: Sendable, Hashable {
    /// The subject, such as `fonts` or `templates`.
    public let subject: String
    /// The finding.
    public let text: String
    /// The command that fixes the problem, or nil if there is none.
    public let remedy: String?
  }

  private let installation: Installation
  private let plugins: PluginRegistry

  /// Creates a doctor for an installation.
  public init(installation: Installation, plugins: PluginRegistry) {
    self.installation = installation
    self.plugins = plugins
  }

  /// Runs all checks, and returns the findings in display order.
  public func examine() -> [Finding] {
    [
      finding("data", installation.root),
      finding("installed by", installation.installer.rawValue),
    ] + libraries + fonts + hyphens + devices + templates
  }

  private var libraries: [Finding] {
    LibraryVersions.all.map { finding("library", "\($0.name) \($0.version)") }
  }

  private var repair: String { installation.installer.repair }

  private var fonts: [Finding] {
    do throws(RenderError) {
      let lock = try FontLock(installation: installation)
      let wrong = lock.differences(requiresAll: !installation.installer.separatesFonts)
      let good = finding(
        "fonts", "\(lock.entries.count) font files from \(lock.families.count) families are pinned")
      return [good] + wrong.map { finding("fonts", $0, remedy: repair) }
    } catch {
      return [finding("fonts", error.message, remedy: repair)]
    }
  }

  private var hyphens: [Finding] {
    do throws(RenderError) {
      let lock = try HyphenLock(installation: installation)
      let good = finding("hyphens", "patterns for \(lock.languages.count) languages are pinned")
      return [good] + lock.differences().map { finding("hyphens", $0, remedy: repair) }
    } catch {
      return [finding("hyphens", error.message, remedy: repair)]
    }
  }

  private var devices: [Finding] {
    var check = DeviceCheck()
    do throws(RenderError) {
      try check.check(installation.devices)
    } catch {
      return [finding("devices", error.message, remedy: "make install")]
    }
    let good = finding("devices", "\(check.screenCount) screens in \(check.fileCount) files")
    return [good]
      + check.problems.map { problem in
        finding(
          "devices", problem.message,
          remedy: "wallfarm device check \(problem.origin?.file ?? installation.devices)")
      }
  }

  private var templates: [Finding] {
    let designs = DesignLibrary(installation: installation)
    let families = (try? FontLock(installation: installation))?.families.map(\.name) ?? []
    let checker = FileChecker(
      installation: installation, plugins: plugins, fontFamilies: families)
    let files =
      designs.templateNames.map { "\(installation.templates)/\($0)/template.json" }
      + designs.themeNames.map { "\(installation.templates)/themes/\($0).json" }
    let problems = files.flatMap { file in
      checker.check(file).problems.map {
        finding("templates", $0.message, remedy: "wallfarm check \(file)")
      }
    }
    let count = "\(designs.templateNames.count) templates, \(designs.themeNames.count) themes"
    return [finding("templates", count)] + problems
  }

  private func finding(_ subject: String, _ text: String, remedy: String? = nil) -> Finding {
    Finding(subject: subject, text: text, remedy: remedy)
  }
}
