internal import Files
internal import Glibc
internal import Requests
import SourceJSON
package import WallfarmPluginKit

/// An append-only journal with one line for each delivered unit.
///
/// The journal is read only to rebuild a damaged queue. If a power failure truncates a line, the
/// line is ignored, and its unit is rendered again.
package final class ReceiptJournal {
  private let descriptor: Int32
  private let path: String

  /// Opens a journal for appending.
  ///
  /// - Throws: `queue-failed`.
  package init(_ path: String) throws(RenderError) {
    self.path = path
    do throws(PrivateFiles.Refusal) {
      descriptor = try PrivateFiles.open(path, isAppending: true)
    } catch {
      throw .queueFailed(path, error.reason, hint: error.hint)
    }
    // If the last line is truncated, end it with a line feed.
    var last: UInt8 = 10
    let size = lseek(descriptor, 0, SEEK_END)
    if size > 0, pread(descriptor, &last, 1, size - 1) == 1, last != 10 { append("\n") }
  }

  deinit { close(descriptor) }

  /// Whether the last write was incomplete.
  private var endsInHalfALine = false

  /// Appends a unit; does not sync the file, because the queue also records the unit.
  package func add(_ unit: UnitSpec, receipt: String, milliseconds: Int) {
    if endsInHalfALine { append("\n") }
    let head: JSONValue = [
      "unit": .string(unit.id), "digest": .string(unit.digest),
      "milliseconds": .number(Double(milliseconds)),
    ]
    append(head.text(pretty: false) + "\t" + receipt + "\n")
  }

  private func append(_ text: String) {
    let failure = Array(text.utf8).withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
    // A failed write, for example on a full disk, is not an error, because the queue also records
    // the unit.
    endsInHalfALine = failure != nil
  }

  /// Marks units of a rebuilt queue as done if their files match their receipts.
  ///
  /// - Returns: The number of restored units.
  /// - Throws: `queue-failed`, `file-unreadable`.
  package static func restore(
    _ path: String, into queue: any JobQueue & QueueAdmin, out: String
  ) throws(RenderError) -> Int {
    guard access(path, F_OK) == 0 else { return 0 }
    var lines = try FileLines(path)
    var count = 0
    var found: [DeliveredUnit] = []
    while let line = try lines.next() {
      let end = line.firstIndex(of: UInt8(ascii: "\t")) ?? line.count
      guard end < line.count, let head = try? JSONNode(parsing: Array(line[..<end])),
        let id = head["unit"]?.string, let digest = head["digest"]?.string,
        let row = try queue.unit(id), row.state == .queued, row.spec.digest == digest
      else { continue }
      let receipt = String(decoding: line[(end + 1)...], as: UTF8.self)
      guard let node = try? JSONNode(parsing: receipt), let sha256 = node["sha256"]?.string,
        let size = node["bytes"]?.whole,
        UnitFiles.isDelivered(row.spec.output, digest: sha256, size: size, in: out)
      else { continue }
      found.append(
        DeliveredUnit(id: id, receipt: receipt, milliseconds: head["milliseconds"]?.whole ?? 0))
      if found.count == 200 {
        try queue.markDone(found)
        found = []
      }
      count += 1
    }
    try queue.markDone(found)
    // If a unit was delivered twice, the journal has two lines for it, and both may match.
    return min(count, try queue.counts().done)
  }
}
