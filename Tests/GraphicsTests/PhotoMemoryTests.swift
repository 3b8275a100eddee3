import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Photos from cameras fit within the default memory limit, and decoding stays within the estimate.
@Suite struct PhotoMemoryTests {
  /// A small 10-bit photo that declares 24 or 50 megapixels.
  @Test(arguments: [(6000, 4000), (8660, 5774)], ["deep.heic", "deep-422.heic", "deep.avif"])
  func photosOfTenBitsFitIntoTheDefault(_ size: (Int, Int), _ name: String) throws {
    let coded = try HEIFBuilder.Coded(of: try Photos.bytes(name))
    var builder = HEIFBuilder(brand: coded.type == "av01" ? "avif" : "heic")
    let extent = PNGFile.four(size.0) + PNGFile.four(size.1)
    builder.properties = [coded.configuration, HEIFBuilder.full("ispe", extent)]
    builder.items = [.init(id: 1, type: coded.type, data: coded.data, properties: [1, 2])]
    let structure = try PhotoStructure(builder.bytes, format: .heif, file: name)
    // A sample takes at least two bytes, and a pixel has at least one and a half samples.
    #expect(structure.workingBytes > size.0 * size.1 * 3)
    try structure.checkMemory(against: PhotoLimits(), fileBytes: 40 << 20, file: name)
  }

  /// A tiled photo needs memory for only one tile at a time.
  @Test func tilesTakeTheMemoryOfOne() throws {
    let coded = try HEIFBuilder.Coded(of: try Photos.bytes("lossless.heic"))
    var builder = HEIFBuilder()
    let (across, down) = (coded.size.width * 60, coded.size.height * 40)
    builder.properties = [
      coded.configuration, coded.extent,
      HEIFBuilder.full("ispe", PNGFile.four(across) + PNGFile.four(down)),
    ]
    builder.items = [
      .init(
        id: 1, type: "grid",
        data: [0, 0, 39, 59] + HEIFBuilder.two(across) + HEIFBuilder.two(down),
        properties: [3]),
      .init(id: 2, type: coded.type, data: coded.data, properties: [1, 2]),
    ]
    builder.references = [("dimg", 1, [Int](repeating: 2, count: 2400))]
    let structure = try PhotoStructure(builder.bytes, format: .heif, file: "a.heic")
    #expect(structure.tiles == 2400 && structure.workingBytes < 8 << 20)
  }
}
