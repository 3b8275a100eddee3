package import Designs
package import SourceJSON
internal import WallfarmCore
package import WallfarmPluginKit

/// Creates reports as `wallfarm check` prints them.
///
/// A report contains the findings of a ``FileChecker`` and, for themes without errors, warnings
/// about faint colors.
package struct FileReports {
  private let installation: Installation
  private let plugins: PluginRegistry
  private let checker: FileChecker

  /// - Throws: `fonts-missing`.
  package init(
    installation: Installation, plugins: PluginRegistry
  ) throws(RenderError) {
    (self.installation, self.plugins) = (installation, plugins)
    checker = FileChecker(
      installation: installation, plugins: plugins,
      fontFamilies: try FontLock(installation: installation).families.map(\.name))
  }

  /// Checks a file.
  ///
  /// - Throws: `fonts-missing`, and errors from drawing a theme.
  package func report(on file: String) throws(RenderError) -> FileChecker.Report {
    let report = checker.check(file)
    guard report.kind == "theme", report.problems.isEmpty else { return report }
    let contrast = try ThemeContrast(installation: installation, plugins: plugins)
    do throws(RenderError) {
      return report.adding(try contrast.warnings(of: file))
    } catch  where error.code == .unknownPlugin {
      // The theme uses a plugin of a pack that is not installed, whose code must not run.
      return report
    }
  }
}

extension FileChecker.Report {
  /// All errors and warnings as JSON.
  package var findings: JSONValue { .array(problems.map(\.json) + warnings.map(\.json)) }
}
