import Foundation
import Graphics
import WallfarmPluginKit

/// A surface filled pixel by pixel; `pixel` gets x and y and returns alpha, red, green, blue.
func surface(
  _ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32
) throws -> ImageSurface {
  let surface = try ImageSurface(size: PixelSize(width: width, height: height))
  let stride = surface.stride
  surface.withMutablePixels { bytes in
    for y in 0..<height {
      for x in 0..<width {
        bytes.storeBytes(of: pixel(x, y), toByteOffset: y * stride + x * 4, as: UInt32.self)
      }
    }
  }
  return surface
}

/// All pixels, row by row.
func pixels(of surface: borrowing ImageSurface) -> [UInt32] {
  let (size, stride) = (surface.size, surface.stride)
  return surface.withPixels { bytes in
    (0..<size.height).flatMap { y in
      (0..<size.width).map { x in
        bytes.load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
      }
    }
  }
}

/// A folder that goes away with its owner.
final class ScratchFolder {
  let path = FileManager.default.temporaryDirectory.path + "/graphics-\(UUID().uuidString)"
  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }
}

/// Runs a program and returns what it printed, or nil where it failed.
func output(of program: String, _ arguments: [String]) throws -> String? {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
}
