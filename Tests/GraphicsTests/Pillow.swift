import Testing
import WallfarmTesting

/// Reads files with Pillow.
enum Pillow {
  /// Returns the SHA-256 digest of each file's red, green, blue and alpha values, pixel by pixel
  /// and row by row.
  static func digests(of files: [String]) throws -> [String] {
    let script = """
      import hashlib, sys
      from PIL import Image
      for name in sys.argv[1:]:
          with Image.open(name) as image:
              print(hashlib.sha256(image.convert('RGBA').tobytes()).hexdigest())
      """
    let report = try #require(Tool.output(of: "/usr/bin/python3", ["-c", script] + files))
    return report.split(separator: "\n").map(String.init)
  }
}
