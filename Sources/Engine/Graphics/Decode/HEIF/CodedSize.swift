/// The fields of HEVC and AV1 headers that determine decoder memory.
///
/// The boxes and the bitstream both contain the picture size, and decoders use the size in the
/// bitstream.
struct CodedSize {
  var width = 0
  var height = 0
  var bits = 8
  /// The number of samples in all planes per two pixels: 2 for monochrome, 3 for 4:2:0, 4 for
  /// 4:2:2, 6 for 4:4:4.
  var samplesOfTwo = 3
  /// The number of frames in the data; a still picture needs only one.
  var frames = 0

  var pixels: Int { width * height }

  private mutating func note(_ width: Int, _ height: Int, bits: Int, samplesOfTwo: Int) {
    self.samplesOfTwo = max(self.samplesOfTwo, samplesOfTwo)
    self.width = max(self.width, width)
    self.height = max(self.height, height)
    self.bits = max(self.bits, bits)
  }

  // MARK: - HEVC

  /// Reads a parameter set or slice (ITU-T H.265, section 7.3).
  mutating func readHEVC(unit: some Collection<UInt8>) {
    guard let first = unit.first, unit.count > 2 else { return }
    let type = first >> 1 & 0x3F
    let payload = unit.dropFirst(2)
    if type < 32, payload.first.map({ $0 & 0x80 != 0 }) == true { frames += 1 }
    guard type == 33 else { return }
    var bits = Bits(unescaped(payload.prefix(512)))
    bits.skip(4)
    let layers = bits.number(3)
    bits.skip(1 + 96)
    if layers > 0 {
      let present = (0..<layers).map { _ in (bits.number(1) == 1, bits.number(1) == 1) }
      bits.skip((8 - layers) * 2)
      for (profile, level) in present { bits.skip((profile ? 88 : 0) + (level ? 8 : 0)) }
    }
    _ = bits.exponential()
    let chroma = bits.exponential()
    if chroma == 3 { bits.skip(1) }
    let (width, height) = (bits.exponential(), bits.exponential())
    if bits.number(1) == 1 { for _ in 0..<4 { _ = bits.exponential() } }
    let samples = [0: 2, 1: 3, 2: 4][chroma] ?? 6
    note(width, height, bits: 8 + min(8, bits.exponential()), samplesOfTwo: samples)
  }

  /// Removes emulation prevention bytes, which are bytes of value 3 that follow two zero bytes.
  private func unescaped(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes where !(byte == 3 && result.suffix(2) == [0, 0]) { result.append(byte) }
    return result
  }

  // MARK: - AV1

  /// Reads a sequence of OBUs (AV1 bitstream specification, section 5).
  mutating func readAV1(_ bytes: ArraySlice<UInt8>) {
    var offset = bytes.startIndex
    while offset < bytes.endIndex {
      let header = bytes[offset]
      offset += header & 4 != 0 ? 2 : 1
      var length = bytes.endIndex - offset
      if header & 2 != 0 {
        var (value, shift) = (0, 0)
        while offset < bytes.endIndex, shift < 56 {
          let byte = bytes[offset]
          offset += 1
          value |= Int(byte & 0x7F) << shift
          shift += 7
          if byte & 0x80 == 0 { break }
        }
        length = min(value, bytes.endIndex - offset)
      }
      guard length >= 0 else { return }
      let type = header >> 3 & 15
      if type == 1 { readSequence(bytes[offset..<offset + min(length, 512)]) }
      if type == 3 || type == 6 { frames += 1 }
      offset += length
    }
  }

  /// Reads a sequence header up to and including the bit depth (section 5.5).
  private mutating func readSequence(_ bytes: some Collection<UInt8>) {
    var bits = Bits(Array(bytes))
    let profile = bits.number(3)
    bits.skip(1)
    let isReduced = bits.number(1) == 1
    if isReduced { bits.skip(5) } else { readOperatingPoints(&bits) }
    let (widthBits, heightBits) = (bits.number(4) + 1, bits.number(4) + 1)
    let (width, height) = (bits.number(widthBits) + 1, bits.number(heightBits) + 1)
    if !isReduced, bits.number(1) == 1 { bits.skip(7) }
    bits.skip(3)
    if !isReduced {
      bits.skip(4)
      let hasOrder = bits.number(1) == 1
      if hasOrder { bits.skip(2) }
      let isScreen = bits.number(1) == 1 || bits.number(1) == 1
      if isScreen, bits.number(1) == 0 { bits.skip(1) }
      if hasOrder { bits.skip(3) }
    }
    bits.skip(3)
    // Profile 2 allows every bit depth and chroma format, so assume the values that need the most
    // memory.
    let bitCount = bits.number(1) == 1 ? (profile == 2 ? 12 : 10) : 8
    note(width, height, bits: bitCount, samplesOfTwo: profile == 0 ? 3 : 6)
  }

  private func readOperatingPoints(_ bits: inout Bits) {
    var delayBits = 0
    if bits.number(1) == 1 {
      bits.skip(64)
      if bits.number(1) == 1 { _ = bits.exponential() }
      if bits.number(1) == 1 {
        delayBits = bits.number(5) + 1
        bits.skip(42)
      }
    }
    let hasDelay = bits.number(1) == 1
    for _ in 0...bits.number(5) {
      bits.skip(12)
      if bits.number(5) > 7 { bits.skip(1) }
      if delayBits > 0, bits.number(1) == 1 { bits.skip(delayBits * 2 + 1) }
      if hasDelay, bits.number(1) == 1 { bits.skip(4) }
    }
  }
}

/// Reads bits, most significant first; past the end, all bits are 0.
private struct Bits {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func skip(_ count: Int) { position += count }

  mutating func number(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let byte = position / 8 < bytes.count ? bytes[position / 8] : 0
      value = value << 1 | Int(byte >> UInt8(7 - position % 8) & 1)
      position += 1
    }
    return value
  }

  /// Reads an unsigned Exp-Golomb code of order 0, which H.265 and AV1 use.
  mutating func exponential() -> Int {
    var zeros = 0
    while zeros < 32, position / 8 < bytes.count, number(1) == 0 { zeros += 1 }
    return (1 << zeros) - 1 + number(zeros)
  }
}
