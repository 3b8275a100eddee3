import WallfarmPluginKit

extension Sheet {
  /// Adds appointments below the headings of their days, and the number of upcoming appointments
  /// that are hidden.
  mutating func add(
    _ appointments: [Appointment], more: Int, now: Now, hasPlaces: Bool
  ) throws(RenderError) {
    let (row, small) = (size * Agenda.row, size * Agenda.small)
    let times = try appointments.map { (appointment) throws(RenderError) in
      try appointment.time.map { (time) throws(RenderError) in try context.words.time(time) } ?? ""
    }
    var column = 0.0
    for time in times where !time.isEmpty {
      column = max(column, try measure(block(time, look.label(row))).size.width.rounded(.up) + 1)
    }
    needs(column, of: area.width * 0.4)
    var day: Day?
    for (appointment, time) in zip(appointments, times) {
      if appointment.day != day {
        day = appointment.day
        try addHeading(of: appointment.day)
      }
      try add(
        appointment, time, column: column, isOver: appointment.isOver(at: now),
        place: hasPlaces ? appointment.place : "", gap: row * 0.62)
    }
    guard more > 0 else { return }
    let count = try context.words.number(Double(more), .change(decimals: 0))
    try add("more", block(count, look.label(small), alignment: .start), gap: row * 0.62)
  }

  /// Adds a day heading, in slightly smaller type if that makes it fit on one line.
  private mutating func addHeading(of day: Day) throws(RenderError) {
    let text = try context.words.day(day, .weekdayDayMonth)
    let fitted = try fitting(text, look.title(size), in: area.width)
    let style = fitted.size < size * Agenda.heading ? look.title(size) : fitted
    try add("day.\(day)", block(text, style, alignment: .start), gap: size * 0.9)
  }

  /// Adds an appointment, with its time on the leading side and its text next to the time.
  ///
  /// Without a time, the text begins on the leading side, aligned with the day heading above it.
  private mutating func add(
    _ appointment: Appointment, _ time: String, column: Double, isOver: Bool, place: String,
    gap: Double
  ) throws(RenderError) {
    space(gap)
    let (row, small) = (size * Agenda.row, size * Agenda.small)
    let column = time.isEmpty ? 0 : column
    let between = column > 0 ? row * 0.7 : 0
    let width = area.width - column - between
    let x = isMirrored ? area.x : area.x + column + between
    let opacity = isOver ? 0.6 : 1
    var style = look.title(row)
    style.weight = min(style.weight, 600)
    let title = block(appointment.title, style, alignment: .start)
    try keepWords(of: title, in: width)
    let measured = try measure(title, width: width)
    let name = appointment.name
    if !time.isEmpty {
      let text = block(time, look.label(row), alignment: .start)
      let own = try measure(text, width: column)
      draw(
        standing(text, own), "\(name).time",
        in: Rect(
          x: isMirrored ? area.maxX - column : area.x,
          y: y + measured.firstBaseline - own.firstBaseline, width: column,
          height: own.size.height), opacity)
    }
    draw(
      standing(title, measured), "\(name).title",
      in: Rect(x: x, y: y, width: width, height: measured.size.height), opacity)
    take(Size(width: column + between + measured.size.width, height: measured.size.height))
    guard !place.isEmpty else { return }
    space(small * 0.1)
    let words = block(place, look.label(small), alignment: .start)
    let own = try measure(words, width: width)
    let height = own.size.height
    let frame = Rect(x: x, y: y, width: width, height: height)
    draw(standing(words, own), "\(name).place", in: frame, opacity)
    take(Size(width: 0, height: height))
  }

  private mutating func draw(
    _ block: TextBlock, _ name: String, in frame: Rect, _ opacity: Double
  ) {
    draw(
      Layer(
        name, opacity: opacity,
        .text(TextContent(block, frame: frame, shadow: look.shadow(block.style.size)))))
  }
}
