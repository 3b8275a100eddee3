import BuiltInPlugins
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

@testable import RenderFarm

/// A job file, read and checked as `batch` does it, for a folder with nothing in it.
func fuzzJobs(_ bytes: [UInt8]) {
  // The name decides whether every line is a job of its own.
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

/// One line to a worker.
///
/// What it understood is understood again as the same.
func fuzzOrder(_ bytes: [UInt8]) {
  guard let order = WorkerOrder.read(line(bytes)) else { return }
  guard let again = RenderUnit(payload: order.unit.payload), again == order.unit else {
    fatalError("a unit that was read and written is another one")
  }
  _ = try? order.unit.request()
}

/// One line from a worker.
///
/// What it understood is understood again as the same.
func fuzzResult(_ bytes: [UInt8]) {
  _ = MessageLine.message(in: bytes)
  guard let message = WorkerMessage.read(line(bytes)) else { return }
  let written = message.line
  guard let again = WorkerMessage.read(Array(written.utf8.dropLast())), again.line == written
  else { fatalError("a message that was read and written is another one") }
}

/// The input as a message with its checksum, which no fuzzer would ever guess.
private func line(_ bytes: [UInt8]) -> [UInt8] {
  let message = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  return Array(MessageLine.line(message).utf8.dropLast())
}

/// A journal, from which a queue with one unit is restored.
func fuzzJournal(_ bytes: [UInt8]) {
  let queue = MemoryJobQueue()
  _ = queue.add([FarmFormats.delivered], generation: 1)
  ScratchFolder.put(FarmFormats.picture, FarmFormats.delivered.output)
  let journal = ScratchFolder.put(bytes, "receipts.jsonl")
  _ = try? ReceiptJournal.restore(journal, into: queue, out: ScratchFolder.path)
  guard let row = queue.unit(FarmFormats.delivered.id) else {
    fatalError("a journal took a unit away")
  }
  if row.state == .done, !UnitFiles.isDelivered(row, in: ScratchFolder.path) {
    fatalError("a journal made a unit done whose file is another one")
  }
}

/// The file of a unit that was packed up.
func fuzzRepro(_ bytes: [UInt8]) {
  ScratchFolder.put(bytes, "repro.json")
  _ = try? ReproBundle(folder: ScratchFolder.path)
}

/// What the targets of the farm have in common.
enum FarmFormats {
  /// Any will do: what is made with it is thrown away.
  static let key: SecretKey = {
    guard let key = SecretKey([UInt8](repeating: 7, count: 32)) else {
      fatalError("32 bytes are no key")
    }
    return key
  }()

  /// Never used from two threads: libFuzzer has one.
  nonisolated(unsafe) static let checker: RequestChecker = {
    do throws(RenderError) {
      return try RequestChecker(installation: .checkout, plugins: .builtIn, key: key)
    } catch {
      fatalError("\(error)")
    }
  }()

  static let picture = Array("a picture".utf8)
  static let delivered = UnitSpec(id: "a/iphone15", digest: "d1", output: "a.png")

  static let receipt: String = {
    let digest = FileDigest.sha256(of: picture)
    return #"{"sha256":"\#(digest)","bytes":\#(picture.count),"warnings":[]}"#
  }()
}
