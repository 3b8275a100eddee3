import Files
import Glibc
import RenderFarm
import Stores
import WallfarmPluginKit

/// Where a report goes: a file, a descriptor that is open, or an object of a store.
struct ReportSink {
  private let path: String

  init(_ path: String) { self.path = path }

  private var isObject: Bool { S3Address.isAddress(path) }

  /// Finds what would only keep it from being written when everything is done.
  ///
  /// - Throws: `output-failed`, `invalid-parameter`.
  func check() throws(RenderError) {
    guard isObject else { return try OutputSink(path).check(.option("report"), isText: true) }
    _ = try StoreShelf().place(of: path)
  }

  /// Writes it.
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
    let (store, name) = try StoreShelf().place(of: path)
    // It may be long: a file whose name is gone at once holds it meanwhile.
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/wallfarm-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else {
      throw .outputFailed(folder, SystemError.message(errno), origin: .option("report"))
    }
    unlink(template)
    defer { close(file) }
    try write(to: path, file)
    try store.put(contentsOf: file, type: "application/json", as: name)
  }
}
