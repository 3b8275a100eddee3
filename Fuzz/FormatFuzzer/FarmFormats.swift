import BuiltInPlugins
import Designs
import Files
import FilmJobs
import Glibc
import RenderFarm
import RenderPool
import Requests
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Fuzzes a job file, which is parsed and checked as in `batch`, in an empty folder.
func fuzzJobs(_ bytes: [UInt8]) {
  // The extension determines whether each line is a job.
  for name in ["jobs.json", "jobs.jsonl"] {
    let file = ScratchFolder.put(bytes, name)
    var reader = JobReader(
      file: name, files: FileScope(folder: ScratchFolder.path, isConfined: true),
      key: FarmFormats.key)
    var number = 0
    _ = try? JobFile(path: file).read(begin: { _ = reader.setDefaults($0) }) { entry in
      number += 1
      let (job, _) = reader.read(entry, number: number)
      guard var request = job?.request, let device = job?.devices.first else { return }
      request.device = device.id
      _ = try? FarmFormats.checker.check(request)
    }
  }
}

/// Fuzzes a line that is sent to a worker.
///
/// The parsed line must survive a round trip.
func fuzzOrder(_ bytes: [UInt8]) {
  guard let order = WorkerOrder.read(line(bytes)) else { return }
  if let part = try? FilmPart(order.request) {
    guard let node = try? JSONNode(parsing: part.film.request(part.work)),
      (try? FilmPart(node)) == part
    else { fatalError("a film order changed after decoding and encoding") }
  }
  guard let request = try? OrderedRequest(order.request) else { return }
  guard let node = try? JSONNode(parsing: request.text), (try? OrderedRequest(node)) == request
  else { fatalError("an order changed after decoding and encoding") }
  _ = try? request.request.withContent()
}

/// Fuzzes a queued unit, and a message from a worker to the process that opens files for the
/// worker.
func fuzzBroker(_ bytes: [UInt8]) {
  if let unit = try? RenderUnit(payload: String(decoding: bytes, as: UTF8.self)) {
    guard (try? RenderUnit(payload: unit.payload)) == unit else {
      fatalError("a unit changed after decoding and encoding")
    }
    switch unit.work {
    case .picture(let order): _ = OrderInputs(order.request)
    case .film(let order): _ = OrderInputs(order)
    }
  }
  guard let request = BrokerRequest.read(bytes) else { return }
  guard BrokerRequest.read(Array(request.text.utf8)) == request else {
    fatalError("a message changed after decoding and encoding")
  }
  guard case .input(let id, let path) = request else { return }
  // No file outside the folder may ever be opened for the worker.
  guard let desk = try? OrderBroker() else { return }
  desk.add(id, FarmFormats.order)
  guard let descriptor = try? desk.answer(request), descriptor >= 0 else { return }
  defer { close(descriptor) }
  guard let real = Files.resolved("/proc/self/fd/\(descriptor)"),
    real.hasPrefix(ScratchFolder.path)
  else { fatalError("'\(path)' was opened for an order") }
}

/// Fuzzes a line that a worker sends.
///
/// The parsed line must survive a round trip.
func fuzzResult(_ bytes: [UInt8]) {
  _ = MessageLine.message(in: bytes)
  guard let message = WorkerMessage.read(line(bytes)) else { return }
  let written = message.line
  guard let again = WorkerMessage.read(Array(written.utf8.dropLast())), again.line == written
  else { fatalError("a message changed after decoding and encoding") }
}

/// Wraps the input as a message with a valid checksum, which a fuzzer would never guess.
private func line(_ bytes: [UInt8]) -> [UInt8] {
  let message = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  return Array(MessageLine.line(message).utf8.dropLast())
}

/// Fuzzes a journal that is restored into a queue with one unit.
func fuzzJournal(_ bytes: [UInt8]) {
  let queue = FarmFormats.queue
  for state in UnitState.allCases { _ = try? queue.purge(state) }
  _ = try? queue.add([FarmFormats.delivered], generation: 1)
  ScratchFolder.put(FarmFormats.picture, FarmFormats.delivered.output)
  let journal = ScratchFolder.put(bytes, "receipts.jsonl")
  _ = try? ReceiptJournal.restore(journal, into: queue, out: ScratchFolder.path)
  guard let row = try? queue.unit(FarmFormats.delivered.id) else {
    fatalError("a journal removed a unit")
  }
  if row.state == .done, !UnitFiles.isDelivered(row, in: ScratchFolder.path) {
    fatalError("a journal marked a unit as done even though its file differs")
  }
}

/// Fuzzes `repro.json`, the file that describes a packed unit.
func fuzzRepro(_ bytes: [UInt8]) {
  ScratchFolder.put(bytes, "repro.json")
  _ = try? ReproBundle(folder: ScratchFolder.path)
}

/// Values that the fuzz targets for the farm share.
enum FarmFormats {
  /// Any key works, because the output is discarded.
  static let key: SecretKey = {
    guard let key = SecretKey([UInt8](repeating: 7, count: 32)) else {
      fatalError("32 bytes were rejected as a key")
    }
    return key
  }()

  /// Accessed from only one thread, because libFuzzer has one thread.
  nonisolated(unsafe) static let checker: RequestChecker = {
    do throws(RenderError) {
      return try RequestChecker(installation: .checkout, plugins: .builtIn, key: key)
    } catch {
      fatalError("\(error)")
    }
  }()

  /// Accessed from only one thread, like `checker`.
  nonisolated(unsafe) static let queue: SQLiteJobQueue = {
    do throws(RenderError) {
      return try SQLiteJobQueue(path: ScratchFolder.path + "/queue.sqlite")
    } catch {
      fatalError("\(error)")
    }
  }()

  static let order = RenderOrder(
    request: "{}", output: .bytes, inputs: OrderInputs(folders: [ScratchFolder.path]))

  static let picture = Array("a picture".utf8)
  static let delivered = UnitSpec(id: "a/iphone15", digest: "d1", output: "a.png")

  static let receipt: String = {
    let digest = FileDigest.sha256(of: picture)
    return #"{"sha256":"\#(digest)","bytes":\#(picture.count),"warnings":[]}"#
  }()
}
