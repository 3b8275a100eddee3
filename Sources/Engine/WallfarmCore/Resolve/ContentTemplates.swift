internal import Designs
internal import SourceJSON
import WallfarmPluginKit

/// The kinds of content that the installed templates show and need, used to suggest a template for
/// a request.
struct ContentTemplates {
  private let list: [(name: String, shown: Set<ContentKind>, needed: Set<ContentKind>)]

  init(_ library: TemplateLibrary, _ plugins: PluginRegistry) {
    list = library.templateNames.compactMap { name in
      guard let template = try? library.template(name) else { return nil }
      let layouts = template.uses.compactMap { plugins.known(layout: $0)?.description }
      let uses = layouts.flatMap(\.content)
      return (name, Set(uses.map(\.kind)), Set(uses.filter(\.isNeeded).map(\.kind)))
    }
  }

  /// Returns the template to suggest for some content: one that shows all kinds in the content and
  /// needs no others.
  ///
  /// If several templates qualify, the result is the default template if it is one of them, and
  /// `nil` otherwise. If no template qualifies, the result is `nil`.
  func template(showing kinds: Set<ContentKind>) -> String? {
    let fitting = list.filter { $0.shown.isSuperset(of: kinds) && $0.needed.isSubset(of: kinds) }
      .map(\.name)
    let standard = RenderRequest.standard.template
    return fitting.contains(standard) ? standard : fitting.count == 1 ? fitting[0] : nil
  }
}

extension RenderError {
  /// Returns this error about missing content, with a fix if another template suits the content
  /// that is present.
  ///
  /// The fix replaces the template with the result of ``ContentTemplates/template(showing:)``.
  func choosing(_ templates: ContentTemplates, for request: RenderRequest) -> RenderError {
    let kinds = Set(request.content.kinds.filter { !request.content.isEmpty($0) })
    guard !kinds.isEmpty, let name = templates.template(showing: kinds), name != request.template
    else { return self }
    return remedied(.replace(with: .string(name), at: .option("template")))
  }
}
