/// The samples of a band of rows, and the ways to filter them.
///
/// One filter serves a whole band.
struct SampleRows: ~Copyable {
  let layout: SampleLayout
  private let width: Int
  private let unpacker: SampleUnpacker
  /// Each row has one pixel of zeros in front, so that "left of the first" needs no test.
  private let samples: UnsafeMutablePointer<UInt8>
  private let scratch: UnsafeMutablePointer<UInt8>
  private var count = 0

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

  /// Without the filter byte.
  var bytesPerRow: Int { layout.bytesPerRow(width: width) }

  /// Takes over the pixels of some rows.
  mutating func load(_ rows: PixelRows, _ range: Range<Int>) {
    count = range.count
    for (index, y) in range.enumerated() { unpacker.unpack(rows[y], to: row(index)) }
  }

  /// Replaces `band` with the filter byte and filtered samples of each row.
  ///
  /// The first row of a band does not look up, so that a band can stand alone.
  func filter(with filter: RowFilter, into band: inout PaddedBytes) {
    band.fill(count: (bytesPerRow + 1) * count) { output in
      for index in 0..<count {
        let kind = index == 0 ? filter.withoutRowAbove : filter
        let target = output + index * (bytesPerRow + 1)
        target.pointee = kind.rawValue
        apply(kind, to: index, output: target + 1)
      }
    }
  }

  /// The ways that a look at some of the rows suggests: one for a photo.
  private var likelyStyles: [BandStyle] {
    switch texture {
    case .photo: [BandStyle(filter: smallestDifferences, search: .runs)]
    case .flat: [style(.none), BandStyle(filter: .paeth, search: .runs, leastShrinking: 256)]
    case .dithered: [style(.none), style(.up, leastShrinking: 20)]
    }
  }

  /// The ways to try at an effort.
  func styles(_ effort: EncodingEffort) -> [BandStyle] {
    if effort == .fast { return likelyStyles }
    let runs = [RowFilter.paeth, .up, .sub, .average].map {
      BandStyle(filter: $0, search: .runs)
    }
    if texture == .photo { return runs }
    let drawn = likelyStyles + runs.prefix(2)
    return effort == .balanced
      ? drawn
      : drawn + [.none, .up, .sub].map { BandStyle(filter: $0, search: .matches(effort: 64)) }
  }

  private func style(_ filter: RowFilter, leastShrinking: Int = .max) -> BandStyle {
    // Indexes are few, so there is time to look at more places.
    let effort = MatchFinder.standardEffort * (layout.bytesPerPixel == 1 ? 8 : 1)
    return BandStyle(
      filter: filter, search: .matches(effort: effort), leastShrinking: leastShrinking)
  }

  private enum Texture { case photo, flat, dithered }

  /// What the samples look like.
  ///
  /// In flat areas and in dithered gradients, whose pattern is eight pixels wide, most samples are
  /// those of eight pixels to the left. Where soft shadows lie on a gradient only half are, but no
  /// fewer than those of the next pixel; in a smooth photo those of the next pixel are many more.
  private var texture: Texture {
    if case .palette = layout.kind { return .flat }
    let pixel = layout.bytesPerPixel
    guard bytesPerRow > 8 * pixel else { return .flat }
    var (far, near, looked) = (0, 0, 0)
    for index in sampledRows {
      far += equalSamples(row(index), distance: 8 * pixel)
      near += equalSamples(row(index), distance: pixel)
      looked += bytesPerRow
    }
    if far * 100 > looked * 68 { return near < far ? .dithered : .flat }
    return far * 100 > looked * 40 && near * 100 < far * 100 + looked * 12 ? .dithered : .photo
  }

  /// How many samples of a row are the same as the one `distance` before it.
  private func equalSamples(_ row: UnsafeMutablePointer<UInt8>, distance: Int) -> Int {
    var found = 0
    for offset in distance..<bytesPerRow where row[offset] == row[offset &- distance] {
      found &+= 1
    }
    return found
  }

  /// The filter with the smallest sum of differences (the heuristic of the PNG specification,
  /// section 12.7, taken per band).
  private var smallestDifferences: RowFilter {
    guard count > 1 else { return .sub }
    var best = (filter: RowFilter.paeth, cost: Int.max)
    for filter in [RowFilter.paeth, .up, .sub, .average] {
      var cost = 0
      for index in sampledRows where index > 0 {
        apply(filter, to: index, output: scratch)
        cost += sumOfDifferences
      }
      if cost < best.cost { best = (filter, cost) }
    }
    return best.filter
  }

  /// About four rows spread over the band.
  private var sampledRows: StrideTo<Int> {
    stride(from: min(1, count - 1), to: count, by: max(1, count / 4))
  }

  private func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    samples + index * (bytesPerRow + layout.bytesPerPixel) + layout.bytesPerPixel
  }

  private func apply(_ filter: RowFilter, to index: Int, output: UnsafeMutablePointer<UInt8>) {
    filter.apply(
      row: row(index), above: row(max(index - 1, 0)), to: output, count: bytesPerRow,
      pixel: layout.bytesPerPixel)
  }

  /// Sum of the scratch bytes as signed numbers without their sign.
  private var sumOfDifferences: Int {
    var sum: UInt32 = 0
    for index in 0..<bytesPerRow {
      let byte = scratch[index]
      sum &+= UInt32(min(byte, 0 &- byte))
    }
    return Int(sum)
  }
}
