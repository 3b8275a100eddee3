import BuiltInPlugins
import Scenes
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The subjects of facts come from the declared roles of layers, not from their names.
@Suite struct LayerRoleTests {
  private static func subjects(_ layout: any LayoutPlugin.Type) throws -> Set<String> {
    let plugins = PluginRegistry.builtIn.without(NumberedNotes.id).adding(layouts: [layout])
    let renderer = try Renderer(installation: Workspace.installation, plugins: plugins)
    let drawn = try renderer.draw(RenderRequest(device: "iphone15", notes: [Note("a")]))
    let facts = try SceneReader.facts(of: drawn, engine: renderer.textEngine(for: drawn.plan))
    return Set(facts.facts.map(\.subject))
  }

  @Test func aRoleNamesTheSubjectWhateverTheLayerIsCalled() throws {
    let subjects = try Self.subjects(RoleLayers.self)
    #expect(subjects.isSuperset(of: ["note.1", "note.1.text", "note.2.number.badge"]))
    #expect(subjects.isDisjoint(with: ["anything", "words", "disc"]))
  }

  @Test func aNameIsNoRole() throws {
    let subjects = try Self.subjects(RoleLayers.self)
    #expect(subjects.isSuperset(of: ["note_1.text", "card_line2", "_line7"]))
    for subject in subjects {
      let name = SubjectName(subject)
      #expect(name.line == nil, "\(subject)")
    }
  }

  @Test func theLayersOfTheBackgroundAreKnownAsSuch() throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let drawn = try renderer.draw(
      RenderRequest(device: "iphone15", notes: [Note("a")], theme: "dawn"))
    let facts = try SceneReader.facts(of: drawn, engine: renderer.textEngine(for: drawn.plan))
    #expect(facts.background.isSuperset(of: ["background", "glow", "motif"]))
    #expect(facts.background.allSatisfy { !$0.contains("note") })
  }

  /// Every layer that the built-in layout draws for a note declares its role.
  @Test func numberedNotesSayWhatTheirLayersAre() throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let drawn = try renderer.draw(
      RenderRequest(device: "iphone15", notes: [Note("a"), Note("b")], theme: "beacon"))
    let facts = try SceneReader.facts(of: drawn, engine: renderer.textEngine(for: drawn.plan))
    for note in 1...2 {
      for part in ["", ".text", ".number", ".place"] {
        #expect(facts.facts.contains { $0.subject == "note.\(note)\(part)" }, "note.\(note)\(part)")
      }
    }
    #expect(!facts.facts.contains { $0.subject.hasPrefix("note_") })
  }
}

/// Layers with roles, and layers with names that look like roles.
private struct RoleLayers: LayoutPlugin {
  static let id = "numbered-notes"
  static let version = 1
  static let summary = "Layers with roles."
  static var schema: ParameterSchema { NumberedNotes.schema }

  init(_ values: ParameterValues) throws(RenderError) {}

  func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let fill = Layer.Content.fill(.color(.clear))
    return Arrangement(layers: [
      Layer(
        "anything", role: LayerRole(note: 1),
        .group(
          GroupContent([
            Layer("words", role: LayerRole(note: 1, part: "text"), fill)
          ]))),
      Layer("disc", role: LayerRole(note: 2, part: "number.badge"), fill),
      Layer("note.1.text", fill), Layer("card.line2", fill), Layer("line7", fill),
    ])
  }
}
