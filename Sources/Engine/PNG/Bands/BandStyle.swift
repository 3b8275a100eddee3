/// The filter and the match search that a band uses.
struct BandStyle {
  let filter: RowFilter
  let search: BandDeflater.Search
  /// The style is skipped if the best result so far is at least this many times smaller than the
  /// samples.
  var leastShrinking = Int.max
}

extension SampleRows {
  /// The styles that are likely to suit the band, according to a sample of its rows; exactly one
  /// for a photo.
  var likelyStyles: [BandStyle] {
    switch texture {
    case .photo: [BandStyle(filter: smallestDifferences, search: .runs)]
    case .flat: [style(.none), BandStyle(filter: .paeth, search: .runs, leastShrinking: 256)]
    case .dithered: [style(.none), style(.up)]
    }
  }

  /// Whether sampled rows are sufficient for choosing among ``likelyStyles``.
  ///
  /// The filter Up helps with soft shadows on a gradient; in other pictures, it only costs another
  /// match search.
  var isSampleEnough: Bool { texture == .dithered }

  /// The styles to try for a compression effort.
  func styles(_ effort: PNGSettings.Effort) -> [BandStyle] {
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
    // Palette indexes take few bytes, which leaves time for a deeper search.
    let effort = MatchFinder.standardEffort * (layout.bytesPerPixel == 1 ? 8 : 1)
    return BandStyle(
      filter: filter, search: .matches(effort: effort), leastShrinking: leastShrinking)
  }

  private enum Texture { case photo, flat, dithered }

  /// The texture of the band, determined from its samples.
  ///
  /// In flat areas and in dithered gradients, whose pattern is 8 pixels wide, most samples equal
  /// the sample 8 pixels to the left. In soft shadows on a gradient, only half of them do, but at
  /// least as many as equal the adjacent pixel. In a smooth photo, many more samples equal the
  /// adjacent pixel.
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

  /// The number of samples in a row that equal the sample `distance` bytes earlier.
  private func equalSamples(_ row: UnsafeMutablePointer<UInt8>, distance: Int) -> Int {
    var found = 0
    for offset in distance..<bytesPerRow where row[offset] == row[offset &- distance] {
      found &+= 1
    }
    return found
  }

  /// The filter with the smallest sum of absolute differences, which is the heuristic of the PNG
  /// specification, section 12.7, applied to a whole band.
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

  /// About four rows, spread evenly over the band.
  private var sampledRows: StrideTo<Int> {
    stride(from: min(1, count - 1), to: count, by: max(1, count / 4))
  }

  /// The sum of the absolute values of the scratch bytes, which are interpreted as signed numbers.
  private var sumOfDifferences: Int {
    var sum: UInt32 = 0
    for index in 0..<bytesPerRow {
      let byte = scratch[index]
      sum &+= UInt32(min(byte, 0 &- byte))
    }
    return Int(sum)
  }
}
