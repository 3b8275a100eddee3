import Arguments
import BuiltInPlugins
import Designs
import Diagnostics
import FlowHosts
import Flows
import Motion
import Requests
import Snapshots
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm describe`: documents one plugin, template, theme, flow, motion or device.
struct DescribeVerb: CommandVerb {
  static let name = Operand(
    "name",
    completion: .shellCommand(
      "for what in plugin template theme flow device; do wallfarm $what list --names; done"),
    summary:
      "Name of a plugin, template, theme, flow, motion or device; or 'themes' for theme tokens, "
      + "'request', 'jobs' or 'snapshots' for the keys of these files, 'motion' for animatable "
      + "properties, 'content' for the kinds of content, 'errors' for exit statuses and error "
      + "codes."
  )
  static let device = Option(
    "device", short: "d", value: "id", default: "iphone15",
    completion: .shellCommand("wallfarm device list --names"),
    summary: "Device for the values of a theme.")
  static let variant = Option(
    "variant", value: "look", allowed: ThemeVariant.allCases.map(\.rawValue),
    summary: "Look of the theme: light or dark.")
  static let json = Flag("json", summary: "Print JSON; for a plugin, in the form of plugin.json.")
  static let command = Command(
    "describe",
    summary: "Show the parameters of a plugin, template, theme, flow, motion or device.",
    accepts: [.operand(name), .option(device), .option(variant), .flag(json)]
      + PluginOptions.finding)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let name = invocation.operands(Self.name).first ?? ""
    let installation = try Installation.find()
    let designs = DesignLibrary(installation: installation)
    let plugins = try PluginArguments(invocation).registry(installation)
    if name == "request" {
      show(table(JobField.ofRequests))
    } else if name == "jobs" {
      show(table(JobField.all))
    } else if name == "snapshots" {
      show(table(SnapshotField.all))
    } else if name == "content" {
      show(contentTable())
    } else if name == "motion" {
      show(MotionWriter.words)
    } else if name == "errors" {
      describeStatuses()
    } else if name == "themes" {
      show(tokenTable())
    } else if let plugin = plugins.plugin(name) {
      Terminal.print(PluginWriter(plugin).text(json: invocation.isOn(Self.json)))
    } else if let reason = plugins.unusable[name] {
      throw reason
    } else if designs.isTemplate(name) {
      let writer = DesignWriter(designs: designs, isJSON: invocation.isOn(Self.json))
      Terminal.print(try writer.text(template: name, plugins))
    } else if designs.themeNames.contains(name) || name.hasSuffix(".json") {
      let writer = DesignWriter(designs: designs, isJSON: invocation.isOn(Self.json))
      Terminal.print(try writer.text(theme: name, on: try themeDevice(), as: try look()))
    } else if FlowLibrary(folder: installation.flows).names.contains(name) {
      let story = try FlowLibrary(folder: installation.flows).story(name)
      Terminal.print(FlowWriter(story: story, isJSON: invocation.isOn(Self.json)).text)
    } else if MotionLibrary(folder: installation.motions).names.contains(name) {
      let motion = try MotionLibrary(folder: installation.motions).motion(name)
      Terminal.print(MotionWriter(motion: motion, isJSON: invocation.isOn(Self.json)).text)
    } else if let device = DeviceCatalog.shipped.devices.first(where: { $0.id == name }) {
      Terminal.print(DeviceWriter(device).text(json: invocation.isOn(Self.json)))
    } else {
      let known =
        plugins.all.map(\.id) + designs.templateNames + designs.themeNames
        + FlowLibrary(folder: installation.flows).names
        + MotionLibrary(folder: installation.motions).names
        + DeviceCatalog.shipped.devices.map(\.id)
      throw RenderError(
        .unknownName, "nothing is named '\(name)'", origin: .argument("name"),
        hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
          ?? "see 'wallfarm plugin list', 'wallfarm template list', 'wallfarm theme list' or "
          + "'wallfarm device list'")
    }
    return .success
  }

  /// Prints every exit status with its meaning and its error codes.
  private func describeStatuses() {
    if invocation.isOn(Self.json) {
      let all = ExitStatus.allCases.map { status -> JSONValue in
        [
          "status": .number(Double(status.rawValue)), "meaning": .string(status.meaning),
          "errors": .array(names(status).map(JSONValue.string)),
        ]
      }
      return Terminal.print(JSONValue.array(all).text(pretty: true))
    }
    let rows = ExitStatus.allCases.map { status -> [Table.Cell] in
      [.number(Double(status.rawValue)), .text(status.meaning)]
    }
    let codes = ExitStatus.allCases.flatMap { status in
      names(status).map { code -> [Table.Cell] in
        [.text(code), .number(Double(status.rawValue))]
      }
    }
    Terminal.print(Table(["status", "meaning"], rows).text + "\n")
    Terminal.print(Table(["error", "status"], codes).text)
  }

  private func names(_ status: ExitStatus) -> [String] {
    ErrorReference.rows.filter { $0.status == status }.map(\.code).sorted()
  }

  private func show(_ table: Table) {
    Terminal.print(invocation.isOn(Self.json) ? table.json.text(pretty: true) : table.text)
  }

  /// A table of the keys that a file accepts.
  private func table(_ keys: [KeyDescription]) -> Table {
    let rows: [[Table.Cell]] = keys.map { key in
      [.text(key.name), .text(key.accepted), .text(key.standard ?? ""), .text(key.summary)]
    }
    return Table(["key", "accepts", "default", "meaning"], rows)
  }

  /// A table of every kind of content with its keys.
  private func contentTable() -> Table {
    let rows = ContentKind.allCases.flatMap { kind in
      kind.fields.map { field -> [Table.Cell] in
        [
          .text(kind.rawValue), .text(field.key), .text(field.isRequired ? "yes" : ""),
          .text(field.type.accepted), .text(field.summary),
        ]
      }
    }
    return Table(["kind", "key", "needed", "accepts", "meaning"], rows)
  }

  /// The device on which a theme is described.
  func themeDevice() throws(RenderError) -> Device {
    try DeviceCatalog.shipped.single(invocation.value(of: Self.device) ?? "iphone15")
  }

  func look() throws(RenderError) -> ThemeVariant? {
    guard let text = invocation.value(of: Self.variant) else { return nil }
    var reader = RequestReader()
    reader.take(.variant, text)
    return try reader.request().variant
  }

  private func tokenTable() -> Table {
    let rows: [[Table.Cell]] = ThemeTokens.all.map { token in
      [
        .text(token.key), .text(token.defaultValue.text(pretty: false)),
        .text(token.kind.accepted), .text(token.summary),
      ]
    }
    return Table(["token", "default", "accepts", "meaning"], rows)
  }
}
