import Foundation
import WallfarmTesting

/// Checks pictures with independent programs.
enum Pictures {
  /// A Python interpreter that has Pillow, which the first interpreter in `PATH` may not have.
  static let python: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders.map { "\($0)/python3" } + ["/usr/bin/python3"]).first { python in
      Tool.output(of: python, ["-c", "import PIL.Image"]) != nil
    }
  }()

  static var hasPillow: Bool { python != nil }

  private struct NoPillow: Error {}

  /// Returns a digest of the pixels of a picture, as Pillow decodes them.
  ///
  /// Unlike the bytes of the file, the pixels do not depend on the fingerprint in its metadata.
  static func pixels(of path: String) throws -> String {
    guard let python else { throw NoPillow() }
    let script = """
      import hashlib, sys, PIL.Image
      picture = PIL.Image.open(sys.argv[1]).convert('RGBA')
      print(picture.size, hashlib.sha256(picture.tobytes()).hexdigest())
      """
    let (output, status) = Tool.run(python, ["-c", script, path])
    guard status == 0 else { throw NoPillow() }
    return output
  }

  /// Returns Pillow's error for each file that it cannot decode completely.
  static func broken(_ paths: [String]) throws -> [String] {
    guard let python else { throw NoPillow() }
    let script = """
      import sys, PIL.Image
      for path in sys.argv[1:]:
          try:
              with PIL.Image.open(path) as picture: picture.verify()
              with PIL.Image.open(path) as picture: picture.load()
          except Exception as error: print(path, error)
      """
    let (output, status) = Tool.run(python, ["-c", script] + paths)
    return output.split(separator: "\n").map(String.init) + (status == 0 ? [] : ["it stopped"])
  }
}

/// Returns the size in the header of a PNG, or `nil` for any other file.
func pngSize(_ bytes: [UInt8]) -> String? {
  guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count > 24
  else { return nil }
  func number(_ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
  return "\(number(16)) × \(number(20))"
}
