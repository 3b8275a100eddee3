import BuiltInPlugins
import Designs
import Foundation
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Compares a renderer that redraws only the parts that changed with a renderer that has no cache.
@Suite(.tags(.seeded)) struct EditedPictureTests {
  private static let photos = [
    "/usr/share/backgrounds/mate/nature/FreshFlower.jpg",
    "/usr/share/backgrounds/mate/nature/Dune.jpg",
  ]
  private static let texts = [
    "Buy oat milk", "Call Ana about Saturday and bring the card", "Żółta łódź", "شراء الخبز",
    "牛乳を買う", "Water the plants 🌵", "12 eggs, 3 × 4", "A", "🤍 for Mum",
    "A note that is long enough for two or three lines of text on any phone",
  ]

  /// A request that changes step by step, as if a person changed it.
  private struct Edits {
    var random: SeededGenerator
    var request: RenderRequest

    init(_ random: SeededGenerator) {
      self.random = random
      request = RenderRequest(template: "lock", device: "iphonese3")
      request.notes = EditedPictureTests.texts.prefix(3).map { Note($0) }
      request.background = .photo(file: EditedPictureTests.photos[0])
    }

    mutating func next() -> RenderRequest {
      var notes = request.content.notes ?? []
      let place = notes.isEmpty ? 0 : Int.random(in: 0..<notes.count, using: &random)
      let text = EditedPictureTests.texts.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<8: if !notes.isEmpty { notes[place].text = text }
      case 8..<11: notes.insert(Note(text), at: place)
      case 11..<13: if notes.count > 1 { notes.remove(at: place) }
      case 13, 14: if !notes.isEmpty { notes[place].done.toggle() }
      case 15: request.theme = ["fog", "dawn", "gelato", "beacon"].randomElement(using: &random)
      case 16: request.variant = [nil, .light, .dark].randomElement(using: &random) ?? nil
      case 17:
        request.background =
          [.theme, .color("navy")].randomElement(using: &random)
          ?? .photo(file: EditedPictureTests.photos[0])
      case 18:
        request.background = .photo(
          file: EditedPictureTests.photos.randomElement(using: &random) ?? "")
      default: request.language = ["de", "ja", nil].randomElement(using: &random) ?? nil
      }
      request.notes = Array(notes.prefix(8))
      return request
    }
  }

  private static let sequences = Torture.isOn ? 40 : 2
  private static let steps = Torture.isOn ? 60 : 20

  @Test(arguments: 0..<sequences) func equalsAPictureFromTheBeginning(_ sequence: Int) throws {
    var edits = Edits(SeededGenerator(seed: SeededGenerator.standardSeed &+ UInt64(sequence)))
    let kept = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for step in 0..<Self.steps {
      let request = edits.next()
      // A renderer without a cache draws everything.
      let fresh = try Renderer(
        installation: Workspace.installation, plugins: .builtIn, memory: .onePicture)
      let (one, other) = (try kept.render(request), try fresh.render(request))
      let notes = (request.content.notes ?? []).map(\.text)
      #expect(
        one.sha256 == other.sha256,
        "seed \(edits.random.seed), step \(step), \(request.background), \(notes)")
      #expect(one.fonts == other.fonts && one.warnings == other.warnings)
      #expect(one.legibility == other.legibility)
    }
  }
}
