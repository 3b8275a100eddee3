import WallfarmPluginKit

/// The places and days for a row of photos, as text.
struct CaptionWords {
  let places: String
  let days: String

  init(
    of photos: ArraySlice<PlacedPhoto>, _ words: any LanguageWords
  ) throws(RenderError) {
    let all = photos.compactMap(\.day)
    days =
      if let first = all.min(), let last = all.max() {
        try words.days(first, through: last)
      } else { "" }
    var places: [String] = []
    for photo in photos where !photo.mark.place.isEmpty && !places.contains(photo.mark.place) {
      places.append(photo.mark.place)
    }
    self.places = places.joined(separator: " · ")
  }

  /// Places and days on one line, such as `Reykjavík · Vík  12 – 13 July`.
  var spans: [TextSpan] {
    let gap = places.isEmpty || days.isEmpty ? "" : "  "
    return [TextSpan(places + gap), TextSpan(days, weight: 400)].filter { !$0.text.isEmpty }
  }
}

/// The caption for a row of photos: one line, or places with the days below them.
struct Caption {
  struct Part {
    let block: TextBlock
    let measured: TextMeasurement
  }

  /// One part for the places and one for the days, or a single part that contains both.
  let parts: [Part]
  /// The widths of the lines that are never broken or shortened.
  let unbreakable: [Double]

  init(
    of photos: ArraySlice<PlacedPhoto>, lines: Int, width: Double, _ reading: TextDirection,
    in sheet: Sheet
  ) throws(RenderError) {
    let words = try CaptionWords(of: photos, sheet.context.words)
    func part(_ spans: [TextSpan], lines: Int) throws(RenderError) -> Part {
      var block = sheet.block(spans, sheet.look.title(sheet.size)).reading(reading)
      block.lineLimit = lines
      return Part(block: block, measured: try sheet.measure(block, width: width))
    }
    func length(_ spans: [TextSpan]) throws(RenderError) -> Double {
      try sheet.measure(sheet.block(spans, sheet.look.title(sheet.size))).size.width
    }
    guard lines > 1, !words.places.isEmpty else {
      parts = [try part(words.spans, lines: 1)]
      unbreakable = words.days.isEmpty ? [] : [try length(words.spans)]
      return
    }
    let days = [TextSpan(words.days, weight: 400)]
    parts =
      [try part([TextSpan(words.places)], lines: lines - (words.days.isEmpty ? 0 : 1))]
      + (words.days.isEmpty ? [] : [try part(days, lines: 1)])
    unbreakable = words.days.isEmpty ? [] : [try length(days)]
  }

  var isShortened: Bool { parts.contains { $0.measured.isClipped } }

  var height: Double { parts.reduce(0) { $0 + $1.measured.size.height } }
}
