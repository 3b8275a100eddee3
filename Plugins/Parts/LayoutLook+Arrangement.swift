public import WallfarmPluginKit

extension LayoutLook {
  /// Arranges a sheet at the largest size that fits the free area.
  ///
  /// - Parameters:
  ///   - what: the name of the sheet in messages, such as `month`.
  ///   - share: the size of the smallest type, to which `min-size` applies, relative to the largest
  ///     type.
  ///   - context: the context of the layout.
  ///   - widest: the maximum width, in points on a phone.
  ///   - titles: texts that all begin on the same side; if empty, each text follows its own
  ///     direction.
  ///   - write: draws the sheet at its type size; it is called several times.
  /// - Returns: the layers of the sheet, with the panel behind them.
  /// - Throws: `text-does-not-fit` if even the smallest size is too large, and the errors of
  ///   `write`.
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

  /// Arranges as many entries from the start of a list as fit, and adds a warning about the rest.
  ///
  /// - Parameters:
  ///   - count: the number of entries, at least 1.
  ///   - kind: the kind of the entries, for messages.
  ///   - needed: the number of entries that must be shown or reported; nil for all entries.
  ///   - share: the size of the smallest type, relative to the largest type.
  ///   - context: the context of the layout.
  ///   - widest: the maximum width, in points on a phone.
  ///   - titles: the texts of the rows, which all begin on the same side; if empty, each text
  ///     follows its own direction.
  ///   - write: draws the given number of entries at the type size of the sheet; it is called
  ///     several times.
  /// - Returns: the layers of the sheet, with a warning if entries are omitted.
  /// - Throws: `text-does-not-fit` if no entry fits, or if an entry that must be shown does not
  ///   fit.
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
    // If a number of entries fits, every smaller number also fits, so a binary search finds the
    // maximum.
    var (most, tooMany) = (0, count)
    while tooMany - most > 1 {
      let tried = (most + tooMany) / 2
      let fits = try draft.fitsAtAll { (sheet) throws(RenderError) in try write(&sheet, tried) }
      if fits { most = tried } else { tooMany = tried }
    }
    guard most > 0, var some = try arrangement(most) else {
      throw .textDoesNotFit(
        "first entry of '\(kind.rawValue)'", minimumSize: minSize * context.typeScale)
    }
    if most < needed {
      guard context.overflow == .more else {
        throw .textDoesNotFit("list of \(kind.rawValue)", minimumSize: minSize * context.typeScale)
      }
      some.warnings.append(.hidden(needed - most, of: needed, kind))
    }
    return some
  }

  /// An empty sheet with a given type size, for a layout that determines the size itself.
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

  /// Arranges the text for empty content; the result has no layers if that text is empty.
  ///
  /// The text has the largest size that fits. The picture never expires.
  public func nothing(in context: ComposeContext) throws(RenderError) -> Arrangement {
    guard !emptyText.isEmpty else { return Arrangement(layers: [], expires: .never) }
    // The text ignores the maximum width, because on a tablet it would otherwise be indented from
    // the edge for no visible reason.
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

/// Searches for the largest type size at which a sheet fits.
private struct Draft {
  let look: LayoutLook
  let context: ComposeContext
  /// The size of the smallest type, relative to the largest type.
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
    // Words are broken only if no size fits without breaking them.
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

  /// Whether a sheet fits at the smallest type size.
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
  /// The warning about entries that are left out.
  public static func hidden(_ hidden: Int, of count: Int, _ kind: ContentKind) -> RenderWarning {
    RenderWarning(
      .contentHidden,
      "\(hidden) of \(count) \(kind.rawValue) did not fit and \(hidden == 1 ? "was" : "were") "
        + "left out",
      hint: "show fewer entries, lower 'min-size', or make this an error with --overflow fail")
  }
}
