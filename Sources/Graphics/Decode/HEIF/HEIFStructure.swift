/// What decoding the primary picture of a HEIF file takes: the pictures it is made of, how large the
/// decoder will find each, and how much memory that is.
enum HEIFStructure {
  static func structure(of bytes: UnsafeBufferPointer<UInt8>) -> Result<PhotoStructure, FileFlaw> {
    do throws(FileFlaw) {
      let items = try HEIFItems(bytes)
      var survey = Survey(items: items, bytes: bytes)
      return .success(try survey.structure())
    } catch {
      return .failure(error)
    }
  }

  private struct Survey {
    let items: HEIFItems
    let bytes: UnsafeBufferPointer<UInt8>
    private var tiles = 0
    /// Pixels of the largest coded picture, what its decoder takes, and the bytes of one sample.
    private var largestCoded = 0
    private var codedBytes = 0
    private var largestData = 0
    private var sampleBytes = 1
    /// Pixels of the whole.
    private var canvas = 0

    init(items: HEIFItems, bytes: UnsafeBufferPointer<UInt8>) {
      (self.items, self.bytes) = (items, bytes)
    }

    mutating func structure() throws(FileFlaw) -> PhotoStructure {
      var structure = PhotoStructure()
      structure.parts = items.boxCount
      guard structure.parts <= PhotoLimits.parts, let primary = items.items[items.primary] else {
        return structure
      }
      canvas = area(of: primary)
      try visit(items.primary, path: [])
      let alphas = items.items.filter { id, item in
        item.auxiliaryOf.contains(items.primary) && isAlpha(item)
      }
      for id in alphas.keys { try visit(id, path: []) }
      structure.tiles = max(1, tiles)
      // Of a picture that is joined from tiles it has none to begin with.
      let isJoined = ["grid", "iovl"].contains(primary.type)
      structure.losesWarnings =
        !isJoined
        && ["irot", "imir", "clap"].contains { !items.properties($0, of: primary).isEmpty }
      structure.workingBytes = workingBytes(hasAlpha: !alphas.isEmpty)
      return structure
    }

    /// Looks at a picture and those it is made of.
    private mutating func visit(_ id: Int, path: [Int]) throws(FileFlaw) {
      guard let item = items.items[id] else { return }
      // libheif follows references without end.
      guard !path.contains(id), path.count < 4 else {
        throw FileFlaw(reason: "its picture \(id) is made of itself", offset: 0)
      }
      switch item.type {
      case "hvc1", "av01": try visitCoded(id, item)
      case "grid", "iovl", "iden":
        tiles += item.sources.count
        guard tiles <= PhotoLimits.tiles else { return }
        if item.type == "grid" { try checkGrid(id, item) }
        // A picture that comes several times is decoded each time, but looked at once.
        for source in Set(item.sources) { try visit(source, path: path + [id]) }
        canvas = max(canvas, area(of: item))
      default: break
      }
    }

    private mutating func visitCoded(_ id: Int, _ item: HEIFItems.Item) throws(FileFlaw) {
      var size = CodedSize()
      for property in items.properties("hvcC", of: item) { readConfiguration(property, &size) }
      for property in items.properties("av1C", of: item) where property.body.count > 4 {
        size.readAV1(bytes, property.body.lowerBound + 4..<property.body.upperBound)
      }
      size.frames = 0
      if item.type == "av01" {
        for extent in item.extents { size.readAV1(bytes, extent) }
      } else {
        for extent in item.extents { readUnits(extent, &size) }
      }
      // Layers of AV1 are a few frames; anything else is a film.
      guard size.frames <= (item.type == "av01" ? 8 : 1) else {
        throw FileFlaw(
          reason: "its picture \(id) has \(size.frames) frames",
          offset: item.extents.first?.lowerBound ?? 0)
      }
      largestCoded = max(largestCoded, size.pixels, area(of: item))
      largestData = max(largestData, item.extents.reduce(0) { $0 + $1.count })
      if size.bits > 8 { sampleBytes = 2 }
      let perSample = item.type == "av01" ? 44 : 24
      let area = max(size.pixels, area(of: item))
      let samples = (size.hasFullColor ? area * 3 : area * 3 / 2) * (size.bits > 8 ? 2 : 1)
      codedBytes = max(codedBytes, samples * perSample / 10)
    }

