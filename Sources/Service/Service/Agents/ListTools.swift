internal import Authoring
internal import Designs
import SourceJSON
import WallfarmPluginKit

/// `devices`, `templates` and `themes`: list what is installed.
struct ListTool: AgentTool {
  let name: String
  let title: String
  let summary: String
  /// The list.
  let list: JSONValue

  let arguments: [AgentArgument] = []

  func run(
    _ call: AgentCall, completion: @escaping @Sendable (AgentResult) -> Void
  ) throws(RenderError) {
    completion(AgentResult([name: list]))
  }

  /// Returns the tools that list devices, templates and themes.
  static func all(_ lists: [String: JSONValue]) -> [ListTool] {
    func tool(_ name: String, _ title: String, _ summary: String) -> ListTool {
      ListTool(name: name, title: title, summary: summary, list: lists[name] ?? [])
    }
    return [
      tool(
        "devices", "List devices",
        "Lists the phones and tablets with their sizes in pixels and points; requests refer to "
          + "them by 'id'."),
      tool(
        "templates", "List templates",
        "Lists the templates with the kinds of content that they show ('content') and require "
          + "('needs')."),
      tool("themes", "List themes", "Lists the themes with their light and dark looks."),
    ]
  }
}

/// `describe`: returns the parameters of a plugin, template or theme, or the facts of a device.
struct DescribeTool: AgentTool {
  let descriptions: Descriptions

  let name = "describe"
  let title = "Describe an item"
  let summary =
    "Returns the parameters of a template or a plugin, the values of a theme, the properties of a "
    + "device, or a table: 'request' and 'content' for the keys of a request, 'jobs' for those of "
    + "a job file, 'themes' for the tokens of themes."

  var arguments: [AgentArgument] {
    [
      AgentArgument(
        "name",
        "A template, plugin, theme or device, or \(Descriptions.topics.joined(separator: ", ")).",
        ["type": "string"], isRequired: true),
      AgentArgument(
        "device",
        "The device for which to return the values of a theme; default iphone15.",
        ["type": "string"]),
      AgentArgument(
        "variant", "The look of the theme.",
        ["enum": .array(ThemeVariant.allCases.map { .string($0.rawValue) })]),
    ]
  }

  func run(
    _ call: AgentCall, completion: @escaping @Sendable (AgentResult) -> Void
  ) throws(RenderError) {
    let name = try call.text("name") ?? ""
    let device = try call.text("device") ?? "iphone15"
    let variant = try call.choice("variant", ThemeVariant.self)
    // Reject paths, because they would be read from the server's disk.
    let isPath = name.contains("/") || name.hasSuffix(".json")
    let form =
      try isPath
      ? nil
      : descriptions.form(of: name) { () throws(RenderError) in
        Descriptions.Setting(try DeviceCatalog.known.device(device), variant)
      }
    guard let form else {
      var error = descriptions.unknown(String(name.prefix(100)))
      error.hint =
        descriptions.closest(to: name).map { "did you mean '\($0)'?" }
        ?? "call 'devices', 'templates' or 'themes'"
      throw error
    }
    completion(AgentResult(["description": try form.json().withoutFiles]))
  }
}

extension JSONValue {
  /// The description without the paths of files on the server.
  fileprivate var withoutFiles: JSONValue { removing("file").removing("files") }
}
