/// How the rows of a band are stored.
struct BandStyle {
  let filter: RowFilter
  let search: BandDeflater.Search
  /// Worth a try only where the best so far is not this many times smaller than the samples.
  var leastShrinking = Int.max
}

extension SampleRows {
  /// The ways that a look at some of the rows suggests: one for a photo.
  var likelyStyles: [BandStyle] {
    switch texture {
    case .photo: [BandStyle(filter: smallestDifferences, search: .runs)]
    case .flat: [style(.none), BandStyle(filter: .paeth, search: .runs, leastShrinking: 256)]
    case .dithered: [style(.none), style(.up)]
    }
  }

  /// Whether a look at a few rows is enough to choose among ``likelyStyles``.
  ///
  /// Where soft shadows lie on a gradient, looking up helps; elsewhere it costs the time of another
  /// search and gains nothing.
  var isSampleEnough: Bool { texture == .dithered }

  /// The ways to try at an effort.
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
