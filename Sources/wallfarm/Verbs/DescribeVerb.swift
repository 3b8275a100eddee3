import Arguments
import BuiltInPlugins
import Designs
import RenderFarm
import Snapshots
import SourceJSON
import Spelling
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm describe`: everything about one plugin, template, theme or device.
struct DescribeVerb {
  static let name = Operand(
    "name",
    completion: .shellCommand(
      "for what in plugins templates themes devices; do wallfarm list $what --names; done"),
    summary: "A plugin, template, theme or device; 'themes' shows every token a theme can set, "
      + "'request' and 'jobs' every key of a request or a job, 'snapshots' every key of a snapshot."
  )
  static let device = Option(
    "device", short: "d", value: "id", default: "iphone15",
    completion: .shellCommand("wallfarm list devices --names"),
    summary: "The device on which a theme is described.")
  static let variant = Option(
    "variant", value: "look", allowed: ThemeVariant.allCases.map(\.rawValue),
    summary: "The look of a theme: light or dark.")
  static let json = Flag("json", summary: "Print a plugin as plugin.json writes it.")
  static let command = Command(
    "describe", summary: "Show every parameter with type, range, default and meaning.",
    accepts: [.operand(name), .option(device), .option(variant), .flag(json)]
      + PluginOptions.finding)

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let name = invocation.operands(Self.name).first ?? ""
    let installation = try Installation.find()
    let shelf = Shelf(installation: installation)
    let plugins = try PluginArguments(invocation).registry(installation)
    if name == "request" {
      Terminal.print(
        table(JobField.ofRequests) { ($0.name, $0.accepted, $0.standard, $0.summary) })
    } else if name == "jobs" {
      Terminal.print(
        table(JobField.all) { ($0.name, $0.accepted, $0.standard, $0.summary) })
    } else if name == "snapshots" {
      Terminal.print(
        table(SnapshotField.all) { ($0.name, $0.accepted, $0.standard, $0.summary) })
    } else if name == "themes" {
      Terminal.print(tokenTable())
    } else if let plugin = plugins.plugin(name) {
      Terminal.print(PluginWriter(plugin).text(json: invocation.isOn(Self.json)))
    } else if let reason = plugins.unusable[name] {
      throw reason
    } else if shelf.isTemplate(name) {
      Terminal.print(try describe(template: name, shelf, plugins))
    } else if shelf.themeNames.contains(name) || name.hasSuffix(".json") {
      Terminal.print(try describe(theme: name, shelf))
    } else if let device = DeviceCatalog.shipped.devices.first(where: { $0.id == name }) {
      Terminal.print(describe(device))
    } else {
      let known =
        plugins.all.map(\.id) + shelf.templateNames + shelf.themeNames
        + DeviceCatalog.shipped.devices.map(\.id)
      throw RenderError(
        .unknownName, "nothing is named '\(name)'", origin: .argument("name"),
        hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
          ?? "'wallfarm list plugins', templates, themes or devices show what there is")
    }
    return .success
  }

  /// Keys that a file may have.
  private func table<Field>(
    _ fields: [Field], _ cells: (Field) -> (String, String, String?, String)
  ) -> String {
    let rows: [[Table.Cell]] = fields.map { field in
      let (name, accepted, standard, summary) = cells(field)
      return [.text(name), .text(accepted), .text(standard ?? ""), .text(summary)]
    }
    return Table(["key", "accepts", "default", "meaning"], rows).text
  }

  private func describe(
    template name: String, _ shelf: Shelf, _ known: PluginRegistry
  ) throws(RenderError) -> String {
    let item = try shelf.template(name, plugins: known)
    let plugins = item.plugins.compactMap(known.plugin)
    let head = """
      \(item.name) (template): \(item.summary)
        file: \(item.file)
        theme: \(item.defaultTheme)
        plugins: \(item.plugins.joined(separator: ", "))
      """
    let rows: [[Table.Cell]] = item.parameters.map { parameter in
      [
        .text(parameter.description.key),
        .text(parameter.written ?? parameter.description.defaultValue.text(pretty: false)),
        .text(parameter.description.kind.accepted), .text(parameter.description.summary),
      ]
    }
    let offered =
      rows.isEmpty
      ? []
      : [
        "What the template offers, with --set KEY=VALUE:\n\n"
          + Table(["key", "default", "accepts", "meaning"], rows).text
      ]
    return ([head] + offered + plugins.map { PluginWriter($0).text(json: false) }).joined(
      separator: "\n\n")
  }

  private func describe(theme name: String, _ shelf: Shelf) throws(RenderError) -> String {
    let item = try shelf.theme(name)
    let devices = DeviceCatalog.shipped
    let device = try devices.device(invocation.value(of: Self.device) ?? "iphone15")
    let variant = try look()
    let rows: [[Table.Cell]] = try shelf.tokens(of: name, on: device, as: variant).map { entry in
      [
        .text(entry.key), .text(entry.value), .text(entry.origin.map(shortened) ?? "default"),
        .text(entry.summary),
      ]
    }
    var head = ["\(item.name) (theme): \(item.summary)", "  file: \(item.files[0])"]
    for file in item.files.dropFirst() { head.append("  extends: \(file)") }
    head.append("  background: \(item.background)")
    head.append("  looks: " + item.looks.map(\.rawValue).joined(separator: ", "))
    for credit in item.credits { head.append("  credits: \(credit)") }
    let shown = "On \(device.id)" + (variant.map { ", \($0.rawValue)" } ?? "") + ":"
    return head.joined(separator: "\n") + "\n\n\(shown)\n\n"
      + Table(["token", "value", "set in", "meaning"], rows).text
  }

  private func look() throws(RenderError) -> ThemeVariant? {
    guard let text = invocation.value(of: Self.variant) else { return nil }
    var words = RequestWords()
    words.texts["variant"] = text
    return try RequestReader(words).request().variant
  }

  /// `midnight.json:12`, which is enough beside the paths above.
  private func shortened(_ origin: Origin) -> String {
    guard let name = origin.file?.split(separator: "/").last else { return "\(origin)" }
    return origin.line.map { "\(name):\($0)" } ?? String(name)
  }

  private func tokenTable() -> String {
    let rows: [[Table.Cell]] = ThemeTokens.all.map { token in
      [
        .text(token.key), .text(token.defaultValue.text(pretty: false)),
        .text(token.kind.accepted), .text(token.summary),
      ]
    }
    return Table(["token", "default", "accepts", "meaning"], rows).text
  }

  private func describe(_ device: Device) -> String {
    func number(_ value: Double) -> Table.Cell { .number((value * 100).rounded() / 100) }
    let bounds = device.suggested
    let rows: [[Table.Cell]] = [
      [.text("pixels"), .text(device.pixels.description)],
      [
        .text("points"),
        .text("\(Int(device.points.width)) × \(Int(device.points.height))"),
      ],
      [.text("pixels per point"), number(device.scale.x)],
      [.text("pixels per inch"), .number(Double(device.ppi))],
      [.text("corner radius (pt)"), number(device.cornerRadius)],
      [.text("cut-out"), .text(device.cutout)],
      [
        .text("safe area (pt)"),
        .text("\(Int(device.safeArea.top)) top, \(Int(device.safeArea.bottom)) bottom"),
      ],
      [.text("gamut"), .text(device.gamut)],
      [.text("year"), .number(Double(device.year))],
      [.text("display confidence"), .text(device.confidence)],
      [.text("clock (pt)"), range(device.lockScreen.clockTop, device.lockScreen.clockBottom)],
      [.text("widgets (pt)"), range(device.lockScreen.widgetTop, device.lockScreen.widgetBottom)],
      [.text("controls from (pt)"), number(device.lockScreen.controlsTop)],
      [.text("lock screen confidence"), .text(device.lockScreenConfidence.rawValue)],
      [.text("notes start, no widgets (pt)"), number(bounds.topWithoutWidgets)],
      [.text("notes start, widgets (pt)"), number(bounds.topWithWidgets)],
      [
        .text("notes start, large clock (pt)"),
        bounds.topBelowLargeClock.map(number) ?? .text("not known"),
      ],
      [.text("notes end (pt)"), number(bounds.bottom)],
    ]
    let note = device.note.map { "\n\n\($0)" } ?? ""
    return "\(device.id): \(device.name)\n\n" + Table(["fact", "value"], rows).text + note
  }

  private func range(_ low: Double, _ high: Double) -> Table.Cell {
    .text("\(Int(low))–\(Int(high))")
  }
}
