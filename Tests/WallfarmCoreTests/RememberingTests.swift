import BuiltInPlugins
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A renderer with warm caches makes the same files as a new renderer.
@Suite(.tags(.threads, .torture)) struct RememberingTests {
  /// A random walk of edits to notes, backgrounds, devices, themes and settings that often returns
  /// to earlier values.
  ///
  /// Without torture, tests a single walk.
  @Test(arguments: Torture.isOn ? [1, 2, 3, 4] : [1] as [UInt64])
  func whatIsRememberedNeverChangesAFile(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let photos = try ["a.png", "b.png"].map { try folder.write(try photo(&random), to: $0) }
    var backgrounds: [BackgroundChoice] = [.theme, .none, .color("black"), .color("#3a6ea580")]
    backgrounds += photos.map { .photo(file: $0) }
    var memory = RenderMemory.standard
    // The limits are so small that entries are evicted during the test.
    (memory.backgrounds, memory.bands) = (14 << 20, 2 << 20)
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: .builtIn, memory: memory, threads: 2)
    var request = try RenderRequest.quick(notes: ["Buy milk", "Call Ana", "Water the plants"])
    for step in 0..<30 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: request.background = backgrounds.randomElement(using: &random) ?? .none
      case 1: request.device = ["iphone8", "iphonese3"].randomElement(using: &random) ?? ""
      case 2: request.theme = ["lens", "paper", "midnight"].randomElement(using: &random)
      case 3: request.widgets.toggle()
      case 4: request.colorSpace = request.colorSpace == .sRGB ? .displayP3 : .sRGB
      case 5: request.notes?[0].done.toggle()
      default: request.notes?[2] = Note("Read page \(Int.random(in: 0..<3, using: &random))")
      }
      let fresh = try Renderer(
        installation: Workspace.installation, plugins: .builtIn, memory: .onePicture)
      let expected = try fresh.render(request)
      let receipt = try renderer.render(request)
      #expect(receipt.bytes == expected.bytes, "step \(step) of seed \(seed): \(request)")
      #expect(receipt.sha256 == expected.sha256)
      #expect(receipt.legibility == expected.legibility)
      #expect(receipt.fonts == expected.fonts)
    }
  }

  @Test func aPhotoThatIsReplacedUnderItsNameIsDrawn() throws {
    var random = SeededGenerator(seed: 5)
    let folder = try TemporaryFolder()
    let renderer = try makeRenderer()
    var files: Set<String> = []
    for _ in 0..<3 {
      let path = try folder.write(try photo(&random), to: "photo.png")
      let request = try RenderRequest.quick(background: .photo(file: path))
      files.insert(try renderer.render(request).sha256)
    }
    #expect(files.count == 3)
  }

  /// A renderer with a cached photo draws the same picture as a new renderer.
  ///
  /// This holds even after the text, screen, color space or photo file changes.
  @Test func aPhotoOfALayoutIsDrawnAsIfForTheFirstTime() throws {
    var random = SeededGenerator(seed: 9)
    let folder = try TemporaryFolder()
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: .builtIn, memory: .standard, threads: 2)
    var files: Set<String> = []
    for step in 0..<8 {
      // Each photo is shown four times, with each of two place names on each of two screens.
      if step % 4 == 0 { _ = try folder.write(try photo(&random), to: "photo.png") }
      var request = RenderRequest(
        template: "memory", device: step % 2 == 0 ? "iphone8" : "iphonese3",
        background: .color("black"))
      request.colorSpace = step % 4 == 3 ? .displayP3 : .sRGB
      request.content[.photos] = [
        ContentEntry([
          "file": .text(folder.file("photo.png")), "place": .text("Beach \(step / 2 % 2)"),
        ])
      ]
      let fresh = try Renderer(
        installation: Workspace.installation, plugins: .builtIn, memory: .onePicture)
      let expected = try fresh.render(request)
      #expect(try renderer.render(request).sha256 == expected.sha256, "step \(step)")
      files.insert(expected.sha256)
    }
    #expect(files.count == 8)
  }

  /// Returns a picture with smooth colors and some noise.
  private func photo(_ random: inout SeededGenerator) throws -> [UInt8] {
    var surface = try ImageSurface(size: PixelSize(width: 400, height: 500))
    let base = UInt32.random(in: 0..<0x80, using: &random)
    let stride = surface.stride
    surface.withMutablePixels { bytes in
      for y in 0..<500 {
        for x in 0..<400 {
          let noise = UInt32.random(in: 0..<8, using: &random)
          let pixel =
            0xFF00_0000 | (base + UInt32(x) / 4) << 16 | (UInt32(y) / 4 + noise) << 8 | noise
          bytes.storeBytes(of: pixel, toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
    return try encodedPNG(surface)
  }
}
