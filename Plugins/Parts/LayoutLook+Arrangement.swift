public import WallfarmPluginKit

extension LayoutLook {
  /// The largest sheet that fits into the free area.
  ///
  /// - Parameters:
  ///   - what: what it is, for the message where it does not fit: `month`.
  ///   - share: the smallest letters of the sheet, of its size: `min-size` is about these.
  ///   - context: measures, and knows the free area.
  ///   - widest: the most width it takes, in points on a phone.
  ///   - titles: texts that all begin on one side; if empty, each follows its own direction.
  ///   - write: draws everything at the size of the sheet; called several times.
  /// - Returns: its layers, with the panel behind them.
  /// - Throws: `text-does-not-fit` where even the smallest size is too large; what `write` throws.
  public func arrangement(
    of what: String, smallest share: Double, in context: ComposeContext, widest: Double = widest,
    titles: [String] = [], write: (inout Sheet) throws(RenderError) -> Void
  ) throws(RenderError) -> Arrangement {
    let draft = try Draft(
      look: self, context: context, share: share, widest: widest, titles: titles)
    guard let arrangement = try draft.arrangement(write: write) else {
      throw .textDoesNotFit(what, minimumSize: minSize * context.typeScale)
    }
    return arrangement
  }

  /// The largest sheet with as many of some entries as fit, the first ones; what is left out is said.
  ///
  /// - Parameters:
  ///   - count: how many there are, at least 1.
  ///   - kind: their kind, for messages.
  ///   - needed: number of entries that must be shown or reported; nil: all of them.
  ///   - share: the smallest letters of the sheet, of its size.
  ///   - context: measures, and knows the free area and what may be left out.
  ///   - widest: the most width it takes, in points on a phone.
  ///   - titles: texts of the rows, which begin on one side; if empty, each follows its own direction.
  ///   - write: draws the first so many entries at the size of the sheet; called several times.
  /// - Returns: its layers, with a warning where entries are left out.
  /// - Throws: `text-does-not-fit` where not even one fits, or where none may be left out.
  public func arrangement(
    of count: Int, _ kind: ContentKind, needed: Int? = nil, smallest share: Double,
    in context: ComposeContext, widest: Double = widest, titles: [String] = [],
    write: (inout Sheet, Int) throws(RenderError) -> Void
  ) throws(RenderError) -> Arrangement {
    let draft = try Draft(
      look: self, context: context, share: share, widest: widest, titles: titles)
    let needed = needed ?? count
    func arrangement(_ shown: Int) throws(RenderError) -> Arrangement? {
      try draft.arrangement { (sheet) throws(RenderError) in try write(&sheet, shown) }
    }
    if let all = try arrangement(count) { return all }
    guard context.overflow == .more || needed < count else {
      throw .textDoesNotFit("list of \(kind.rawValue)", minimumSize: minSize * context.typeScale)
    }
    // Whatever fits with more entries fits with fewer: halves find the most.
    var (most, tooMany) = (0, count)
    while tooMany - most > 1 {
      let tried = (most + tooMany) / 2
      let fits = try draft.fitsAtAll { (sheet) throws(RenderError) in try write(&sheet, tried) }
      if fits { most = tried } else { tooMany = tried }
    }
    guard most > 0, var some = try arrangement(most) else {
      throw .textDoesNotFit(
        "first of the \(kind.rawValue)", minimumSize: minSize * context.typeScale)
    }
    if most < needed {
      guard context.overflow == .more else {
        throw .textDoesNotFit("list of \(kind.rawValue)", minimumSize: minSize * context.typeScale)
      }
      some.warnings.append(.hidden(needed - most, of: needed, kind))
    }
    return some
  }

  /// An empty sheet of a size in an area, for a layout that looks for its size itself.
  ///
  /// - Throws: `language-failed`.
  public func sheet(
    _ size: Double, in area: Rect, of context: ComposeContext, titles: [String] = [],
    breaksWords: Bool = false
  ) throws(RenderError) -> Sheet {
    Sheet(
      context: context, look: self, size: size, area: area,
      isMirrored: try context.isMirrored(by: titles, in: title(100)), isList: !titles.isEmpty,
      breaksWords: breaksWords)
  }

