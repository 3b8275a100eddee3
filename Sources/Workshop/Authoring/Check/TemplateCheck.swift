internal import Designs
internal import SourceJSON
internal import WallfarmCore
import WallfarmPluginKit

/// Checks a template that was read without errors.
struct TemplateCheck {
  let library: TemplateLibrary
  let uses: UseCheck
  /// The store that checks the fonts of the theme.
  let fonts: FontStore
  private(set) var problems: [RenderError] = []
  private(set) var warnings: [RenderWarning] = []

  init(library: TemplateLibrary, uses: UseCheck, fonts: FontStore) {
    (self.library, self.uses, self.fonts) = (library, uses, fonts)
  }

  mutating func check(_ template: Template) {
    checkParameters(template)
    do throws(RenderError) {
      _ = try template.sampleContent()
    } catch {
      problems.append(error)
    }
    let file = theme(of: template)
    var uses = uses.adding(FontCheck(of: file ?? .empty, fonts).families)
    uses.knowsPalette = file != nil
    for context in (file ?? .empty).contexts(on: library.devices.devices) {
      let theme = (file ?? .empty)[context]
      var found = template.background.map { background in
        uses.problems(of: background, in: theme, template, isLayout: false)
      }
      found =
        (found ?? [])
        + template.parts.flatMap(\.uses).flatMap { layout in
          uses.problems(of: layout, in: theme, template, isLayout: true)
        }
      problems += found ?? []
    }
  }

  /// The default theme of a template; nil if it has errors, which are reported.
  private mutating func theme(of template: Template) -> ThemeFile? {
    do throws(RenderError) {
      let (file, found) = try library.defaultTheme(of: template)
      problems += found.map { problem in
        var problem = problem
        problem.also = problem.also ?? "the template selects this theme in \(template.themeOrigin)"
        return problem
      }
      return found.isEmpty ? file : nil
    } catch {
      problems.append(error)
      return nil
    }
  }

  /// Reports parameters that are unused, and parameters that are used for values of different
  /// kinds.
  private mutating func checkParameters(_ template: Template) {
    for parameter in template.parameters {
      var kinds: [(kind: ParameterKind, key: String)] = []
      for use in template.uses {
        let schema = uses.plugins.schema(of: use)
        for (key, value, _) in use.parameters
        where TemplateParameter.name(in: value) == parameter.key {
          if let kind = schema?[key]?.kind { kinds.append((kind, "\(use.plugin).\(key)")) }
        }
      }
      guard let first = kinds.first else {
        warnings.append(.unusedParameter(parameter))
        continue
      }
      if let other = kinds.first(where: { !$0.kind.canBe(first.kind) }) {
        problems.append(.parameterOfTwoKinds(parameter, first.key, other.key))
      }
    }
  }
}

extension RenderWarning {
  fileprivate static func unusedParameter(_ parameter: TemplateParameter) -> RenderWarning {
    RenderWarning(
      .unusedValue, "no plugin uses the parameter '\(parameter.key)'",
      hint: "write \"$parameters.\(parameter.key)\" in a parameter of a plugin, or remove it",
      origin: parameter.origin)
  }
}

extension RenderError {
  fileprivate static func parameterOfTwoKinds(
    _ parameter: TemplateParameter, _ one: String, _ other: String
  ) -> RenderError {
    RenderError(
      .invalidParameter,
      "'\(parameter.key)' is used for '\(one)' and '\(other)', which accept different values",
      origin: parameter.origin, hint: "split it into two parameters")
  }
}
