internal import WallfarmPluginKit

/// The headers that precede the samples in an MP4 file with a single H.264 track and no sound.
///
/// References: ISO/IEC 14496-12 (boxes), 14496-14 (MP4), 14496-15 (H.264). No muxer from Debian is
/// used, because the available muxers depend on codecs, networking or libraries with other
/// licenses, and this code is sufficient for a single track.
struct MP4Index {
  /// The metadata of a sample.
  struct Sample {
    /// The size in bytes.
    let count: Int
    let isWhole: Bool
  }

  private let film: FilmSettings
  private(set) var samples: [Sample] = []
  private let parameters: (sequence: [UInt8], picture: [UInt8])
  /// The total size of all samples in bytes.
  private(set) var bytes = 0

  /// Ticks per frame; the timescale is a multiple of the frame rate, so that durations are exact.
  private static let tick: UInt32 = 512

  init(_ film: FilmSettings, _ parameters: (sequence: [UInt8], picture: [UInt8])) {
    (self.film, self.parameters) = (film, parameters)
  }

  /// Appends the samples of a segment, or returns false if the segment has other parameter sets
  /// than the film.
  mutating func add(_ segment: VideoSegment) -> Bool {
    guard segment.parameters.sequence == parameters.sequence,
      segment.parameters.picture == parameters.picture
    else { return false }
    samples += segment.samples.map { Sample(count: $0.bytes.count, isWhole: $0.isWhole) }
    bytes += segment.samples.reduce(0) { $0 + $1.bytes.count }
    return true
  }

  private var timescale: UInt32 { UInt32(film.framesPerSecond) * Self.tick }
  private var duration: UInt32 { UInt32(samples.count) * Self.tick }

  /// All bytes before the first sample; the samples follow immediately.
  var head: [UInt8] {
    let first = fileType.whole
    // The length of the index does not depend on the offsets that it contains, so measure it with
    // offset 0.
    let length = movie(firstSample: 0).whole.count
    var data: [UInt8] = []
    withUnsafeBytes(of: UInt32(bytes + 8).bigEndian) { data.append(contentsOf: $0) }
    data += Array("mdat".utf8)
    let place = UInt32(first.count + length + data.count)
    return first + movie(firstSample: place).whole + data
  }

  private var fileType: MP4Box {
    var box = MP4Box("ftyp")
    box.add("isom")
    box.add(UInt32(512))
    for brand in ["isom", "iso2", "avc1", "mp41"] { box.add(brand) }
    return box
  }

  private func movie(firstSample: UInt32) -> MP4Box {
    var box = MP4Box("moov", movieHeader, track(firstSample: firstSample))
    if let software { box.add(software) }
    return box
  }

  /// The identity matrix, without rotation or scaling.
  private static let matrix: [UInt32] = [
    0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000,
  ]

  private var movieHeader: MP4Box {
    var box = MP4Box("mvhd", version: 0)
    // Omit dates, so that the output is reproducible.
    box.add([0, 0, timescale, duration] as [UInt32])
    box.add(UInt32(0x10000))
    box.add([0x0100, 0] as [UInt16])
    box.add([0, 0] as [UInt32])
    box.add(Self.matrix)
    box.add([UInt32](repeating: 0, count: 6))
    box.add(UInt32(2))
    return box
  }

  private func track(firstSample: UInt32) -> MP4Box {
    // Flags 3: the track is enabled and is used in the movie.
    var header = MP4Box("tkhd", version: 0, flags: 3)
    header.add([0, 0, 1, 0, duration, 0, 0] as [UInt32])
    header.add([0, 0, 0, 0] as [UInt16])
    header.add(Self.matrix)
    header.add([UInt32(film.filmed.width) << 16, UInt32(film.filmed.height) << 16])
    var list = MP4Box("elst", version: 0)
    list.add([1, duration, 0] as [UInt32])
    list.add([1, 0] as [UInt16])
    return MP4Box("trak", header, MP4Box("edts", list), media(firstSample: firstSample))
  }

