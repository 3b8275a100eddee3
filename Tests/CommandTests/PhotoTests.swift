import Foundation
import Testing
import WallfarmTesting

@Suite struct PhotoTests {
  @Test(arguments: ["png", "jpg"])
  func aWholePhotoCoversTheScreen(_ ending: String) throws {
    let folder = try Photos.folder()
    let finished = try Program.run(
      ["render", "-d", "iphone8", "-t", "home", "--photo", "whole.\(ending)", "-o", "-"],
      in: folder)

    #expect(finished.status == 0, "\(finished.error)")
    #expect(pngSize(finished.bytes) == "750 × 1334")
  }

  @Test(arguments: Photos.damaged)
  func aDamagedPhotoIsAnErrorAndNeverACrash(_ damage: Damage) throws {
    let folder = try Photos.folder()
    try folder.write(damage.change(try folder.bytes("whole.\(damage.ending)")), to: "photo")
    let names = folder.names
    let finished = try Program.run(
      ["render", "-d", "iphone8", "-t", "home", "--photo", "photo", "-o", "a.png"], in: folder)

    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == damage.code)
    #expect(finished.problem.origin == "photo")
    #expect(finished.problem.hint?.isEmpty == false)
    #expect(folder.names == names)
  }

  @Test func aSmallPhotoIsWarnedOf() throws {
    let folder = try Photos.folder()
    let finished = try Program.run(
      ["render", "-d", "ipadpro13", "-t", "home", "--photo", "whole.jpg"], in: folder)

    #expect(finished.status == 0)
    #expect(finished.error.hasPrefix("warning[photo-small]: "))
    #expect(finished.error.contains("750 × 1334"))
  }

  /// An image that does not fill the screen is compared with its own size on the screen.
  @Test func aSmallTextureIsNamedWithItsSize() throws {
    let folder = try Photos.folder()
    try folder.write(
      #"""
      {
        "format": 1, "summary": "A test.", "extends": "fog",
        "images": [{
          "file": "whole.jpg", "by": "area", "in": "screen", "obstacles": "allow", "tile": 400
        }]
      }
      """#, to: "tiles.json")
    let finished = try Program.run(
      ["render", "-d", "iphone15", "--theme", "./tiles.json", "-n", "a", "-o", "a.png"],
      in: folder)
    #expect(finished.status == 0)
    #expect(finished.error.contains("'whole.jpg' is 750 × 1334 pixels"), "\(finished.error)")
  }
}

/// A way to damage a photo.
struct Damage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let ending: String
  var code = "photo-unreadable"
  let change: @Sendable ([UInt8]) -> [UInt8]
}

private enum Photos {
  /// Creates a folder with a PNG and a JPEG of 750 × 1334 pixels.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, bytes) in try whole.get() { try folder.write(bytes, to: name) }
    return folder
  }

  /// The two photos, rendered once for all tests.
  private static let whole = Result {
    let folder = try TemporaryFolder()
    return try ["whole.png", "whole.jpg"].map { name in
      let made = try Program.run(
        ["render", "-d", "iphone8", "-t", "instruction", "-o", name], in: folder)
      try #require(made.status == 0, "\(made.error)")
      return (name, try folder.bytes(name))
    }
  }

  static let damaged = [
    Damage(testDescription: "a PNG cut short", ending: "png") { Array($0.prefix($0.count / 2)) },
    Damage(testDescription: "a PNG without its end", ending: "png") { Array($0.dropLast(40)) },
    Damage(testDescription: "a PNG with one wrong byte", ending: "png") { bytes in
      var bytes = bytes
      bytes[bytes.count / 2] ^= 0xFF
      return bytes
    },
    Damage(testDescription: "a PNG of which only the header is left", ending: "png") {
      Array($0.prefix(33))
    },
    Damage(testDescription: "a PNG of which only the signature is left", ending: "png") {
      Array($0.prefix(8))
    },
    Damage(testDescription: "a JPEG cut short", ending: "jpg") { Array($0.prefix($0.count / 2)) },
    Damage(testDescription: "a JPEG of which only the first bytes are left", ending: "jpg") {
      Array($0.prefix(20))
    },
    Damage(testDescription: "nothing left", ending: "jpg", code: "photo-format") { _ in [] },
    Damage(testDescription: "a picture of another format", ending: "jpg", code: "photo-format") {
      _ in Array("GIF89a\u{1}\u{1}".utf8)
    },
  ]
}
