/// Stores the samples of a band of rows and applies filters to them.
///
/// All rows of a band use the same filter.
struct SampleRows: ~Copyable {
  let layout: SampleLayout
  private let width: Int
  private let unpacker: SampleUnpacker
  /// The samples of all rows; one pixel of zeros precedes each row, so that the first pixel needs
  /// no special case.
  private let samples: UnsafeMutablePointer<UInt8>
  /// A buffer for one row.
  let scratch: UnsafeMutablePointer<UInt8>
  /// The number of rows.
  private(set) var count = 0

  init(width: Int, layout: SampleLayout, mostRows: Int) {
    self.layout = layout
    self.width = width
    unpacker = SampleUnpacker(layout)
    let size = (layout.bytesPerRow(width: width) + layout.bytesPerPixel) * mostRows
    samples = .allocate(capacity: size)
    samples.update(repeating: 0, count: size)
    scratch = .allocate(capacity: layout.bytesPerRow(width: width))
  }

  deinit {
    samples.deallocate()
    scratch.deallocate()
  }

  /// The number of bytes per row, not including the filter byte.
  var bytesPerRow: Int { layout.bytesPerRow(width: width) }

  /// Converts the pixels in a range of rows to samples.
  mutating func load(_ rows: borrowing PixelRows, _ range: Range<Int>) {
    count = range.count
    for (index, y) in range.enumerated() { unpacker.unpack(rows[y], to: row(index)) }
  }

  /// Replaces the contents of `band` with the filter byte and the filtered samples of each row.
  ///
  /// The filter of the first row does not use the row above, so that bands are independent.
  func filter(with filter: RowFilter, into band: inout PaddedBytes) {
    self.filter(0..<count, with: filter, into: &band)
  }

  /// Filters only a quarter of the rows, which are taken from the middle of the band.
  func filterSample(with filter: RowFilter, into band: inout PaddedBytes) {
    self.filter(count * 3 / 8..<count - count * 3 / 8, with: filter, into: &band)
  }

  private func filter(_ range: Range<Int>, with filter: RowFilter, into band: inout PaddedBytes) {
    band.fill(count: (bytesPerRow + 1) * range.count) { output in
      for (place, index) in range.enumerated() {
        let kind = place == 0 ? filter.withoutRowAbove : filter
        let target = output + place * (bytesPerRow + 1)
        target.pointee = kind.rawValue
        apply(kind, to: index, output: target + 1)
      }
    }
  }

  /// The samples of a row.
  func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    samples + index * (bytesPerRow + layout.bytesPerPixel) + layout.bytesPerPixel
  }

  /// Writes one filtered row to `output`.
  func apply(_ filter: RowFilter, to index: Int, output: UnsafeMutablePointer<UInt8>) {
    filter.apply(
      row: row(index), above: row(max(index - 1, 0)), to: output, count: bytesPerRow,
      pixel: layout.bytesPerPixel)
  }
}
