import BuiltInPlugins
import Designs
import Foundation
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Text moves to a calm part of a photo; its size and line breaks are unchanged.
@Suite struct CalmPlaceTests {
  private let folder: TemporaryFolder
  private let renderer: Renderer

  init() throws {
    folder = try TemporaryFolder()
    renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
  }

  /// Creates a photo the size of the iPhone 15's screen; it has noise in the given rows and is dark
  /// gray elsewhere.
  ///
  /// The rows are in points.
  private func photo(restless rows: ClosedRange<Int>) throws -> String {
    let file = folder.file("\(rows.lowerBound)-\(rows.upperBound).png")
    let height = (rows.upperBound - rows.lowerBound) * 3
    let made = Tool.run(
      "convert",
      [
        "-size", "1179x2556", "xc:#202428", "(", "-size", "1179x\(height)", "-seed", "7", "xc:gray",
        "+noise", "Random", "-blur", "0x6", "-normalize", ")", "-geometry",
        "+0+\(rows.lowerBound * 3)",
        "-composite", file,
      ])
    #expect(made.status == 0)
    return file
  }

  private static let notes = ["Buy milk and bread", "Water the plants"]

  private func composed(on photo: String?, theme: String) throws -> Composition {
    var request = RenderRequest(
      device: "iphone15", notes: Self.notes.map { Note($0) }, theme: theme,
      background: photo.map { .photo(file: $0) } ?? .color("#202428"))
    request.variant = .dark
    // At this size, the list fills only a part of the area, so it can move.
    request.settings = [
      Setting(key: "form", value: "list"), Setting(key: "largest", value: "26"),
    ]
    return try renderer.compose(try renderer.resolve(request))
  }

  private func middle(of composition: Composition) -> Double {
    let frames = composition.notes.map(\.frame)
    return ((frames.map(\.y).min() ?? 0) + (frames.map(\.maxY).max() ?? 0)) / 2
  }

  /// Several themes share one test, because they use the same photos.
  @Test func textLeavesARestlessPartOfAPhoto() throws {
    let photos = (try photo(restless: 300...560), try photo(restless: 540...760))
    let area = FreeArea(
      on: try DeviceCatalog.shipped.device("iphone15"), widgets: true, clock: .standard
    ).frame
    for theme in ["midnight", "dawn", "forest"] {
      let still = try composed(on: nil, theme: theme)
      let high = try composed(on: photos.0, theme: theme)
      let low = try composed(on: photos.1, theme: theme)
      // The text moves down, away from the noise.
      #expect(middle(of: high) > middle(of: still) + 30, "\(theme)")
      #expect(middle(of: low) <= middle(of: still) + 1, "\(theme)")
      for moved in [high, low] {
        #expect(moved.fontSize == still.fontSize && moved.warnings == still.warnings, "\(theme)")
        #expect(moved.notes.map(\.lines) == still.notes.map(\.lines), "\(theme)")
        for note in moved.notes { #expect(area.contains(note.frame, tolerance: 0.5), "\(theme)") }
      }
    }
  }

  /// A uniform photo does not move the text, whether it is calm or busy.
  @Test func textStaysWhereNoPartIsCalmer() throws {
    let still = try composed(on: nil, theme: "midnight")
    for photo in [try photo(restless: 0...1), try photo(restless: 0...852)] {
      #expect(try composed(on: photo, theme: "midnight").notes == still.notes)
    }
  }

  /// A year's dots keep their size, because they would fit into a small calm part of a photo only
  /// if they were tiny.
  @Test func marksKeepTheirSize() throws {
    func sizes(on background: BackgroundChoice) throws -> [Size] {
      var request = RenderRequest(template: "year-dots", device: "iphone15")
      request.background = background
      request.now = When("2026-06-18")
      let scene = try renderer.compose(try renderer.resolve(request)).scene
      return scene.foreground.compactMap { layer in
        guard case .shape(let content) = layer.content else { return nil }
        return content.shape.bounds.size
      }
    }
    let still = try sizes(on: .photo(file: photo(restless: 0...1)))
    #expect(!still.isEmpty)
    for rows in [300...640, 420...760, 0...852] {
      #expect(try sizes(on: .photo(file: photo(restless: rows))) == still, "\(rows)")
    }
  }

  /// Cards that change more than a third of the picture cause a warning; smaller cards do not.
  @Test func muchChangeIsToldOf() throws {
    let noise = try photo(restless: 0...852)
    let folder = try TemporaryFolder()
    let cards = try folder.write(
      """
      {"format": 1, "summary": "", "extends": "folio",
       "legibility": {"aids": ["card"]}}
      """.utf8, to: "cards.json")
    func receipt(_ count: Int) throws -> RenderReceipt {
      try renderer.render(
        RenderRequest(
          device: "iphonese3",
          notes: (1...count).map { Note("Number \($0) of a list of notes, all of them long") },
          theme: cards, background: .photo(file: noise)))
    }
    for count in [1, 12] {
      let receipt = try receipt(count)
      let changed = try #require(receipt.legibility?.changed)
      #expect((changed > 1.0 / 3) == (count == 12), "\(changed)")
      #expect(receipt.warnings.contains { $0.code == .pictureCovered } == (changed > 1.0 / 3))
    }
  }
}
