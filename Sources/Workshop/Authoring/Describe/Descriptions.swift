package import Designs
internal import Requests
package import SourceJSON
internal import WallfarmCore
package import WallfarmPluginKit

/// Looks up descriptions by name.
///
/// A description covers a plugin, a template, a theme, a device, or the keys of a file. `wallfarm
/// describe` prints it as text, and agents receive it as JSON.
package struct Descriptions: Sendable {
  private let designs: DesignLibrary
  private let plugins: PluginRegistry

  package init(_ designs: DesignLibrary, _ plugins: PluginRegistry) {
    (self.designs, self.plugins) = (designs, plugins)
  }

  /// A description as text for people and as JSON for programs; each form is created only on
  /// request.
  package struct Form {
    package let text: () throws(RenderError) -> String
    package let json: () throws(RenderError) -> JSONValue
  }

  /// The device and the look (theme variant) for which the values of a theme are described.
  package struct Setting: Sendable {
    let device: Device
    let variant: ThemeVariant?

    package init(_ device: Device, _ variant: ThemeVariant?) {
      (self.device, self.variant) = (device, variant)
    }
  }

  /// Topics that describe the keys of a file or the tokens of themes.
  package static let topics = ["request", "jobs", "content", "themes"]

  /// Returns the description of the item with the given name, or `nil` if there is no such item.
  ///
  /// - Parameters:
  ///   - name: A topic, or a plugin, template, theme or device.
  ///   - setting: Returns the device and the look for which a theme is described.
  /// - Returns: The description, or `nil` if the name is unknown.
  /// - Throws: The reason why a plugin cannot be used.
  package func form(
    of name: String, _ setting: @escaping () throws(RenderError) -> Setting
  ) throws(RenderError) -> Form? {
    if let table = Descriptions.table(name) {
      return Form(text: { () throws(RenderError) in table.text }) { () throws(RenderError) in
        table.json
      }
    }
    if let plugin = plugins.plugin(name) {
      let writer = PluginWriter(plugin)
      return Form(text: { () throws(RenderError) in writer.text(json: false) }) {
        () throws(RenderError) in writer.json
      }
    }
    if let reason = plugins.unusable[name] { throw reason }
    let (designs, plugins) = (designs, plugins)
    let writer = DesignWriter(designs: designs, isJSON: false)
    if designs.isTemplate(name) {
      return Form(text: { () throws(RenderError) in try writer.text(template: name, plugins) }) {
        () throws(RenderError) in try writer.json(template: name, plugins)
      }
    }
    if designs.themeNames.contains(name) || name.hasSuffix(".json") {
      return Form(
        text: { () throws(RenderError) in
          let setting = try setting()
          return try writer.text(theme: name, on: setting.device, as: setting.variant)
        },
        json: { () throws(RenderError) in
          let setting = try setting()
          return try writer.json(theme: name, on: setting.device, as: setting.variant)
        })
    }
    guard let device = try? DeviceCatalog.known.device(name) else { return nil }
    let shown = DeviceWriter(device)
    return Form(text: { () throws(RenderError) in shown.text(json: false) }) {
      () throws(RenderError) in shown.json
    }
  }

  private static func table(_ topic: String) -> Table? {
    switch topic {
    case "request": Table(JobField.ofRequestFiles)
    case "jobs": Table(JobField.all)
    case "content": .contentKinds
    case "themes": .themeTokens
    default: nil
    }
  }

  /// The error for an unknown name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - others: Additional names to suggest; the caller can describe them itself.
  /// - Returns: The error.
  package func unknown(_ name: String, others: [String] = []) -> RenderError {
    RenderError(
      .unknownName, "nothing is named '\(name)'", origin: .argument("name"),
      hint: closest(to: name, others: others).map { "did you mean '\($0)'?" }
        ?? "see 'wallfarm plugin list', 'wallfarm template list', 'wallfarm theme list' or "
        + "'wallfarm device list'")
  }

  /// The known name whose spelling is closest to `name`; nil if no name is close enough.
  package func closest(to name: String, others: [String] = []) -> String? {
    closestSpelling(
      to: name,
      among: plugins.all.map(\.id) + designs.templateNames + designs.themeNames + others
        + DeviceCatalog.known.devices.map(\.id))
  }
}
