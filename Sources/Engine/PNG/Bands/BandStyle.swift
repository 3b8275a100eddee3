/// The filter and the match search for a band.
struct BandStyle {
  let filter: RowFilter
  let search: BandDeflater.Search
  /// The style is skipped if the best result so far is smaller than the samples by at least this
  /// factor.
  var leastShrinking = Int.max
}

extension SampleRows {
  /// The styles that are likely to suit the band, based on a sample of its rows; for a photo,
  /// exactly one style.
  var likelyStyles: [BandStyle] {
    switch texture {
    case .photo: [BandStyle(filter: smallestDifferences, search: .runs)]
    case .flat: [style(.none), BandStyle(filter: .paeth, search: .runs, leastShrinking: 256)]
    case .dithered: [style(.none), style(.up)]
    }
  }

  /// Whether a sample of the rows is enough to choose among ``likelyStyles``.
  ///
  /// The Up filter helps with soft shadows on a gradient. In other pictures, trying it on all rows
  /// would only cost another match search.
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
  /// the sample 8 pixels to the left. In soft shadows on a gradient, only about half of the samples
  /// do, and the number of samples that equal the corresponding sample of the adjacent pixel is not
  /// much higher. In a smooth photo, that number is much higher.
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

  /// Returns the number of samples in a row that equal the sample `distance` bytes before them.
  private func equalSamples(_ row: UnsafeMutablePointer<UInt8>, distance: Int) -> Int {
    var found = 0
    for offset in distance..<bytesPerRow where row[offset] == row[offset &- distance] {
      found &+= 1
    }
    return found
  }

  /// The filter with the smallest sum of absolute differences in the sampled rows.
  ///
  /// This is the heuristic of the PNG specification, section 12.7, applied to a band instead of a
  /// single row.
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

  /// The sum of the absolute values of the bytes in the scratch buffer, read as signed numbers.
  private var sumOfDifferences: Int {
    var sum: UInt32 = 0
    for index in 0..<bytesPerRow {
      let byte = scratch[index]
      sum &+= UInt32(min(byte, 0 &- byte))
    }
    return Int(sum)
  }
}
