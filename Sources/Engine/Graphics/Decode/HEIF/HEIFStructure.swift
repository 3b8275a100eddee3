import PhotoFormats
import WallfarmPluginKit

/// Surveys the primary picture of a HEIF file: its tiles, their coded sizes and the decoder memory.
enum HEIFStructure {
  static func structure(of bytes: PhotoBytes) throws(PhotoFlaw) -> PhotoStructure {
    var survey = Survey(try HEIFItems(bytes))
    return try survey.structure()
  }

  private struct Survey {
    let items: HEIFItems
    private var bytes: PhotoBytes { items.bytes }
    private var tiles = 0
    /// The maximum decoder memory and the maximum amount of data of any coded picture, in bytes.
    private var codedBytes = 0
    private var largestData = 0
    /// The total number of pixels in temporary surfaces.
    private var extraPixels = 0

    init(_ items: HEIFItems) { self.items = items }

    mutating func structure() throws(PhotoFlaw) -> PhotoStructure {
      var structure = PhotoStructure()
      guard items.items[items.primary] != nil else { return structure }
      try visit(items.primary, path: [])
      if let alpha = items.alpha(of: items.primary) { try visit(alpha, path: []) }
      structure.tiles = max(1, tiles)
      structure.workingBytes =
        codedBytes + extraPixels * 8 + 2 * largestData + 4 << 20
      return structure
    }

    /// Surveys a picture and its sources recursively.
    private mutating func visit(_ id: Int, path: [Int]) throws(PhotoFlaw) {
      guard let item = items.items[id] else { return }
      // References between pictures may form a cycle.
      guard !path.contains(id), path.count < 4 else {
        throw .other("picture \(id) contains itself")
      }
      switch item.type {
      case "hvc1", "av01": try visitCoded(id, item)
      case "grid", "iovl", "iden":
        tiles += item.sources.count
        guard tiles <= PhotoLimits.tiles else { return }
        if item.type == "grid" { try checkGrid(id, item) }
        // A source that is used several times is decoded each time, but surveyed only once.
        for source in Set(item.sources) { try visit(source, path: path + [id]) }
        if item.type != "grid" {
          let parts = item.sources.compactMap { items.items[$0] }.map { area(of: $0) }
          extraPixels += max(area(of: item), parts.max() ?? 0)
        }
      default: break
      }
    }

    private mutating func visitCoded(_ id: Int, _ item: HEIFItems.Item) throws(PhotoFlaw) {
      var size = CodedSize()
      for property in items.properties("hvcC", of: item) {
        HEVCConfiguration.forEachUnit(in: property.body, of: bytes) {
          size.readHEVC(unit: bytes[$0])
        }
      }
      for property in items.properties("av1C", of: item) where property.body.count > 4 {
        size.readAV1(bytes[property.body].dropFirst(4))
      }
      size.frames = 0
      if item.type == "av01" {
        for extent in item.extents { size.readAV1(bytes[extent]) }
      } else {
        let width = HEVCConfiguration.lengthWidth(of: item, items)
        for extent in item.extents { readUnits(extent, width, &size) }
      }
      // An AV1 picture with layers has a few frames; data with more frames is a video.
      guard size.frames <= (item.type == "av01" ? 8 : 1) else {
        throw .other("picture \(id) has \(size.frames) frames")
      }
      largestData = max(largestData, item.extents.reduce(0) { $0 + $1.count })
      let pixels = max(size.pixels, area(of: item))
      codedBytes = max(codedBytes, HEIFStructure.decodingBytes(size, pixels, item.type))
      if items.properties("irot", of: item).count + items.properties("imir", of: item).count > 0,
        id != items.primary
      {
        extraPixels += area(of: item)
      }
    }

    /// Reads NAL units, each of which has a length prefix.
    private func readUnits(_ extent: Range<Int>, _ width: Int, _ size: inout CodedSize) {
      var offset = extent.lowerBound
      while offset + width <= extent.upperBound, let length = bytes.number(at: offset, width),
        length <= extent.upperBound - offset - width
      {
        size.readHEVC(unit: bytes[offset + width..<offset + width + length])
        offset += width + length
      }
    }

    /// Rejects a grid if some of its tiles are entirely outside the picture.
    private func checkGrid(_ id: Int, _ item: HEIFItems.Item) throws(PhotoFlaw) {
      guard let grid = HEIFGrid(item.extents.flatMap { Array(bytes[$0].prefix(64)) }),
        let first = item.sources.first, let tile = items.items[first],
        let size = items.size(of: tile)
      else { return }
      guard (grid.columns - 1) * size.width < grid.width,
        (grid.rows - 1) * size.height < grid.height
      else {
        throw .other(
          "its grid \(id) has \(grid.columns) × \(grid.rows) tiles of "
            + "\(size.width) × \(size.height) for \(grid.width) × \(grid.height) pixels")
      }
    }

    private func area(of item: HEIFItems.Item) -> Int {
      items.size(of: item)?.area ?? 0
    }
  }

  /// Estimates the decoder memory for a coded picture in bytes: the planes and the metadata of each
  /// block.
  ///
  /// The formula is based on measurements of libde265 1.0 and dav1d 1.0 and is checked by `make
  /// torture`. For a 10-bit 4:2:0 picture of 24 megapixels, libde265 used 92 MB and dav1d used 79
  /// MB. For 50 megapixels, they used 188 MB and 160 MB.
  private static func decodingBytes(_ size: CodedSize, _ pixels: Int, _ type: String) -> Int {
    let planes = pixels * size.samplesOfTwo / 2 * (size.bits > 8 ? 2 : 1)
    guard type == "av01" else { return planes * 21 / 20 + pixels }
    // Each AV1 layer is predicted from the previous layer, so the estimate includes the planes of
    // every frame.
    return planes * 6 / 5 * max(1, size.frames) + pixels / 2
  }
}
