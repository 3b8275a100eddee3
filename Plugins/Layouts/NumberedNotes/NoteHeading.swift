import WallfarmPluginKit

/// The name of a group of notes, as it stands above the first of them.
struct PlacedHeading {
  let block: TextBlock
  let measurement: TextMeasurement
  /// From its top to that of its note, in points.
  let lead: Double
}

/// The groups of a list: notes that follow one another under one heading.
struct NoteGroups {
  /// Size of a heading, of that of the notes.
  static let scale = 0.6
  /// Room between a heading and its note, in em of the notes.
  static let gap = 0.22
  /// Room that a new group has above it, beside that between notes, in em of the notes.
  static let groupGap = 0.5

  /// The headings, each by the place of the first note of its group.
  private let names: [Int: String]
  /// The first notes of all groups but the first one; notes without a heading are a group, too.
  private let starts: Set<Int>
  /// The widest word of any heading, in em; 0 where there are none.
  private let widestWord: Double

  /// Whether any note has a heading.
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
    // A character that no font has is reported with its note when that is placed.
    widestWord =
      words.compactMap { word in
        let block = TextBlock(word, style: look.heading(100), direction: context.direction)
        return (try? context.measurer.measure(block, width: nil).size.width).map { $0 / 100 }
      }.max() ?? 0
  }

  /// Whether a note begins a group below another.
  func startsGroup(_ index: Int) -> Bool { starts.contains(index) }

  /// The heading above a note.
  ///
  /// All headings are so small that no word of any of them breaks, or all are as small as type may be.
  ///
  /// - Throws: what the measurer throws, with the number of the note.
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
  /// The style of headings at a size: heavier than text is, so that small ones hold their own.
  func heading(_ size: Double) -> TextStyle {
    var style = text
    (style.size, style.weight) = (size, max(text.weight, 600))
    style.color = headingColor ?? text.color
    return style
  }
}

extension NotesLayers {
  /// The heading above a note; none where it has none.
  func headingLayers(_ note: PlacedNote) -> [Layer] {
    guard let heading = note.heading else { return [] }
    let area = area(of: note)
    let frame = Rect(
      x: area.x, y: top + note.top, width: area.width, height: heading.measurement.size.height)
    let content = TextContent(heading.block, frame: frame, shadow: look.shadow.map(softShadow))
    return [Layer("heading.\(note.index + 1)", .text(content))]
  }
}
