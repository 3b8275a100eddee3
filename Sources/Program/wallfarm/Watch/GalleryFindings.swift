import Authoring
import Gallery
import WallfarmCore
import WallfarmPluginKit

/// Prints the results of a gallery: its files, and the errors and warnings of its pictures.
struct GalleryFindings {
  /// Whether to print only errors.
  let isQuiet: Bool
  /// Whether the pictures show sample notes, which the user did not write; warnings that these notes
  /// are unused are omitted.
  let isSample: Bool

  /// Reports the errors and warnings of a gallery.
  func tell(_ gallery: Gallery) {
    tell(gallery.failures.map { ($0.tile, $0.error.description) })
    guard !isQuiet else { return }
    let warnings = gallery.warnings.filter { !isSample || $0.warning.code != .notesUnused }
    tell(warnings.map { ($0.tile, $0.warning.description) })
  }

  /// Prints the changes of theme values, each once, given the values of each look before and after.
  func tellChanges(
    _ looks: [(before: [String: TokenChanges.Token], after: [String: TokenChanges.Token])]
  ) {
    guard !isQuiet else { return }
    var told: Set<String> = []
    for look in looks {
      for line in TokenChanges.lines(from: look.before, to: look.after)
      where told.insert(line).inserted {
        Terminal.print("  \(line)")
      }
    }
  }

  /// Prints the drawn pictures of an update of a watched gallery.
  func tell(
    _ update: LiveGallery.Update, _ written: [GalleryOutputs.Written], isFirst: Bool,
    in time: Duration
  ) {
    if !isQuiet {
      // Write all lines at once, so that a program that reads them does not see a part of them.
      Terminal.print(
        lines(update, written, isFirst: isFirst, in: time).map(\.visible).joined(separator: "\n"))
    }
    if !update.drawn.isEmpty { tell(update.gallery) }
  }

  private func lines(
    _ update: LiveGallery.Update, _ written: [GalleryOutputs.Written], isFirst: Bool,
    in time: Duration
  ) -> [String] {
    let milliseconds = "\(time.wholeMilliseconds) ms"
    guard !written.isEmpty else { return ["no picture has changed  \(milliseconds)"] }
    let all = counted(update.gallery.count, "picture")
    let drawn = update.drawn.reduce(0) { $0 + $1.devices.count }
    let count = isFirst ? all : "\(drawn) of \(all) drawn"
    let files = written.map { "\($0.output)  \(count)  \($0.bytes / 1024) KB  \(milliseconds)" }
    let looks = update.drawn.map { "    \($0.look): \($0.devices.joined(separator: ", "))" }
    return isFirst ? files : files + looks
  }

  /// Reports each finding once, with the first tile to which it applies and the number of other
  /// tiles.
  private func tell(_ findings: [(tile: String, text: String)]) {
    var tiles: [String: [String]] = [:]
    var order: [String] = []
    for (tile, text) in findings {
      if tiles[text] == nil { order.append(text) }
      tiles[text, default: []].append(tile)
    }
    for text in order {
      guard let first = tiles[text]?.first, let count = tiles[text]?.count else { continue }
      let more = count > 1 ? " and \(count - 1) more picture\(count > 2 ? "s" : "")" : ""
      Terminal.report(first + more + ": " + text)
    }
  }
}
