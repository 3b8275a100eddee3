import Arguments
import Authoring
import Designs
import Diagnostics
import FlowHosts
import Flows
import Motion
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
      + "'request', 'jobs' or 'snapshots' for the keys of that kind of file, 'motion' for animatable "
      + "properties, 'content' for the kinds of content, 'errors' for exit statuses and error "
      + "codes."
  )
  static let device = Option(
    "device", short: "d", value: "id", default: "iphone15",
    completion: .shellCommand("wallfarm device list --names"),
    summary: "Device for which to show the values of a theme.")
  static let variant = Option(
    "variant", value: "look", allowed: ThemeVariant.allCases.map(\.rawValue),
    summary: "Look of the theme: light or dark.")
  static let json = Flag("json", summary: "Print JSON; for a plugin, in plugin.json format.")
  static let command = Command(
    "describe",
    summary: "Show the parameters of a plugin, template, theme, flow, motion or device.",
    accepts: [.operand(name), .option(device), .option(variant), .flag(json)]
      + PluginOptions.finding)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let name = invocation.operands(Self.name).first ?? ""
    if name == "errors" {
      describeStatuses()
      return .success
    }
    if let table = fileTable(name) {
      Terminal.print(invocation.isOn(Self.json) ? table.json.text(pretty: true) : table.text)
      return .success
    }
    let installation = try Installation.findForUser()
    let descriptions = Descriptions(
      DesignLibrary(installation: installation),
      try PluginArguments(invocation).registry(installation))
    let found = try descriptions.form(of: name) { () throws(RenderError) in
      Descriptions.Setting(try themeDevice(), try look())
    }
    if let found {
      Terminal.print(
        invocation.isOn(Self.json) ? try found.json().text(pretty: true) : try found.text())
    } else if let text = try story(name, installation) {
      Terminal.print(text)
    } else {
      throw descriptions.unknown(
        name,
        others: FlowLibrary(folder: installation.flows).names
          + MotionLibrary(installation).names)
    }
    return .success
  }

  /// Returns a table of the keys in a file that only commands read, such as a motion, or `nil` for
  /// any other name.
  private func fileTable(_ name: String) -> Table? {
    switch name {
    case "snapshots": Table(SnapshotField.all)
    case "motion": MotionWriter.words
    default: nil
    }
  }

  /// Returns the description of a flow or a motion, or `nil` for any other name.
  private func story(
    _ name: String, _ installation: Installation
  ) throws(RenderError) -> String? {
    let (flows, motions) = (
      FlowLibrary(folder: installation.flows), MotionLibrary(installation)
    )
    let isJSON = invocation.isOn(Self.json)
    if flows.names.contains(name) {
      return FlowWriter(story: try flows.story(name), isJSON: isJSON).text
    }
    guard motions.names.contains(name) else { return nil }
    return MotionWriter(motion: try motions.motion(name), isJSON: isJSON).text
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

  /// Returns the device for which a theme is described.
  func themeDevice() throws(RenderError) -> Device {
    try DeviceCatalog.known.single(invocation.value(of: Self.device) ?? "iphone15")
  }

  func look() throws(RenderError) -> ThemeVariant? {
    guard let text = invocation.value(of: Self.variant) else { return nil }
    var reader = RequestReader()
    reader.take(.variant, text)
    return try reader.request().variant
  }
}
