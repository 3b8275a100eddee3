import Files
import Glibc
import Graphics
import Snapshots
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Fuzzes a snapshot reference, and the recorded results of a snapshot run.
///
/// Writing the parsed reference must produce the same bytes.
func fuzzReference(_ bytes: [UInt8]) {
  if let reference = try? Reference(reading: bytes, path: "fuzz") {
    guard let again = try? Reference(reading: reference.text, path: "fuzz"),
      again.text == reference.text
    else { fatalError("a reference changed after decoding and encoding") }
  }
  guard bytes.first == UInt8(ascii: "{") else { return }
  let folder = ResultsFolder(SuiteFolder(ScratchFolder.path))
  mkdir(folder.path, 0o700)
  ScratchFolder.write(bytes, to: folder.record)
  _ = try? ResultsRecord(folder)
}

/// Fuzzes a cache entry.
///
/// A damaged entry must be removed, and its pixels must never be used.
func fuzzCacheEntry(_ bytes: [UInt8]) {
  guard let entry = CacheEntry.shared else { fatalError("no cache in \(ScratchFolder.path)") }
  ScratchFolder.write(bytes, to: entry.file)
  _ = entry.files.warnings(for: CacheEntry.key)
  guard let ground = try? entry.files.ground(for: CacheEntry.key) else { return }
  let isStored = try? ground.withSurface { (surface) throws(RenderError) in
    surface.withPixels { $0.elementsEqual(CacheEntry.pixels) }
  }
  // Altered pixels do not match the stored checksum, so the cache must not return them.
  guard isStored == true else { fatalError("a cache returned pixels that were not stored") }
}

/// The fuzzed entry.
struct CacheEntry {
  let files: GroundFiles
  let file: String

  static let key = Ground.Key(
    layers: [], photos: ["fuzz"], pixels: PixelSize(width: 8, height: 8), scale: Scale(x: 1, y: 1),
    space: .sRGB, maker: nil)

  static let shared: CacheEntry? = {
    let folder = ScratchFolder.path + "/cache"
    // Use a fixed key, so that the seed is a valid entry in every process.
    mkdir(folder, 0o700)
    ScratchFolder.write([UInt8](repeating: 7, count: 32), to: folder + "/key")
    chmod(folder + "/key", 0o600)
    guard let cache = try? BackgroundCache(folder: folder) else { return nil }
    return CacheEntry(files: GroundFiles(cache: cache), file: "\(folder)/\(key.digest).ground")
  }()

  /// The pixels of the seed entry, in the in-memory format.
  static let pixels: [UInt8] = bytes.suffix(8 * 8 * 4)

  /// The entry in its stored form.
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
