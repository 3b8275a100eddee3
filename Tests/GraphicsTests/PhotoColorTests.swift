import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Regression tests for unusual colors.
@Suite(.tags(.torture)) struct PhotoColorTests {
  private func place(
    _ photo: borrowing DecodedPhoto, fit: ImageContent.Fit = .contain
  ) throws -> [UInt32] {
    var target = try ImageSurface(size: PixelSize(width: 300, height: 150))
    let frame = Rect(x: 0, y: 0, width: 300, height: 150)
    try target.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
      try canvas.fill(.color(Color(red: 255, green: 0, blue: 0)))
      try canvas.draw(photo, as: ImageContent(file: "p", frame: frame, fit: fit), in: .sRGB)
    }
    return pixels(of: target)
  }

  @Test(arguments: ["cmyk.jpg", "cmyk-profile.jpg", "gray-profile.jpg", "baseline.jpg"])
  func besideAPhotoTheFillStays(_ name: String) throws {
    let photo = try PhotoDecoder(try Photos.bytes(name), file: name).decode()
    let all = try place(photo)
    #expect(all[75 * 300 + 5] == 0xFFFF_0000 && all[75 * 300 + 295] == 0xFFFF_0000)
    #expect(all[75 * 300 + 150] != 0xFFFF_0000)
  }

  @Test func aGrayProfileKeepsWhatIsClear() throws {
    // Apply the profile of a grayscale photo to the pixels of another photo, half of which is
    // transparent.
    let gray = try PhotoDecoder(try Photos.bytes("gray-profile.jpg"), file: "gray").decode()
    let clear = try surface(30, 15) { x, _ in x < 15 ? 0 : 0xFF80_8080 }
    let photo = DecodedPhoto(surface: clear, color: gray.color)
    let all = try place(photo, fit: .stretch)
    #expect(all[75 * 300 + 40] == 0xFFFF_0000)
    #expect(all[75 * 300 + 260] & 0xFF == all[75 * 300 + 260] >> 8 & 0xFF)
  }

  @Test func aGrayProfileOnAColorPhotoIsAnError() throws {
    let gray = try PhotoDecoder(try Photos.bytes("gray-profile.jpg"), file: "gray").decode()
    let orange = DecodedPhoto(
      surface: try surface(20, 10) { _, _ in 0xFFFF_8000 }, color: gray.color)
    let error = #expect(throws: RenderError.self) { _ = try place(orange, fit: .stretch) }
    #expect(error?.code == .photoUnreadable)
  }

  /// libpng and other decoders reject a grayscale file with a color profile, so the file uses a
  /// palette.
  @Test func aGrayPictureInDisplayP3IsAFileThatCanBeRead() throws {
    let gray = try surface(40, 30) { _, _ in 0xFF77_7777 }
    let file = try encodedPNG(gray, EncodingSettings(space: .displayP3))
    #expect(file[25] == 3)
    let decoded = try PhotoDecoder(file, file: "gray.png").decode()
    #expect(pixels(of: decoded.surface) == pixels(of: gray))
  }

  @Test(arguments: [(101, 101), (96, 143), (95, 144), (33, 77)])
  func heifWithOddSidesIsRead(_ width: Int, _ height: Int) throws {
    let folder = try TemporaryFolder()
    let picture = try surface(width, height) { x, y in 0xFF00_0000 | UInt32(x * 2) << 16 | UInt32(y)
    }
    let png = try folder.write(try encodedPNG(picture), to: "odd.png")
    let heic = folder.path + "/odd.heic"
    #expect(Tool.output(of: "heif-enc", ["-q", "90", png, "-o", heic]) != nil)
    let photo = try PhotoDecoder(try folder.bytes("odd.heic"), file: "odd.heic").decode()
    #expect(photo.size == PixelSize(width: width, height: height))
  }
}
