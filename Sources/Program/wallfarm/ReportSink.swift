import Files
import RenderFarm
import Stores
import WallfarmPluginKit

/// The destination of a report: a file, an open descriptor, or an object in a store.
struct ReportSink {
  private let path: String

  init(_ path: String) { self.path = path }

  private var isObject: Bool { S3Address.isAddress(path) }

  /// Checks the destination before the batch runs.
  ///
  /// - Throws: `output-failed`, `invalid-parameter`.
  func check() throws(RenderError) {
    guard isObject else { return try OutputSink(path).check(.option("report"), isText: true) }
    _ = try ObjectCache().place(of: path)
  }

  /// Writes a queue's report.
  ///
  /// - Throws: `output-failed`, `queue-failed`, `store-unreachable`, `store-refused`.
  func write(
    of queue: any QueueAdmin, figures: FarmFigures, invalidJobs: Int = 0,
    mistakes: [RenderError] = []
  ) throws(RenderError) {
    func write(to path: String, _ descriptor: Int32?) throws(RenderError) {
      try BatchReport.write(
        to: path, descriptor: descriptor, queue: queue, figures: figures, invalidJobs: invalidJobs,
        mistakes: mistakes)
    }
    guard isObject else { return try write(to: path, PipedFile.output(path)) }
    let (store, name) = try ObjectCache().place(of: path)
    // A report may be large, so write it to a temporary file first.
    let scratch = try ScratchFolder()
    defer { withExtendedLifetime(scratch) {} }
    let file = scratch.path + "/report.json"
    try write(to: file, nil)
    try store.put(file: file, type: "application/json", as: name)
  }
}
