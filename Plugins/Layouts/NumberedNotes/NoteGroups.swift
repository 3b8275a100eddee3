import WallfarmPluginKit

/// The groups of a list: consecutive notes with the same heading.
struct NoteGroups {
  /// The type size of a heading, relative to the notes.
  static let scale = 0.74
  /// The gap between a heading and its note, in em at the type size of the notes.
  static let gap = 0.22
  /// The additional gap above a group, in em at the type size of the notes.
  static let groupGap = 0.5

  /// The headings, keyed by the index of the first note in their group.
  private let names: [Int: String]
  /// The indices of the notes that start a group, except the first group.
  ///
  /// Consecutive notes without a heading also form a group.
  private let starts: Set<Int>
  /// The width of the widest word in the headings, in em; 0 if there are no headings.
  private let widestWord: Double

  /// Whether there are no headings.
  var isEmpty: Bool { names.isEmpty }

  init(of notes: [Note], _ look: NotesLook, _ context: ComposeContext) {
    var (names, starts): ([Int: String], Set<Int>) = ([:], [])
    var above: String?
    for (index, note) in notes.enumerated() where look.showsHeadings {
      let name = note.heading.flatMap { $0.isEmpty ? nil : $0 }
      guard name != above else { continue }
      if let name { names[index] = name }
      if index > 0 { starts.insert(index) }
      above = name
    }
    (self.names, self.starts) = (names, starts)
    let words = Set(names.values.flatMap(\.unbreakableWords))
    // A missing glyph is reported when the note is placed.
    widestWord =
      words.compactMap { word in
        let block = TextBlock(word, style: look.heading(100), direction: context.direction)
        return (try? context.measurer.measure(block, width: nil).size.width).map { $0 / 100 }
      }.max() ?? 0
  }

  /// Returns whether a note starts a group other than the first group.
  func startsGroup(_ index: Int) -> Bool { starts.contains(index) }

  /// Returns the heading above a note, or nil if there is none.
  ///
  /// All headings have the same size. The size is reduced, but not below the minimum, if a word in
  /// a heading would otherwise be broken.
  ///
  /// - Throws: The errors of the measurer, with the number of the note.
  func heading(
    above index: Int, _ metrics: NotesMetrics, size: Double
  ) throws(RenderError) -> PlacedHeading? {
    guard let name = names[index] else { return nil }
    let whole = widestWord > 0 ? metrics.columnWidth / (widestWord + 0.01) : .infinity
    let smallest = metrics.smallestSize * NoteGroups.scale
    let own = min(size * NoteGroups.scale, max(whole, smallest))
    let (look, context) = (metrics.look, metrics.context)
    let block = TextBlock(
      name, style: look.heading(own),
      alignment: look.align == .center
        ? .center : metrics.direction.alignment(of: name, look, context),
      direction: context.direction, language: context.language)
    do throws(RenderError) {
      let measurement = try context.measurer.measure(block, width: metrics.columnWidth)
      return PlacedHeading(
        block: block, measurement: measurement,
        lead: measurement.size.height + NoteGroups.gap * size)
    } catch {
      throw error.at(.note(index + 1))
    }
  }
}

extension NotesLook {
  /// Returns the style of headings, which is bolder so that headings stand out at a small size.
  func heading(_ size: Double) -> TextStyle {
    var style = text
    (style.size, style.weight) = (size, max(text.weight, 700))
    style.color = headingColor ?? text.color
    return style
  }
}

extension NotesLayers {
  /// Returns the layers of the heading above a note; the result is empty if there is no heading.
  func headingLayers(_ note: PlacedNote) -> [Layer] {
    guard let heading = note.heading else { return [] }
    let area = area(of: note)
    let frame = Rect(
      x: area.x, y: top + note.top, width: area.width, height: heading.measurement.size.height)
    let content = TextContent(heading.block, frame: frame, shadow: look.shadow.map(softShadow))
    return [Layer("heading.\(note.index + 1)", .text(content))]
  }
}