    /// Parameter sets in front of the pictures: ISO/IEC 14496-15, section 8.3.3.1.
    private func readConfiguration(_ property: HEIFItems.Property, _ size: inout CodedSize) {
      let end = property.body.upperBound
      var offset = property.body.lowerBound + 22
      guard offset < end else { return }
      let arrays = Int(bytes[offset])
      offset += 1
      for _ in 0..<arrays {
        guard offset + 3 <= end, let count = bytes.number(at: offset + 1, 2) else { return }
        offset += 3
        for _ in 0..<count {
          guard offset + 2 <= end, let length = bytes.number(at: offset, 2),
            offset + 2 + length <= end
          else { return }
          size.readHEVC(unit: bytes[offset + 2..<offset + 2 + length])
          offset += 2 + length
        }
      }
    }

    /// Units with their lengths in front, four bytes each, as libheif reads them.
    private func readUnits(_ extent: Range<Int>, _ size: inout CodedSize) {
      var offset = extent.lowerBound
      while offset + 4 <= extent.upperBound, let length = bytes.number(at: offset, 4),
        length <= extent.upperBound - offset - 4
      {
        size.readHEVC(unit: bytes[offset + 4..<offset + 4 + length])
        offset += 4 + length
      }
    }

    /// Tiles that lie beyond the picture would be decoded for nothing.
    private func checkGrid(_ id: Int, _ item: HEIFItems.Item) throws(FileFlaw) {
      guard let data = item.extents.first, data.count >= 8, let first = item.sources.first,
        let tile = items.items[first], let size = size(of: tile)
      else { return }
      let (rows, columns) = (
        Int(bytes[data.lowerBound + 2]) + 1, Int(bytes[data.lowerBound + 3]) + 1
      )
      let width = bytes[data.lowerBound + 1] & 1 == 1 ? 4 : 2
      guard let across = bytes.number(at: data.lowerBound + 4, width),
        let down = bytes.number(at: data.lowerBound + 4 + width, width)
      else { return }
      guard (columns - 1) * size.width < across, (rows - 1) * size.height < down else {
        throw FileFlaw(
          reason: "its grid \(id) has \(columns) × \(rows) tiles of \(size.width) × \(size.height) "
            + "for \(across) × \(down) pixels", offset: data.lowerBound)
      }
    }

    private func isAlpha(_ item: HEIFItems.Item) -> Bool {
      items.properties("auxC", of: item).contains { property in
        let name = String(
          decoding: bytes[property.body].dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
        return name.hasSuffix(":auxid:1") || name.hasSuffix(":alpha")
      }
    }

    private func size(of item: HEIFItems.Item) -> (width: Int, height: Int)? {
      guard let body = items.properties("ispe", of: item).first?.body,
        let width = bytes.number(at: body.lowerBound + 4, 4),
        let height = bytes.number(at: body.lowerBound + 8, 4), body.count >= 12
      else { return nil }
      return (min(width, 1 << 20), min(height, 1 << 20))
    }

    private func area(of item: HEIFItems.Item) -> Int {
      size(of: item).map { $0.width * $0.height } ?? 0
    }

    /// Measured with libheif 1.15, libde265 1.0 and dav1d 1.0; `make torture` holds it.
    ///
    /// Beside the four bytes of each pixel that are its own need, the whole picture is kept as planes
    /// of red, green and blue; twice, and in more bytes, where there is transparency or there are
    /// more than 8 bits. The decoder keeps a coded picture with what it knows of each block, and that
    /// is copied; its memory is gone before the whole picture takes its four bytes.
    private func workingBytes(hasAlpha: Bool) -> Int {
      let twentieths =
        switch (sampleBytes, hasAlpha) {
        case (1, false): 61
        case (1, true), (2, false): 184
        default: 250
        }
      let whole = canvas * twentieths / 20
      let tables = 4 << 20 + 2 * largestData
      return largestCoded < canvas
        ? whole + codedBytes + tables : max(whole, codedBytes - canvas * 4) + tables
    }
  }
}
