internal import CSystem
internal import Files
internal import Glibc
internal import Processes
internal import SourceJSON
package import WallfarmPluginKit

/// Processes that read photos, each locked in: they see the folders that were named, change nothing, and reach no
/// network.
///
/// A photo that ends its reader is a damaged photo: the next one is read by a new process. The program has to ignore
/// SIGPIPE.
package final class LibraryReader {
  private let command: [String]
  private var processes: [Child] = []
  /// How many in a row have ended before they answered anything.
  private var barren = 0
  /// So many photos in a row that each end a reader are not the photos' fault.
  private static let mostBarren = 8

  /// Starts as many as there are processors.
  ///
  /// - Parameters:
  ///   - command: the program, its words, and the folders that it may read.
  ///   - count: how many.
  /// - Throws: `input-failed`.
  package init(_ command: [String], count: Int) throws(RenderError) {
    self.command = command
    for _ in 0..<max(1, count) { processes.append(try Child(command)) }
  }

  deinit { for process in processes { process.end() } }

  /// Reads some files.
  ///
  /// - Parameters:
  ///   - files: at most some hundreds at a time.
  ///   - readsPlaces: whether their places are read.
  /// - Returns: what each says, in the same order.
  /// - Throws: `input-failed` where no process can be started any more, or all of them end at once.
  package func read(
    _ files: [WalkedFile], readsPlaces: Bool
  ) throws(RenderError) -> [HeadFacts] {
    var found = [HeadFacts?](repeating: nil, count: files.count)
    var next = 0
    while found.contains(where: { $0 == nil }) {
      for process in processes {
        while next < files.count, process.hasRoom {
          process.ask(next, files[next], readsPlaces)
          next += 1
        }
      }
      for (place, process) in processes.enumerated() where !process.asked.isEmpty {
        for (number, facts) in process.answers() { found[number] = facts }
        guard process.hasEnded else { continue }
        // What it was at has ended it; the others are asked again.
        barren = process.hasAnswered ? 0 : barren + 1
        guard barren < LibraryReader.mostBarren else { throw LibraryReader.endsAtOnce }
        var rest = process.asked
        process.end()
        processes[place] = try Child(command)
        if let culprit = rest.first {
          found[culprit.number] = LibraryReader.broken
          rest.removeFirst()
        }
        for one in rest { processes[place].ask(one.number, files[one.number], readsPlaces) }
      }
    }
    return found.compactMap { $0 }
  }

  private static let broken: HeadFacts = {
    var facts = HeadFacts()
    facts.damage = ("crash", "reading it has ended the process that reads")
    return facts
  }()

  /// One of them.
  private final class Child {
    let pid: pid_t
    private var input: Int32
    private let output: Int32
    private var rest: [UInt8] = []
    /// What it was asked and has not answered, in order.
    private(set) var asked: [(number: Int, bytes: Int)] = []
    private(set) var hasEnded = false
    private(set) var hasAnswered = false

    init(_ command: [String]) throws(RenderError) {
      var (down, up): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
      let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard nowhere >= 0, wallfarm_pipe(&down) == 0, wallfarm_pipe(&up) == 0 else {
        throw LibraryReader.failed(errno)
      }
      defer { for one in [down[0], up[1], nowhere] { close(one) } }
      do throws(ChildProcess.Failure) {
        pid = try ChildProcess.start(command, descriptors: [down[0], up[1], nowhere])
      } catch {
        close(down[1])
        close(up[0])
        throw LibraryReader.failed(error.number)
      }
      (input, output) = (down[1], up[0])
    }

    /// What was not answered fits into the pipe, or both sides would wait for each other.
    var hasRoom: Bool {
      !hasEnded && asked.count < 64 && asked.reduce(0) { $0 + $1.bytes } < 32 << 10
    }

    func ask(_ number: Int, _ file: WalkedFile, _ readsPlaces: Bool) {
      let words: JSONValue = [
        "path": .string(file.path), "modified": .string("\(file.modified)"),
        "places": .bool(readsPlaces),
      ]
      let line = Array((words.text(pretty: false) + "\n").utf8)
      asked.append((number, line.count))
      // One that has ended is seen by its silence.
      _ = line.withUnsafeBytes { AtomicFile.writeAll($0, to: input) }
    }

    /// What it has answered by now; waits for the first.
    func answers() -> [(Int, HeadFacts)] {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      let got = Files.untilNotInterrupted { Glibc.read(output, &buffer, buffer.count) }
      guard got > 0 else {
        hasEnded = true
        return []
      }
      hasAnswered = true
      rest += buffer[..<got]
      var answers: [(Int, HeadFacts)] = []
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")), !asked.isEmpty {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        let facts = (try? JSONNode(parsing: line)).flatMap { HeadFacts($0) }
        answers.append((asked.removeFirst().number, facts ?? LibraryReader.broken))
      }
      return answers
    }

    func end() {
      close(input)
      close(output)
      kill(pid, SIGKILL)
      var status: Int32 = 0
      _ = Files.untilNotInterrupted { waitpid(pid, &status, 0) }
    }
  }

  private static let endsAtOnce = RenderError(
    .inputFailed, "the processes that read photos end at once",
    hint: "see what 'wallfarm doctor' says of the fence, and report it")

  private static func failed(_ number: Int32) -> RenderError {
    RenderError(
      .inputFailed,
      "the process that reads photos cannot be started: \(SystemError.message(number))")
  }
}
