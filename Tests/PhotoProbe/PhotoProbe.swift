import Glibc
import Graphics
import WallfarmPluginKit

/// Decodes photos at full size and reports the cost of each, for scripts that compare decoders.
///
///     photo-probe decode FOLDER|- FILE...          writes pixels as stored to FOLDER/0, FOLDER/1 …
///     photo-probe measure FILE...                  the same without limits on memory and scans
///     photo-probe mutate SEED COUNT FILE...        damages files at random, COUNT times
///
/// The output has a line for each photo: the CPU time in milliseconds, the peak growth of the
/// process's memory in KiB beyond four bytes per pixel, and the outcome.
@main
enum PhotoProbe {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "decode" where words.count > 2: decode(words.dropFirst(2), to: words[1])
    case "measure" where words.count > 1:
      let limits = PhotoLimits(memory: .max, scans: .max)
      for file in words.dropFirst() {
        say(Look(read(file), file: file, limits: limits, keepsPixels: false).line)
      }
    case "mutate" where words.count > 3:
      mutate(words.dropFirst(3), seed: UInt64(words[1]) ?? 0, count: Int(words[2]) ?? 0)
    default:
      print("photo-probe decode FOLDER|- FILE... | measure FILE... | mutate SEED COUNT FILE...")
      exit(2)
    }
  }

  private static func decode(_ files: ArraySlice<String>, to folder: String) {
    for (index, file) in files.enumerated() {
      let look = Look(read(file), file: file, keepsPixels: folder != "-")
      if folder != "-", let pixels = look.pixels { write(pixels, to: "\(folder)/\(index)") }
      say(look.line)
    }
  }

  /// Writes a line without buffering, because a crash would lose buffered output.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(1, bytes, bytes.count)
  }

  /// Announces each mutation before testing it, so that a script can tell which mutation caused a
  /// crash.
  private static func mutate(_ files: ArraySlice<String>, seed: UInt64, count: Int) {
    let seeds = files.map(read)
    for round in seed..<seed + UInt64(count) {
      var random = SplitMix(state: round)
      let file = Int(random.next(below: seeds.count))
      say("begin \(round) \(files[files.startIndex + file])")
      // If decoding hangs, the alarm ends the process; the line printed above identifies the
      // mutation.
      alarm(20)
      say(Look(damaged(seeds[file], &random), file: "mutation", keepsPixels: false).line)
    }
  }

  /// Applies one to six random mutations: changes a byte or bit, inflates a number, repeats or
  /// removes a range, or truncates the file.
  private static func damaged(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.next(below: 6) where bytes.count > 8 {
      let place = random.next(below: bytes.count - 4)
      let length = min(random.next(below: 64), bytes.count - place)
      switch random.next(below: 8) {
      case 0...3: bytes[place] = UInt8(random.next(below: 256))
      case 4: bytes[place] ^= 1 << UInt8(random.next(below: 8))
      case 5: bytes.replaceSubrange(place..<place + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
      case 6: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      default:
        if random.next(below: 4) == 0 {
          bytes.removeSubrange(place...)
        } else {
          bytes.removeSubrange(place..<place + length)
        }
      }
    }
    // Checksums would detect most damage to a PNG, so half of the files have corrected checksums.
    return random.next(below: 2) == 0 ? bytes : withSums(bytes)
  }

  /// Returns a PNG with its chunk checksums corrected (annex D of the PNG specification).
  private static func withSums(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return bytes }
    var (result, offset) = (bytes, 8)
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = offset + 8 + length
      guard end + 4 <= bytes.count else { break }
      var sum = UInt32.max
      for byte in bytes[offset + 4..<end] {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
      }
      for place in 0..<4 {
        result[end + place] = UInt8(truncatingIfNeeded: ~sum >> UInt32(24 - 8 * place))
      }
      offset = end + 4
    }
    return result
  }

  private static func read(_ file: String) -> [UInt8] {
    guard let stream = fopen(file, "rb") else {
      print("photo-probe: '\(file)' cannot be read")
      exit(2)
    }
    defer { fclose(stream) }
    fseek(stream, 0, SEEK_END)
    let size = ftell(stream)
    rewind(stream)
    return [UInt8](unsafeUninitializedCapacity: size) { target, count in
      count = fread(target.baseAddress, 1, size, stream)
    }
  }

  private static func write(_ bytes: [UInt8], to file: String) {
    guard let stream = fopen(file, "wb") else { exit(2) }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
  }
}

/// The result for one photo.
private struct Look {
  /// Blue, green, red and alpha of every pixel as stored, premultiplied; `nil` if the photo was
  /// rejected.
  private(set) var pixels: [UInt8]?
  private(set) var line: String

  init(
    _ bytes: [UInt8], file: String, limits: PhotoLimits = PhotoLimits(), keepsPixels: Bool = true
  ) {
    let before = Look.peak(afterForgetting: true)
    let start = clock()
    line = ""
    var area = 0
    let verdict: String
    do throws(RenderError) {
      let decoder = try PhotoDecoder(bytes, file: file, limits: limits)
      let photo = try decoder.decode()
      area = decoder.size.width * decoder.size.height
      let warning = try photo.finish()
      let size = photo.surface.size
      let turn = photo.orientation.rawValue
      verdict = "drawn \(size.width) \(size.height) \(turn) \(warning ?? "")"
      if keepsPixels { pixels = Look.rows(of: photo.surface) }
    } catch {
      verdict = "\(error.code.rawValue) \(error.message)"
    }
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    let grown = Look.peak(afterForgetting: false) - before - area * 4 / 1024
    line = "\(Int(seconds * 1000)) ms \(max(0, grown)) KiB \(verdict)"
  }

  private static func rows(of surface: borrowing ImageSurface) -> [UInt8] {
    let (size, stride) = (surface.size, surface.stride)
    return surface.withPixels { bytes in
      (0..<size.height).flatMap { y in bytes[y * stride..<y * stride + size.width * 4] }
    }
  }

  /// Returns the peak memory of this process in KiB; optionally resets it to the current value
  /// first.
  private static func peak(afterForgetting: Bool) -> Int {
    if afterForgetting, let stream = fopen("/proc/self/clear_refs", "w") {
      fputs("5", stream)
      fclose(stream)
    }
    guard let stream = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, stream) != nil {
      let bytes = line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.hasPrefix("VmHWM:") else { continue }
      return Int(text.filter(\.isNumber)) ?? 0
    }
    return 0
  }
}

/// SplitMix64 (Steele, Lea and Flood 2014), which produces the same numbers on every machine.
private struct SplitMix {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ value >> 31) % UInt64(limit))
  }
}
