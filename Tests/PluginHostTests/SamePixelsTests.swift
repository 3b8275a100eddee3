import BuiltInPlugins
import Digests
import Foundation
import Graphics
import PluginHost
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The built-in layout produces the same pictures if it runs as an external plugin.
@Suite(.tags(.sanitized, .torture)) struct SamePixelsTests {
  enum Carriage: String, CaseIterable, CustomTestStringConvertible {
    case program, library, isolated
    var testDescription: String { rawValue }
  }

  static let devices = ["iphone8", "iphone15", "iphone16promax", "ipadmini6", "ipadpro13"]

  /// The scenes are equal on every screen, and the pixels are equal on one or two screens for each
  /// carriage.
  ///
  /// Only `make torture` compares the pixels on every screen, because equal scenes result in equal
  /// pixels.
  @Test(arguments: Carriage.allCases, devices)
  func carriedNotesMakeTheSamePixels(_ carriage: Carriage, _ device: String) throws {
    let folder = try TemporaryFolder()
    let outside = try Self.renderer(carriage, in: folder)
    let inside = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let number = try #require(Self.devices.firstIndex(of: device))
    let isDrawn = Torture.isOn || Carriage.allCases.firstIndex(of: carriage) == number % 3
    for notes in [Self.short, Self.many, []] {
      var request = RenderRequest(device: device, notes: notes)
      request.output = .memory
      request.language = "en"

      let own = try inside.compose(inside.resolve(request))
      let carried = try outside.compose(outside.resolve(request))
      #expect(own.scene == carried.scene)
      #expect(own.notes == carried.notes)
      #expect(own.warnings == carried.warnings)
      guard isDrawn else { continue }
      let (pixels, others) = (
        try Self.fingerprintOfPixels(try inside.draw(request)).pixels,
        try Self.fingerprintOfPixels(try outside.draw(request)).pixels
      )
      #expect(pixels == others)
    }
  }

  /// Notes that do not fit cause the same error in both layouts.
  @Test(arguments: Carriage.allCases)
  func carriedNotesFailAlike(_ carriage: Carriage) throws {
    var request = RenderRequest(device: "iphone8", notes: Self.many + Self.many + Self.many)
    request.overflow = .fail
    request.output = .memory
    let own = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let folder = try TemporaryFolder()
    let outside = try Self.renderer(carriage, in: folder)
    let wanted = #expect(throws: RenderError.self) { _ = try own.compose(try own.resolve(request)) }
    #expect(throws: try #require(wanted)) { _ = try outside.compose(try outside.resolve(request)) }

    request.notes = [Note("A character without a font: \u{F0000}")]
    let missing = #expect(throws: RenderError.self) {
      _ = try own.compose(try own.resolve(request))
    }
    #expect(missing?.code == .missingGlyph)
    let carried = #expect(throws: RenderError.self) {
      _ = try outside.compose(try outside.resolve(request))
    }
    // The contract cannot express which note lacks a glyph, so only the built-in layout has this
    // information.
    #expect(carried?.code == missing?.code && carried?.message == missing?.message)
  }

  private static let short = [
    Note("Buy milk"), Note("Call Ana", done: true), Note("اشتر الخبز"), Note("Read “Emma” 📖"),
  ]
  private static let many = (1...14).map { index in
    Note("Note \(index): " + String(repeating: "something to do ", count: index % 5 + 1))
  }

  struct Facts {
    let pixels: String
    let scene: Scene
    let notes: [NotePlacement]
    let warnings: [RenderWarning]
  }

  static func fingerprintOfPixels(_ drawn: consuming DrawnPicture) throws -> Facts {
    let digest = drawn.picture.surface.withPixels { SHA256.hex(of: Array($0)) }
    return Facts(
      pixels: digest, scene: drawn.composition.scene, notes: drawn.composition.notes,
      warnings: drawn.composition.warnings)
  }

  /// Returns a renderer whose numbered-notes layout is external.
  static func renderer(
    _ carriage: Carriage, in temporary: TemporaryFolder
  ) throws -> Renderer {
    let folder = PluginFolder(folder: temporary)
    let path = folder.folder.file("plugins/numbered-notes")
    let (file, carrier): (String, JSONValue) =
      carriage == .program
      ? ("carried-notes", ["program": "carried-notes"])
      : ("libCarriedNotes.so", ["library": "libCarriedNotes.so"])
    try folder.write(
      "numbered-notes",
      [
        "version": .number(Double(NumberedNotes.version)), "carrier": carrier,
        "parameters": .array(
          NumberedNotes.schema.parameters.map(\.form)),
      ])
    try FileManager.default.copyItem(
      atPath: Program.folder + "/" + file, toPath: path + "/" + file)
    // Keep all built-in plugins except the one that the external plugin replaces.
    let others = PluginRegistry.builtIn.without("numbered-notes")
    let catalog = try PluginCatalog(
      folders: PluginFolders(flags: [folder.plugins], installation: Workspace.installation),
      builtIn: others)
    #expect(catalog.items.flatMap(\.problems).isEmpty)
    var settings = PluginHostSettings()
    if carriage == .isolated { settings.isolation = [Program.path, "plugin-server"] }
    return try Renderer(
      installation: Workspace.installation, plugins: catalog.registry(settings))
  }
}
