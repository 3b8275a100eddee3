import Authoring
import BuiltInPlugins
import Foundation
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A template can have its own themes in a folder next to its file.
@Suite struct OwnThemeTests {
  @Test func aTemplateFindsItsOwnThemeByName() throws {
    let folder = try TemporaryFolder()
    let installation = try folder.installation()
    try folder.writeTemplate(in: "Templates/mine")
    let receipt = try makeRenderer(installation).render(.own(template: "mine"))

    #expect(receipt.template == "mine")
    #expect(receipt.theme == "dusk")
  }

  @Test(arguments: ["elsewhere", "elsewhere/", "elsewhere/template.json"])
  func soDoesATemplateNamedByItsPath(_ path: String) throws {
    let folder = try TemporaryFolder()
    try folder.writeTemplate(in: "elsewhere")
    let receipt = try makeRenderer().render(.own(template: folder.file(path)))

    #expect(receipt.template == "elsewhere")
    #expect(receipt.theme == "dusk")
  }

  @Test func itsOwnThemeGoesBeforeOneThatAllShare() throws {
    let folder = try TemporaryFolder()
    let installation = try folder.installation()
    try folder.writeTemplate(in: "Templates/mine", theme: "midnight")
    let renderer = try makeRenderer(installation)
    let plan = try renderer.resolve(.own(template: "mine"))
    let layers = try renderer.compose(plan).scene.background

    #expect(layers.map(\.content) == [.fill(.color(Color(red: 0x12, green: 0x34, blue: 0x56)))])
  }

  @Test func checkingKnowsTheThemesOfTheTemplate() throws {
    let folder = try TemporaryFolder()
    let installation = try folder.installation()
    try folder.writeTemplate(in: "Templates/mine")
    let checker = FileChecker(
      installation: installation, plugins: .builtIn, fontFamilies: ["Inter"])

    #expect(checker.check(folder.file("Templates/mine/template.json")).problems == [])
    #expect(checker.check(folder.file("Templates/mine")).problems == [])
  }

  @Test func theDoctorFindsNothingWrongWithIt() throws {
    let folder = try TemporaryFolder()
    let installation = try folder.installation()
    try folder.writeTemplate(in: "Templates/mine")
    let findings = Doctor(installation: installation, plugins: .builtIn).examine()

    #expect(findings.filter { $0.subject == "templates" }.compactMap(\.remedy) == [])
  }

  @Test func aPhotoOfAThemeLiesBesideItsFile() throws {
    let folder = try TemporaryFolder()
    let photo = try #require(try makeRenderer().render(.quick(template: "home")).bytes)
    try folder.write(photo, to: "elsewhere/themes/sea.png")
    try folder.writeTemplate(
      in: "elsewhere", background: #"{"plugin": "photo", "parameters": {"file": "sea.png"}}"#)
    let renderer = try makeRenderer()
    let plan = try renderer.resolve(.own(template: folder.file("elsewhere")))

    let layers = try renderer.compose(plan).scene.background
    guard case .image(let image) = layers.first(where: { $0.name == "photo" })?.content else {
      Issue.record("expected a picture")
      return
    }
    #expect(image.file == folder.file("elsewhere/themes/sea.png"))
  }
}

extension RenderRequest {
  /// A request for the template with its default theme and background.
  fileprivate static func own(template: String) -> RenderRequest {
    RenderRequest(template: template, device: "iphone8", notes: [Note("Buy milk")])
  }
}

extension TemporaryFolder {
  fileprivate func writeTemplate(
    in name: String, theme: String = "dusk",
    background: String = ##"{"plugin": "solid-color", "parameters": {"color": "#123456"}}"##
  ) throws {
    try write(
      #"{"format": 1, "summary": "Mine.", "theme": "\#(theme)", "layouts": []}"#.utf8,
      to: "\(name)/template.json")
    try write(
      #"{"format": 1, "summary": "Mine too.", "background": \#(background)}"#.utf8,
      to: "\(name)/themes/\(theme).json")
  }
}
