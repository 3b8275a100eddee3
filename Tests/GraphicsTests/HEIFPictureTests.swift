import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Only the primary picture of a HEIF file and its parts are read.
@Suite struct HEIFPictureTests {
  /// Other items in a file, which do not prevent decoding.
  struct Company: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout HEIFBuilder) -> Void
  }

  /// The picture is item 1; the gain map, mapped picture and depth map are items 2, 3 and 4.
  static let companies = [
    Company(testDescription: "nothing") { _ in },
    Company(testDescription: "a gain map of the photo and its mapped picture") {
      $0.references += [("auxl", 2, [1, 3]), ("dimg", 3, [1, 2])]
    },
    Company(testDescription: "a depth map of the mapped picture") {
      $0.references += [("auxl", 4, [3]), ("dimg", 3, [1, 2])]
    },
    Company(testDescription: "several auxiliary pictures") {
      $0.references += [("auxl", 2, [1]), ("auxl", 4, [1, 3]), ("auxl", 2, [1]), ("thmb", 4, [3])]
    },
    Company(testDescription: "the mapped picture first in a group of alternatives") {
      $0.references += [("dimg", 3, [1, 2])]
      let group = PNGFile.four(9) + PNGFile.four(2) + PNGFile.four(3) + PNGFile.four(1)
      $0.more += HEIFBuilder.box("grpl", HEIFBuilder.full("altr", group))
    },
    Company(testDescription: "the mapped picture is the primary one") {
      $0.references += [("dimg", 3, [1, 2])]
      $0.primary = 3
    },
    Company(testDescription: "references to and from pictures that are missing") {
      $0.references += [
        ("auxl", 77, [1]), ("auxl", 2, [78]), ("thmb", 79, [1]), ("cdsc", 80, [1, 81]),
        ("dimg", 3, [1, 82]),
      ]
    },
    Company(testDescription: "an auxiliary picture of itself") {
      $0.references += [("auxl", 2, [2]), ("dimg", 3, [3])]
    },
    Company(testDescription: "data of an unknown kind") {
      $0.items.append(.init(id: 9, type: "zzzz", data: [1, 2, 3], properties: [1, 2]))
      $0.references += [("zzzz", 9, [1]), ("auxl", 9, [1])]
    },
  ]

  @Test(arguments: companies, ["lossless.heic", "still.avif"])
  func whatStandsBesideThePictureDoesNotMatter(_ company: Company, _ name: String) throws {
    let plain = try Photos.bytes(name)
    let coded = try HEIFBuilder.Coded(of: plain)
    var builder = HEIFBuilder(brand: coded.type == "av01" ? "avif" : "heic")
    builder.properties = [coded.configuration, coded.extent, Self.auxiliary("urn:x:hdrgainmap")]
    builder.items = [
      .init(id: 1, type: coded.type, data: coded.data, properties: [1, 2]),
      .init(id: 2, type: coded.type, data: coded.data, properties: [1, 2, 3]),
      .init(id: 3, type: "tmap", data: [0, 1, 2, 3], properties: [2]),
      .init(id: 4, type: coded.type, data: coded.data, properties: [1, 2, 3]),
    ]
    company.change(&builder)
    let expected = try Self.decoded(plain, ownColors: false)
    #expect(try Self.decoded(builder.bytes) == expected)
    // The same holds after the metadata is removed, as for uploads.
    #expect(try Self.decoded(PhotoMetadata.removed(from: builder.bytes)) == expected)
  }

  @Test func aGridIsPutTogetherFromItsTiles() throws {
    let coded = try HEIFBuilder.Coded(of: try Photos.bytes("lossless.heic"))
    let (width, height) = (coded.size.width, coded.size.height)
    var builder = HEIFBuilder()
    // A 2 × 2 grid whose right and bottom tiles are cropped.
    let (across, down) = (width * 2 - 10, height * 2 - 20)
    let grid = [0, 0, 1, 1] + HEIFBuilder.two(across) + HEIFBuilder.two(down)
    builder.properties = [
      coded.configuration, coded.extent, Self.extent(across, down),
    ]
    builder.items = [
      .init(id: 1, type: "grid", data: grid, properties: [3]),
      .init(id: 2, type: coded.type, data: coded.data, properties: [1, 2]),
    ]
    builder.references = [("dimg", 1, [2, 2, 2, 2])]
    let tile = try Self.decoded(Self.single(coded))
    let whole = try Self.decoded(builder.bytes)
    try #require(whole.count == across * down)
    for (x, y) in [(0, 0), (width - 1, 5), (width, 5), (across - 1, height), (3, down - 1)] {
      let wanted = tile[(y % height) * width + x % width]
      #expect(whole[y * across + x] == wanted, "\(x), \(y)")
    }
    // A grid with a missing tile is an error.
    builder.references = [("dimg", 1, [2, 2, 2])]
    let error = #expect(throws: RenderError.self) { try Self.decoded(builder.bytes) }
    #expect(error?.code == .photoUnreadable)
  }

  /// Decodes a picture that is cropped to its central 40 × 60 pixels before or after a quarter
  /// turn.
  @Test func aPictureIsCroppedAndTurnedInTheOrderOfItsProperties() throws {
    let coded = try HEIFBuilder.Coded(of: try Photos.bytes("lossless.heic"))
    let crop = HEIFBuilder.box(
      "clap", [40, 1, 60, 1, 0, 1, 0, 1].flatMap { PNGFile.four($0) })
    let turn = HEIFBuilder.box("irot", [1])
    for (order, size) in [([3, 4], (60, 40)), ([4, 3], (40, 60))] {
      var builder = HEIFBuilder()
      builder.properties = [coded.configuration, coded.extent, crop, turn]
      builder.items = [
        .init(id: 1, type: coded.type, data: coded.data, properties: [1, 2] + order)
      ]
      let photo = try PhotoDecoder(builder.bytes, file: "a.heic").decode()
      #expect(photo.orientation == .rotated270)
      #expect(photo.size == PixelSize(width: size.0, height: size.1))
      // The center pixel is the same as the center pixel of the whole picture.
      let found = pixels(of: photo.surface)
      let stored = photo.size.turned(by: .rotated270)
      let whole = try Self.decoded(Self.single(coded))
      let place = (coded.size.height / 2) * coded.size.width + coded.size.width / 2
      let middle = found[stored.height / 2 * stored.width + stored.width / 2]
      #expect(middle == whole[place])
    }
  }

  /// Decodes a picture that also serves as its own alpha plane, with straight or premultiplied
  /// colors.
  @Test(arguments: [false, true])
  func transparencyIsMultipliedInUnlessItIsAlready(_ isMultiplied: Bool) throws {
    let coded = try HEIFBuilder.Coded(of: try Photos.bytes("gray.avif"))
    var builder = HEIFBuilder(brand: "avif")
    builder.properties = [
      coded.configuration, coded.extent,
      Self.auxiliary("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"),
    ]
    builder.items = [
      .init(id: 1, type: coded.type, data: coded.data, properties: [1, 2]),
      .init(id: 2, type: coded.type, data: coded.data, properties: [1, 2, 3]),
    ]
    builder.references = [("auxl", 2, [1])]
    if isMultiplied { builder.references.append(("prem", 1, [2])) }
    let plain = try Self.decoded(Self.single(coded))
    for (pixel, gray) in zip(try Self.decoded(builder.bytes), plain) {
      let alpha = gray & 255
      let level = isMultiplied ? alpha : (alpha * alpha + 127) / 255
      try #require(pixel == alpha << 24 | level << 16 | level << 8 | level)
    }
  }

  @Test func layersLieOverEachOther() throws {
    let coded = try HEIFBuilder.Coded(of: try Photos.bytes("lossless.heic"))
    var builder = HEIFBuilder()
    let (width, height) = (coded.size.width + 20, coded.size.height + 30)
    let overlay: [UInt8] =
      [0, 0] + [0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF] + HEIFBuilder.two(width)
      + HEIFBuilder.two(height) + [0, 5, 0, 7] + [0xFF, 0xF6, 0, 100]
    builder.properties = [coded.configuration, coded.extent, Self.extent(width, height)]
    builder.items = [
      .init(id: 1, type: "iovl", data: overlay, properties: [3]),
      .init(id: 2, type: coded.type, data: coded.data, properties: [1, 2]),
    ]
    builder.references = [("dimg", 1, [2, 2])]
    let layer = try Self.decoded(Self.single(coded))
    let found = try Self.decoded(builder.bytes)
    try #require(found.count == width * height)
    #expect(found[0] == 0xFFFF_0000)
    #expect(found[7 * width + 5] == layer[0])
    #expect(found[100 * width] == layer[10])
  }

  /// Decodes a sequence that has no still picture, only a picture in its track.
  @Test(arguments: ["lossless.heic", "still.avif"])
  func theFirstPictureOfASequenceIsDrawn(_ name: String) throws {
    let coded = try HEIFBuilder.Coded(of: try Photos.bytes(name))
    let brand = coded.type == "av01" ? "avis" : "hevc"
    let plain = try Self.decoded(Self.single(coded))
    #expect(try Self.decoded(HEIFBuilder.sequence(coded, brand: brand)) == plain)
    let still = try PhotoMetadata.removed(from: HEIFBuilder.sequence(coded, brand: brand))
    #expect(still.firstRange(of: Array("moov".utf8)) == nil)
    #expect(try Self.decoded(still) == plain)
    let turned = HEIFBuilder.sequence(
      coded, brand: brand, properties: HEIFBuilder.box("irot", [3]))
    let photo = try PhotoDecoder(turned, file: name).decode()
    #expect(photo.orientation == .rotated90)
    // A sequence whose chunk offset is beyond the end of the file is rejected.
    var lying = HEIFBuilder.sequence(coded, brand: brand)
    let place = try #require(lying.firstRange(of: Array("stco".utf8))?.upperBound)
    lying.replaceSubrange(place + 8..<place + 12, with: [0x7F, 0, 0, 0])
    let error = #expect(throws: RenderError.self) { try PhotoDecoder(lying, file: name) }
    #expect(error?.code == .photoUnreadable)
  }

  /// Limited-range grayscale is expanded like limited-range color.
  @Test(arguments: [8, 10, 12])
  func grayOfLimitedRangeIsAsGrayOfFullRange(_ bits: Int) throws {
    let full = try Self.decoded(try Photos.bytes("gray-full-\(bits).avif"))
    let limited = try Self.decoded(try Photos.bytes("gray-limited-\(bits).avif"))
    let original = try Photos.reference("gray-full-8.avif")
    for index in full.indices {
      let level = Int(original[index * 3])
      try #require(abs(Int(full[index] & 255) - level) <= 3, "full, \(index)")
      try #require(abs(Int(limited[index] & 255) - level) <= 3, "limited, \(index)")
    }
  }

  // MARK: - Files

  private static func auxiliary(_ name: String) -> [UInt8] {
    HEIFBuilder.full("auxC", Array(name.utf8) + [0])
  }

  private static func extent(_ width: Int, _ height: Int) -> [UInt8] {
    HEIFBuilder.full("ispe", PNGFile.four(width) + PNGFile.four(height))
  }

  static func single(_ coded: HEIFBuilder.Coded) -> [UInt8] {
    var builder = HEIFBuilder(brand: coded.type == "av01" ? "avif" : "heic")
    builder.properties = [coded.configuration, coded.extent]
    builder.items = [.init(id: 1, type: coded.type, data: coded.data, properties: [1, 2])]
    return builder.bytes
  }

  /// Returns the stored pixels; if `ownColors` is false, the file's color boxes are not applied.
  static func decoded(_ bytes: [UInt8], ownColors: Bool = true) throws -> [UInt32] {
    let file = ownColors ? bytes : try single(HEIFBuilder.Coded(of: bytes))
    let photo = try PhotoDecoder(file, file: "a.heic").decode()
    return pixels(of: photo.surface)
  }
}