  private func media(firstSample: UInt32) -> MP4Box {
    var header = MP4Box("mdhd", version: 0)
    header.add([0, 0, timescale, duration] as [UInt32])
    // The language code "und" (undetermined), in five bits per letter.
    header.add([0x55C4, 0] as [UInt16])
    var handler = MP4Box("hdlr", version: 0)
    handler.add(UInt32(0))
    handler.add("vide")
    handler.add([0, 0, 0] as [UInt32])
    handler.add(Array("Pictures\0".utf8))
    var video = MP4Box("vmhd", version: 0, flags: 1)
    video.add([0, 0, 0, 0] as [UInt16])
    // Flag 1: the data is in the same file.
    let here = MP4Box("url ", version: 0, flags: 1)
    var references = MP4Box("dref", version: 0)
    references.add(UInt32(1))
    references.add(here)
    return MP4Box(
      "mdia", header, handler,
      MP4Box("minf", video, MP4Box("dinf", references), table(firstSample: firstSample)))
  }

  private func table(firstSample: UInt32) -> MP4Box {
    var descriptions = MP4Box("stsd", version: 0)
    descriptions.add(UInt32(1))
    descriptions.add(description)
    var times = MP4Box("stts", version: 0)
    times.add([1, UInt32(samples.count), Self.tick])
    var whole = MP4Box("stss", version: 0)
    let places = samples.indices.filter { samples[$0].isWhole }.map { UInt32($0 + 1) }
    whole.add(UInt32(places.count))
    whole.add(places)
    // A single chunk contains all samples.
    var runs = MP4Box("stsc", version: 0)
    runs.add([1, 1, UInt32(samples.count), 1])
    var sizes = MP4Box("stsz", version: 0)
    sizes.add([0, UInt32(samples.count)])
    sizes.add(samples.map { UInt32($0.count) })
    var offsets = MP4Box("stco", version: 0)
    offsets.add([1, firstSample])
    return MP4Box("stbl", descriptions, times, whole, runs, sizes, offsets)
  }

  /// The sample description: H.264, size, color space.
  private var description: MP4Box {
    var box = MP4Box("avc1")
    box.add([0, 0, 0, 1] as [UInt16])
    box.add([0, 0, 0, 0] as [UInt32])
    box.add([UInt16(film.filmed.width), UInt16(film.filmed.height)])
    // 72 pixels per inch, the customary value.
    box.add([0x48_0000, 0x48_0000, 0] as [UInt32])
    box.add(UInt16(1))
    box.add([UInt8](repeating: 0, count: 32))
    box.add([0x0018, 0xFFFF] as [UInt16])
    box.add(configuration)
    var color = MP4Box("colr")
    color.add("nclx")
    // BT.709 primaries, transfer and matrix, limited range (ITU-T H.273).
    color.add([1, 1, 1] as [UInt16])
    color.add(UInt8(0))
    box.add(color)
    var aspect = MP4Box("pasp")
    aspect.add([1, 1] as [UInt32])
    box.add(aspect)
    return box
  }

  /// The decoder configuration record (ISO/IEC 14496-15, section 5.3.3).
  private var configuration: MP4Box {
    let (sequence, picture) = parameters
    var box = MP4Box("avcC")
    box.add(UInt8(1))
    // Profile, compatibility and level.
    box.add(Array(sequence[1..<4]))
    // Length fields have four bytes, and there is one parameter set of each kind.
    box.add([0xFF, 0xE1] as [UInt8])
    box.add(UInt16(sequence.count))
    box.add(sequence)
    box.add(UInt8(1))
    box.add(UInt16(picture.count))
    box.add(picture)
    return box
  }

  /// The metadata item from which players read the encoder name.
  private var software: MP4Box? {
    guard let software = film.software else { return nil }
    var handler = MP4Box("hdlr", version: 0)
    handler.add(UInt32(0))
    handler.add("mdirappl")
    handler.add([0, 0] as [UInt32])
    handler.add(UInt8(0))
    var data = MP4Box("data")
    data.add([1, 0] as [UInt32])
    data.add(Array(software.utf8))
    // The item type begins with © in Latin-1.
    var tool = MP4Box("tool")
    tool.add(data)
    var named = tool.whole
    named.replaceSubrange(4..<8, with: [0xA9] + Array("too".utf8))
    var list = MP4Box("ilst")
    list.add(named)
    var meta = MP4Box("meta", version: 0)
    meta.add(handler)
    meta.add(list)
    return MP4Box("udta", meta)
  }
}
