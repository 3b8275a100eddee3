import Arguments
import Authoring
import BuiltInPlugins
import Designs
import FlowHosts
import Flows
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The `list` verb for fonts, templates, themes and flows; it also creates the table of devices.
struct ListVerb {
  static let json = Flag("json", summary: "Print JSON.")
  static let names = Flag("names", summary: "Print only names, one per line.")

  /// Returns the `list` command for a noun, such as `wallfarm font list`.
  static func command(_ summary: String) -> Command {
    Command("list", summary: summary, accepts: [.flag(json), .flag(names)])
  }

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    show(try table(invocation.path.first ?? "font"))
    return .success
  }

  /// Prints a table in the format that the flags select.
  func show(_ table: Table) {
    if invocation.isOn(Self.names) {
      for row in table.rows { Terminal.print(row[0].text) }
    } else if invocation.isOn(Self.json) {
      Terminal.print(table.json.text(pretty: true))
    } else {
      Terminal.print(table.text)
    }
  }

  /// Returns the table that `list` prints for a noun, such as `theme`.
  func table(_ what: String) throws(RenderError) -> Table {
    switch what {
    case "device": ListVerb.table(of: DeviceCatalog.known.devices)
    case "template": try templates()
    case "theme": try themes()
    case "flow": try flows()
    default: try fonts()
    }
  }

  /// Returns a table of the given devices.
  static func table(of devices: [Device]) -> Table {
    let catalog = DeviceCatalog.known
    return Table(
      [
        "id", "name", "kind", "pixels", "points", "scale", "ppi", "year", "confidence",
        "lockScreenConfidence",
      ],
      devices.map { device in
        [
          .text(device.id), .text(device.name), .text(device.kind.rawValue), device.pixels.cell,
          .size(device.points.width, device.points.height),
          .number((device.scale.x * 100).rounded() / 100), .number(Double(device.ppi)),
          .number(Double(device.year)), .text(device.confidence.rawValue),
          .text(device.lockScreenConfidence.rawValue),
        ]
      }, facts: devices.map(\.sizes)
    ).with(devices.map(catalog.origin))
  }

  /// Reports the findings about a list of items, and returns the items.
  static func items<Item>(of listing: ContentListing<Item>) -> [Item] {
    for problem in listing.problems { Terminal.report(problem) }
    for warning in listing.warnings { Terminal.report(warning) }
    return listing.items.map(\.item)
  }

  private func flows() throws(RenderError) -> Table {
    let library = FlowLibrary(folder: try Installation.findForUser().flows)
    let stories = try library.names.map { (name) throws(RenderError) in try library.story(name) }
    return Table(
      ["name", "summary", "version", "steps", "languages", "orders"],
      stories.map { story in
        [
          .text(story.flow.name), .text(story.flow.summary), .number(Double(story.flow.version)),
          .number(Double(story.flow.steps.count)),
          .list(story.flow.languages), .list(story.variants),
        ]
      })
  }

  private func templates() throws(RenderError) -> Table {
    let installation = try Installation.findForUser()
    let designs = DesignLibrary(installation: installation)
    let items = Self.items(of: try designs.listTemplates())
    // If the external plugins cannot be read, use only the built-in plugins; other verbs report the
    // error.
    let plugins = (try? PluginArguments(invocation).registry(installation)) ?? .builtIn
    return Table(
      ["name", "summary", "theme", "plugins"],
      items.map { item in
        [
          .text(item.name), .text(item.summary), .text(item.defaultTheme),
          .list(item.plugins),
        ]
      }, facts: items.map { ListVerb.facts(of: $0, plugins) }
    ).with(items.map(\.origin))
  }

  /// Returns the kinds of content that a template shows, the kinds that it requires, and the
  /// parameters of its plugins.
  private static func facts(
    of template: DesignLibrary.TemplateItem, _ plugins: PluginRegistry
  ) -> [String: JSONValue] {
    let pack = ContentIndex.pack(of: template.name)
    let descriptions = template.plugins.compactMap { plugins.plugin($0, in: pack)?.description }
    let uses = descriptions.flatMap { description -> [ContentUse] in
      // A background declares plain notes by default but does not show them, so ignore that
      // declaration.
      return description.content.filter { description.kind == .layout || $0 != .plainNotes }
    }
    func kinds(_ uses: [ContentUse]) -> JSONValue {
      let kinds = Set(uses.map(\.kind))
      return .array(
        ContentKind.allCases.filter(kinds.contains).map { .string($0.rawValue) })
    }
    let parameters = Set(descriptions.flatMap { $0.schema.parameters.map(\.key) })
    return [
      "content": kinds(uses), "needs": kinds(uses.filter(\.isNeeded)),
      "parameters": .array(parameters.sorted().map(JSONValue.string)),
    ]
  }

  private func themes() throws(RenderError) -> Table {
    let designs = DesignLibrary(installation: try .findForUser())
    let items = Self.items(of: try designs.listThemes())
    return Table(
      ["name", "looks", "summary"],
      items.map { item in
        [
          .text(item.name), .list(item.looks.map(\.rawValue)), .text(item.summary),
        ]
      }
    ).with(items.map(\.origin))
  }

  private func fonts() throws(RenderError) -> Table {
    let installation = try Installation.findForUser()
    let families = try FontLock(installation: installation).families
    // The names alone do not require reading all font files.
    if invocation.isOn(Self.names) { return Table(["family"], families.map { [.text($0.name)] }) }
    let reports = try families.map { (name, _) throws(RenderError) in
      try FontReport(family: name, installation, origin: .argument("family"))
    }
    return Table(
      ["family", "weights", "scripts", "licence", "languages", "package"],
      zip(families, reports).map { family, report in
        [
          .text(family.name), .list(report.weights), .list(report.scripts.map(\.title)),
          .text(family.entries[0].licence),
          .number(Double(family.entries.map(\.languages).max() ?? 0)),
          .text(family.entries[0].package),
        ]
      },
      facts: families.map { ["styles": .array($0.entries.map { .string($0.style) })] })
  }
}
