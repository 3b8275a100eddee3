import Foundation
import Graphics
import Testing
import WallfarmTesting

/// Photos in every format, created once by independent encoders: Pillow, heif-enc, ImageMagick.
enum Photos {
  /// The folder of the photos, created on first use.
  static let folder: String = {
    let path = FileManager.default.temporaryDirectory.path + "/wallfarm-photos-\(getpid())"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let profile = (try? ColorSpace.displayP3.iccProfile()) ?? []
    try? Data(profile).write(to: URL(fileURLWithPath: path + "/display-p3.icc"))
    let script =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/make-photos.py"
    let made = Tool.output(of: "/usr/bin/python3", [script, path])
    if made == nil { Issue.record("make-photos.py failed") }
    atexit { try? FileManager.default.removeItem(atPath: Photos.folder) }
    return path
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
  }

  /// Returns Pillow's rendering of a file: upright, composited over black, as rows of red, green
  /// and blue.
  static func reference(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).rgb")))
  }
}
