import Files
import Glibc
import Graphics
import SourceJSON
import WallfarmPluginKit

@testable import Snapshots
@testable import WallfarmCore

/// A reference of a snapshot, and the record of a run.
///
/// What was understood is written as it was.
func fuzzReference(_ bytes: [UInt8]) {
  if let reference = try? Reference(reading: bytes, path: "fuzz") {
    guard let again = try? Reference(reading: reference.text, path: "fuzz"),
      again.text == reference.text
    else { fatalError("a reference that was read and written is another one") }
  }
  guard bytes.first == UInt8(ascii: "{") else { return }
  let folder = ResultsFolder(SuiteFolder(ScratchFolder.path))
  mkdir(folder.path, 0o700)
  ScratchFolder.write(bytes, to: folder.record)
  _ = try? ResultsRecord(folder)
}

/// An entry of a cache.
///
/// One that is damaged is taken away, and never becomes pixels.
func fuzzCacheEntry(_ bytes: [UInt8]) {
  guard let entry = CacheEntry.shared else { fatalError("no cache in \(ScratchFolder.path)") }
  ScratchFolder.write(bytes, to: entry.file)
  _ = entry.files.warnings(for: CacheEntry.key)
  guard let ground = try? entry.files.ground(for: CacheEntry.key) else { return }
  let isStored = try? ground.withSurface { (surface) throws(RenderError) in
    surface.withPixels { $0.elementsEqual(CacheEntry.pixels) }
  }
  // Other pixels have another checksum.
  guard isStored == true else { fatalError("a cache gave pixels that were not stored") }
}

/// The one entry that is fuzzed.
struct CacheEntry {
  let files: GroundFiles
  let file: String

  static let key = Ground.Key(
    layers: [], photos: ["fuzz"], pixels: PixelSize(width: 8, height: 8), scale: Scale(x: 1, y: 1),
    space: .sRGB, maker: nil)

  static let shared: CacheEntry? = {
    let folder = ScratchFolder.path + "/cache"
    // Always the same key, so that the entry that is a seed is one in every process.
    mkdir(folder, 0o700)
    ScratchFolder.write([UInt8](repeating: 7, count: 32), to: folder + "/key")
    chmod(folder + "/key", 0o600)
    guard let cache = try? BackgroundCache(folder: folder) else { return nil }
    return CacheEntry(files: GroundFiles(cache: cache), file: "\(folder)/\(key.digest).ground")
  }()

  /// What a ground of one colour has in memory.
  static let pixels: [UInt8] = bytes.suffix(8 * 8 * 4)

  /// The entry as it is written.
  static let bytes: [UInt8] = {
    guard let entry = shared, var surface = try? ImageSurface(size: key.pixels) else { return [] }
    surface.withMutablePixels { pixels in
      for index in pixels.indices { pixels[index] = UInt8(truncatingIfNeeded: index) | 3 }
    }
    let ground = Ground(key, surface, warnings: ["a warning of a decoder"])
    guard (try? entry.files.store(ground, for: key)) == .some(nil) else { return [] }
    return (try? Files.read(entry.file)) ?? []
  }()
}
