import BuiltInPlugins
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A higher version of a built-in plugin changes the fingerprint and invalidates caches.
@Suite struct PluginVersionTests {
  private struct Before: BackgroundPlugin {
    static let id = "tested"
    static let version = 1
    static let summary = "A color."
    static let schema = ParameterSchema()
    init(_ values: ParameterValues) {}
    func layers(in context: ComposeContext) -> [Layer] { [Layer("a", .fill(.color(.black)))] }
  }

  private struct After: BackgroundPlugin {
    static let id = "tested"
    static let version = 2
    static let summary = "A color."
    static let schema = ParameterSchema()
    init(_ values: ParameterValues) {}
    func layers(in context: ComposeContext) -> [Layer] { [Layer("a", .fill(.color(.black)))] }
  }

  private let registries = [
    PluginRegistry.builtIn.adding(backgrounds: [Before.self]),
    PluginRegistry.builtIn.adding(backgrounds: [After.self]),
  ]

  @Test func itChangesTheFingerprintAndTheDigestOfABatch() throws {
    let used = try RenderRequest.quick(background: .plugin("tested"))
    let other = try RenderRequest.quick()
    for (request, isUsed) in [(used, true), (other, false)] {
      let made = try registries.map { plugins in
        try Renderer(installation: Workspace.installation, plugins: plugins).draw(request)
          .fingerprint
      }
      let checked = try registries.map { plugins in
        try RequestChecker(installation: Workspace.installation, plugins: plugins).check(request)
      }
      #expect((made[0] != made[1]) == isUsed)
      #expect((checked[0].digest != checked[1].digest) == isUsed)
      let differing = zip(made[0].parts, made[1].parts).filter { $0 != $1 }.map(\.0.name)
      #expect(differing == (isUsed ? ["plugins"] : []))
    }
  }

  @Test func itChangesTheKeyOfTheCache() throws {
    let layers = [Layer("a", .fill(.color(.black)))]
    func key(_ maker: String?, _ layers: [Layer]) -> String {
      Ground.Key(
        layers: layers, photos: ["1"], pixels: PixelSize(width: 2, height: 3),
        scale: Scale(x: 1, y: 1), space: .sRGB, maker: maker
      ).digest
    }
    #expect(key("tested 1", layers) != key("tested 2", layers))
    #expect(key("tested 1", layers) == key("tested 1", [Layer("b", .fill(.color(.black)))]))
    #expect(key("tested 1", layers) != key("tested 1", [Layer("a", .fill(.color(.white)))]))
  }

  private struct PhotoBefore: BackgroundPlugin {
    static let id = "framed"
    static let version = 1
    static let summary = "A photo."
    static let file = Parameter.file("file", summary: "A photo.")
    static let schema = ParameterSchema(file)
    let file: String
    init(_ values: ParameterValues) throws(RenderError) {
      file = try values.value(of: Self.file)
    }
    func layers(in context: ComposeContext) -> [Layer] {
      [Layer("photo", .image(ImageContent(file: file, frame: context.bounds)))]
    }
  }

  private struct PhotoAfter: BackgroundPlugin {
    static let id = PhotoBefore.id
    static let version = 2
    static let summary = PhotoBefore.summary
    static let schema = PhotoBefore.schema
    let before: PhotoBefore
    init(_ values: ParameterValues) throws(RenderError) { before = try PhotoBefore(values) }
    func layers(in context: ComposeContext) -> [Layer] { before.layers(in: context) }
  }

  /// A cache entry of one version is not used by another version, even if the layers are equal.
  @Test func anEntryOfTheCacheIsOfOneVersion() throws {
    let folder = try TemporaryFolder()
    let cache = try BackgroundCache(folder: folder.file("cache"))
    let picture = try encodedPNG(ImageSurface(size: PixelSize(width: 40, height: 50)))
    let photo = try folder.write(picture, to: "a.png")
    let request = try RenderRequest.quick(
      background: .plugin("framed"), settings: ["framed.file=\(photo)"])
    func entries(_ plugin: any BackgroundPlugin.Type) throws -> Int {
      let plugins = PluginRegistry.builtIn.adding(backgrounds: [plugin])
      _ = try Renderer(installation: Workspace.installation, plugins: plugins, cache: cache)
        .draw(request)
      return folder.names(in: "cache").count { $0.hasSuffix(".ground") }
    }
    #expect(try entries(PhotoBefore.self) == 1)
    #expect(try entries(PhotoBefore.self) == 1)
    #expect(try entries(PhotoAfter.self) == 2)
  }
}