  /// Words for content that has no entry, as large as they fit; nothing where the author wants none.
  ///
  /// It stays true until somebody gives other content.
  public func nothing(in context: ComposeContext) throws(RenderError) -> Arrangement {
    guard !emptyText.isEmpty else { return Arrangement(layers: [], expires: .never) }
    // A few words are not held to the widest line: on a tablet they would stand away from the edge, and nobody sees why.
    let draft = try Draft(look: self, context: context, share: 1, widest: .infinity)
    let largest = min(maxSize, 44)
    let found = try draft.arrangement(largest: largest) { (sheet) throws(RenderError) in
      try sheet.add("nothing-left", sheet.block(emptyText, title(sheet.size)))
    }
    guard var arrangement = found else {
      throw .textDoesNotFit("empty-text", minimumSize: minSize * context.typeScale)
    }
    arrangement.expires = .never
    return arrangement
  }
}

/// Looks for the size of a sheet.
private struct Draft {
  let look: LayoutLook
  let context: ComposeContext
  /// The smallest letters, of the size.
  let share: Double
  let area: Rect
  let isMirrored: Bool
  let isList: Bool

  init(
    look: LayoutLook, context: ComposeContext, share: Double, widest: Double,
    titles: [String] = []
  ) throws(RenderError) {
    (self.look, self.context, self.share) = (look, context, share)
    area = look.area(in: context, widest: widest)
    isMirrored = try context.isMirrored(by: titles, in: look.title(100))
    isList = !titles.isEmpty
  }

  func arrangement(
    largest: Double? = nil, write: (inout Sheet) throws(RenderError) -> Void
  ) throws(RenderError) -> Arrangement? {
    let scale = context.typeScale
    let sizes = TypeSizes(
      smallest: look.minSize / share * scale,
      largest: max(largest ?? look.maxSize, look.minSize / share) * scale)
    // A word breaks only where no size lets it be whole.
    for breaksWords in [false, true] {
      let size = try sizes.largest { (size) throws(RenderError) in
        try taken(sheet(size, from: area, breaksWords, write))
      }
      guard let size else { continue }
      let tried = try sheet(size, from: area, breaksWords, write)
      let top = look.top(of: tried.height, in: area)
      let place = Rect(x: area.x, y: top, width: area.width, height: area.height)
      let drawn = top == area.y ? tried : try sheet(size, from: place, breaksWords, write)
      let frame = Rect(x: area.x, y: top, width: area.width, height: drawn.height)
      let panel = look.panel(behind: frame, in: context)
      return Arrangement(
        layers: [panel].compactMap(\.self) + drawn.layers, fontSize: size,
        room: look.room(for: Size(width: drawn.width, height: drawn.height), in: context))
    }
    return nil
  }

  /// Whether a sheet fits at the smallest size.
  func fitsAtAll(
    write: (inout Sheet) throws(RenderError) -> Void
  ) throws(RenderError) -> Bool {
    let smallest = look.minSize / share * context.typeScale
    return try taken(sheet(smallest, from: area, true, write)).fits
  }

  private func sheet(
    _ size: Double, from area: Rect, _ breaksWords: Bool,
    _ write: (inout Sheet) throws(RenderError) -> Void
  ) throws(RenderError) -> Sheet {
    var sheet = Sheet(
      context: context, look: look, size: size, area: area, isMirrored: isMirrored, isList: isList,
      breaksWords: breaksWords)
    try write(&sheet)
    return sheet
  }

  private func taken(_ sheet: Sheet) -> RoomTaken {
    sheet.crowding > 1
      ? .tooMuch(guess: sheet.crowding) : RoomTaken(sheet.height, of: area.height)
  }
}

extension RenderWarning {
  /// What did not fit and was left out.
  public static func hidden(_ hidden: Int, of count: Int, _ kind: ContentKind) -> RenderWarning {
    RenderWarning(
      .contentHidden,
      "\(hidden) of \(count) \(kind.rawValue) did not fit and \(hidden == 1 ? "is" : "are") left out",
      hint: "show fewer, lower 'min-size', or forbid it with --overflow fail")
  }
}
