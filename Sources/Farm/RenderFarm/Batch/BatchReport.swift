internal import Files
internal import SourceJSON
import WallfarmCore
public import WallfarmPluginKit

/// The machine-readable report about a batch.
public enum BatchReport {
  /// Writes a summary, and one row for each unit with its receipt or error.
  ///
  /// Rows are streamed, so memory use does not depend on the number of units.
  ///
  /// - Parameters:
  ///   - path: The report file, which is replaced atomically.
  ///   - descriptor: An open descriptor to write to instead of the file.
  ///   - queue: The queue to report on.
  ///   - figures: The farm's statistics.
  ///   - invalidJobs: The number of jobs that were skipped because they are invalid.
  ///   - mistakes: The errors in the skipped jobs, at most 1,000.
  /// - Throws: `output-failed`, `queue-failed`.
  public static func write(
    to path: String, descriptor: Int32? = nil, queue: any QueueAdmin, figures: FarmFigures,
    invalidJobs: Int,
    mistakes: [RenderError]
  ) throws(RenderError) {
    let counts = try queue.counts()
    let summary: JSONValue = [
      "units": .number(Double(counts.all)), "done": .number(Double(counts.done)),
      "dead": .number(Double(counts.dead)), "invalid": .number(Double(invalidJobs)),
      "open": .number(Double(counts.open)),
      "seconds": .number(thousandths(figures.elapsed / .seconds(1))),
      "lateResults": .number(Double(figures.lateResults)),
      "replacedWorkers": .object(
        Dictionary(
          uniqueKeysWithValues: figures.replacedWorkers.map {
            ($0.key.rawValue, .number(Double($0.value)))
          })),
    ]
    func rows(_ write: (String) -> Void) throws(RenderError) {
      write("{\"summary\":\(summary.text(pretty: false)),\n\"invalid\":[")
      for (index, error) in mistakes.enumerated() { write((index > 0 ? ",\n" : "\n") + error.line) }
      write("],\n\"units\":[")
      var last: String?
      while true {
        let rows = try queue.units(in: nil, most: 500, after: last)
        for row in rows {
          write((last == nil ? "\n" : ",\n") + line(row))
          last = row.spec.id
        }
        if rows.count < 500 { break }
      }
      write("\n]}\n")
    }
    if let descriptor {
      try WholeFile.write(to: descriptor, origin: .option("report"), rows)
    } else {
      try WholeFile.write(to: path, origin: .option("report"), rows)
    }
  }

  private static func line(_ row: UnitRow) -> String {
    var members: [String: JSONValue] = [
      "unit": .string(row.spec.id), "output": .string(row.spec.output),
      "state": .string(row.state.rawValue),
      "attempts": .number(Double(row.failures + (row.state == .done ? 1 : 0))),
    ]
    if let milliseconds = row.milliseconds {
      members["milliseconds"] = .number(Double(milliseconds))
    }
    if row.state != .done, let error = row.error { members["error"] = error.json }
    let text = JSONValue.object(members).text(pretty: false)
    guard row.state == .done, let receipt = row.receipt else { return text }
    // Insert the receipt as text, because it is already JSON.
    return text.dropLast() + ",\"receipt\":\(receipt)}"
  }
}

/// Rounds a number to three decimal places, which is precise enough for times.
func thousandths(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
