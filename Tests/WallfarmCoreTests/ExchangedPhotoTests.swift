import BuiltInPlugins
import Files
import Foundation
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests photos that are replaced during a render: pictures show the bytes that were read first, or
/// the render fails.
@Suite struct ExchangedPhotoTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<3 {
      try folder.write(try photo(UInt32(number)), to: "\(number).png")
    }
  }

  private func photo(_ number: UInt32) throws -> [UInt8] {
    try encodedPNG(
      try surface(90, 160) { x, y in 0xFF00_0000 | number << 20 | UInt32(y) << 8 | UInt32(x) })
  }

  private func surface(
    _ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32
  ) throws -> ImageSurface {
    var surface = try ImageSurface(size: PixelSize(width: width, height: height))
    let stride = surface.stride
    surface.withMutablePixels { bytes in
      for place in 0..<width * height {
        let (x, y) = (place % width, place / width)
        bytes.storeBytes(of: pixel(x, y), toByteOffset: y * stride + x * 4, as: UInt32.self)
      }
    }
    return surface
  }

  /// Returns one request with three photos for the kind `collage`, otherwise two requests with the
  /// same photo.
  private func requests(_ kind: String) -> [RenderRequest] {
    guard kind == "collage" else {
      return ["iphone8", "iphonese3"].map { device in
        RenderRequest(
          device: device, notes: [Note("Buy milk")],
          background: .photo(file: folder.file("0.png")), output: .memory)
      }
    }
    var request = RenderRequest(template: "collage", device: "iphone8", output: .memory)
    request.content[.photos] = (0..<3).map { number in
      ContentEntry(["file": .text(folder.file("\(number).png"))])
    }
    return [request]
  }

  /// Renders, and overwrites the first photo with `bytes` when the stage with index `place` begins.
  ///
  /// - Returns: The digests of the files, and the names of the stages.
  private func render(
    _ kind: String, memory: RenderMemory, _ bytes: [UInt8] = [], at place: Int = .max
  ) throws -> (digests: [String], stages: [String]) {
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: .builtIn, memory: memory, key: .known)
    var stages: [String] = []
    let path = folder.file("0.png")
    renderer.stageBegins = { stage in
      if stages.count == place {
        _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
      }
      stages.append(stage)
    }
    let receipts = try renderer.render(requests(kind))
    return (receipts.map(\.sha256), stages)
  }

  /// Changed bytes are never drawn, even if a photo is read again for the next picture or after its
  /// eviction.
  @Test(arguments: [("collage", 0), ("two pictures", 1 << 30)])
  func otherBytesAreNotDrawn(_ kind: String, _ most: Int) throws {
    let memory = RenderMemory(photos: most, backgrounds: 0, bands: 0)
    let (first, other) = (try photo(0), try photo(7))
    let whole = try render(kind, memory: memory)
    var errors = 0
    // The loop starts at 1, because nothing has been read when the first stage begins.
    for place in 1..<whole.stages.count {
      try folder.write(first, to: "0.png")
      do {
        let drawn = try render(kind, memory: memory, other, at: place)
        #expect(drawn.digests == whole.digests, "exchanged at \(place), \(whole.stages[place])")
      } catch let error as RenderError {
        #expect(error.code == .inputChanged, "\(error)")
        errors += 1
      }
    }
    #expect(errors > 0)
    // A rewritten file with the same bytes is not a change.
    try folder.write(first, to: "0.png")
    #expect(try render(kind, memory: memory, first, at: 1).digests == whole.digests)
  }

  /// The next render shows the current bytes of the file.
  @Test func anotherRenderShowsOtherBytes() throws {
    let renderer = try makeRenderer()
    let request = requests("two pictures")[0]
    let first = try renderer.render(request).sha256
    try folder.write(try photo(7), to: "0.png")
    let second = try renderer.render(request).sha256
    #expect(second != first)
    try folder.write(try photo(0), to: "0.png")
    let drawn = try renderer.draw(request)
    let fingerprint = drawn.fingerprint
    let third = try renderer.render(request)
    #expect(third.sha256 == first && third.fingerprint == fingerprint)
  }

  /// A picture that is drawn but not written to a file, as for a snapshot, never shows a photo that
  /// was replaced meanwhile.
  ///
  /// Here, the photo is replaced while a layout runs.
  @Test func aPictureWithoutAFileShowsNoOtherBytes() throws {
    let renderer = try Renderer(
      installation: Workspace.installation,
      plugins: .builtIn.without("numbered-notes").adding(layouts: [ExchangingLayout.self]),
      memory: RenderMemory(photos: 0, backgrounds: 0, bands: 0), key: .known)
    var request = requests("collage")[0]
    request.template = "lock"
    let error = #expect(throws: RenderError.self) { _ = try renderer.draw(request) }
    #expect(error?.code == .inputChanged)
  }
}

/// A layout that overwrites the file of its first photo with its third photo, and then shows the
/// first photo.
private struct ExchangingLayout: LayoutPlugin {
  static let id = "numbered-notes"
  static let version = 1
  static let summary = "A photo."
  static var schema: ParameterSchema {
    PluginRegistry.builtIn.layout("numbered-notes").map(\.schema) ?? ParameterSchema([])
  }
  static let content = [ContentUse(.photos, isNeeded: true)]

  init(_ values: ParameterValues) throws(RenderError) {}

  func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let files = (context.content[.photos] ?? []).compactMap { $0.text("file") }
    _ = FileManager.default.createFile(
      atPath: files[0], contents: FileManager.default.contents(atPath: files[2]))
    return Arrangement(layers: [
      Layer("photo", .image(ImageContent(file: files[0], frame: context.freeArea)))
    ])
  }
}
