import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Decoding only the visible columns produces the same pixels as decoding all of them.
@Suite(.tags(.seeded, .threads)) struct PhotoPartTests {
  /// The chroma subsamplings of the JPEG photos, which have fine color detail.
  static let samplings = ["4:4:4", "4:2:2", "4:2:0"]

  @Test(arguments: samplings)
  func aPartShowsTheSameAsTheWhole(_ sampling: String) throws {
    var random = SeededGenerator()
    let seed = random.seed
    let folder = try TemporaryFolder()
    for orientation in 1...8 {
      let path = folder.file("photo.jpg")
      let made = Tool.run(
        "convert",
        [
          "-size", "601x451", "plasma:red-blue", "-seed", "\(orientation)", "-attenuate", "0.3",
          "+noise", "Gaussian", "-sampling-factor", sampling, "-quality", "90", path,
        ])
      try #require(made.status == 0)
      let bytes = try turned(Array(Data(contentsOf: URL(fileURLWithPath: path))), orientation)
      let decoder = try PhotoDecoder(bytes, file: "photo.jpg")
      for _ in 0..<(Torture.isOn ? 20 : 4) {
        let width = Int.random(in: 20...400, using: &random)
        let height = Int.random(in: 20...500, using: &random)
        let content = ImageContent(
          file: "photo.jpg",
          frame: Rect(x: 0, y: 0, width: Double(width), height: Double(height)),
          focus: UnitPoint(
            x: Double.random(in: 0...1, using: &random), y: Double.random(in: 0...1, using: &random)
          ),
          zoom: Double.random(in: 1...3, using: &random))
        let whole = try drawn(content, decoder, part: nil)
        let part = try drawn(
          content, decoder,
          part: PhotoPart(of: content, picture: decoder.size, scale: Scale(x: 1, y: 1)))
        let isSame = whole == part
        #expect(
          isSame, "seed \(seed): \(width) × \(height), orientation \(orientation), \(content)")
      }
    }
  }

  @Test func aPartOfALandscapePhotoTakesAThirdOfTheMemory() throws {
    let decoder = try PhotoDecoder(try Photos.bytes("baseline.jpg"), file: "baseline.jpg")
    let frame = Rect(x: 0, y: 0, width: 30, height: 300)
    let content = ImageContent(file: "baseline.jpg", frame: frame)
    let part = PhotoPart(of: content, picture: decoder.size, scale: Scale(x: 1, y: 1))
    let photo = try decoder.decode(part: part)
    #expect(photo.size == decoder.size)
    #expect(photo.surface.size.width < decoder.size.width)
  }

  @Test func aPhotoMayBeDroppedWhileItArrives() throws {
    let decoder = try PhotoDecoder(try Photos.bytes("progressive.jpg"), file: "progressive.jpg")
    for _ in 0..<200 { _ = try decoder.start() }
  }

  @Test func damageThatShowsLateIsAnErrorAtTheEnd() throws {
    let bytes = try Photos.bytes("baseline.jpg")
    let decoder = try PhotoDecoder(Array(bytes.prefix(bytes.count * 2 / 3)), file: "cut.jpg")
    for _ in 0..<20 {
      let photo = try decoder.start()
      let error = #expect(throws: RenderError.self) { _ = try photo.finish() }
      #expect(error?.code == .photoUnreadable)
    }
  }

  /// Returns the JPEG with an EXIF segment for the orientation.
  private func turned(_ bytes: [UInt8], _ orientation: Int) throws -> [UInt8] {
    let exif: [UInt8] =
      Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0]
      + [UInt8(orientation), 0, 0, 0, 0, 0, 0]
    let length = exif.count + 2
    return Array(bytes[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + exif
      + Array(bytes[2...])
  }

  private func drawn(
    _ content: ImageContent, _ decoder: PhotoDecoder, part: PhotoPart?
  ) throws -> [UInt32] {
    let scale = Scale(x: 1, y: 1)
    let needed = ImagePlacement.neededPixels(for: content, picture: decoder.size, scale: scale)
    var target = try ImageSurface(
      size: PixelSize(width: Int(content.frame.width), height: Int(content.frame.height)))
    // If only a part is drawn, another thread delivers its rows during drawing.
    let photo =
      part == nil
      ? try decoder.decode(atLeast: needed) : try decoder.start(atLeast: needed, part: part)
    try target.draw(scale: scale) { (canvas) throws(RenderError) in
      try canvas.draw(photo, as: content, in: .sRGB, threads: 2)
    }
    #expect(try photo.finish() == nil)
    return pixels(of: target)
  }
}
