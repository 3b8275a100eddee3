import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// A file whose header declares far too many pixels.
struct Bomb: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]

  static let all = [
    Bomb(testDescription: "PNG of 60,000 × 60,000", bytes: png(60_000, 60_000)),
    Bomb(testDescription: "PNG of 29,999 × 29,999", bytes: png(29_999, 29_999)),
    Bomb(testDescription: "JPEG of 65,000 × 65,000", bytes: jpeg(65_000, 65_000)),
    Bomb(testDescription: "JPEG of 20,000 × 20,000", bytes: jpeg(20_000, 20_000)),
    Bomb(testDescription: "WebP of 16,383 × 16,383", bytes: webp(16_383, 16_383)),
  ]

  private static func four(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Returns a PNG with a header, an empty data chunk and an end chunk; libpng checks the checksum
  /// of the header.
  private static func png(_ width: Int, _ height: Int) -> [UInt8] {
    let header = Array("IHDR".utf8) + four(width) + four(height) + [8, 6, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + four(13) + header + four(crc(header))
      + four(0) + Array("IDAT".utf8) + four(crc(Array("IDAT".utf8)))
      + four(0) + Array("IEND".utf8) + four(crc(Array("IEND".utf8)))
  }

  /// CRC-32 as in annex D of the PNG specification.
  private static func crc(_ bytes: [UInt8]) -> Int {
    var value: UInt32 = .max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
    return Int(~value)
  }

  private static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
    let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
    return [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
      + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
  }

  private static func webp(_ width: Int, _ height: Int) -> [UInt8] {
    // A lossless stream: signature 0x2F, then 14 bits each of width − 1 and height − 1.
    let bits = UInt32(width - 1) | UInt32(height - 1) << 14
    let stream: [UInt8] =
      [0x2F] + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bits >> $0) }
      + [UInt8](repeating: 0, count: 11)
    return Array("RIFF".utf8) + [28, 0, 0, 0] + Array("WEBPVP8L".utf8) + [16, 0, 0, 0] + stream
  }
}

@Suite struct PhotoLimitTests {
  /// A file with too many pixels is rejected when it is opened, before any pixel is decoded.
  @Test(arguments: Bomb.all)
  func aBombIsRefusedBeforeItGoesOff(_ bomb: Bomb) throws {
    let error = #expect(throws: RenderError.self) {
      try PhotoDecoder(bomb.bytes, file: "bomb")
    }
    #expect(error?.code == .photoTooLarge, "\(String(describing: error))")
    #expect(error?.hint?.contains("--max-photo-") == true)
  }

  /// Memory is measured in a child process, so that other tests do not affect the result.
  @Test func aBombTakesNoMemory() throws {
    let folder = try TemporaryFolder()
    for (index, bomb) in Bomb.all.enumerated() { try folder.write(bomb.bytes, to: "\(index)") }
    let files = Bomb.all.indices.map { folder.file("\($0)") }
    let looked = Tool.run(Program.folder + "/photo-probe", ["decode", "-"] + files)
    let lines = looked.text.split(separator: "\n")
    #expect(looked.status == 0 && lines.count == Bomb.all.count, "\(looked.text)")
    for line in lines {
      // Each line has the form "MILLISECONDS ms GROWTH KiB RESULT", with the growth of the
      // process's memory.
      let words = line.split(separator: " ")
      #expect(words[4] == "photo-too-large", "\(line)")
      #expect(try #require(Int(words[2])) < 16 << 10, "\(line)")
    }
  }

  @Test func theLimitsCanBeMoved() throws {
    let bytes = try Photos.bytes("plain.png")
    let error = #expect(throws: RenderError.self) {
      try PhotoDecoder(bytes, file: "plain.png", limits: PhotoLimits(side: 100))
    }
    #expect(error?.message.names(["96 × 144", "100"]) == true)
    #expect(
      try PhotoDecoder(bytes, file: "plain.png", limits: PhotoLimits(side: 144)).size.height == 144)
  }
}
