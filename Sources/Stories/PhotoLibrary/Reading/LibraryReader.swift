internal import Files
internal import SourceJSON
package import WallfarmPluginKit

/// A pool of fenced (sandboxed) processes that read photos.
///
/// The processes can read only the given folders, cannot write, and have no network access. A photo
/// that crashes its reader or exceeds the timeout is marked as damaged, and a new process reads the
/// next photo. The program must ignore SIGPIPE.
package final class LibraryReader {
  private let command: [String]
  private var processes: [ReaderProcess] = []
  private let patience: Duration
  private let now: () -> SuspendingClock.Instant
  /// The number of consecutive processes that have exited before their fence was ready.
  private var barren = 0
  /// The number of consecutive exits before the fence is ready at which the pool gives up; it is
  /// too high to be a coincidence.
  private static let mostBarren = 8
  /// The poll timeout in milliseconds.
  private static let turn: Int32 = 200

  /// Starts reader processes.
  ///
  /// - Parameters:
  ///   - command: The program, its arguments, and the folders that it may read.
  ///   - count: The number of processes.
  ///   - patience: The timeout per photo; it must be long enough for a disk to spin up.
  ///   - now: The clock for the timeout.
  /// - Throws: `input-failed`.
  package init(
    _ command: [String], count: Int, patience: Duration = .seconds(30),
    now: @escaping () -> SuspendingClock.Instant = { SuspendingClock().now }
  ) throws(RenderError) {
    (self.command, self.patience, self.now) = (command, patience, now)
    for _ in 0..<max(1, count) { processes.append(try ReaderProcess(command, at: now())) }
  }

  /// The number of processes.
  var count: Int { processes.count }

  /// The layers of the fence that the processes report as missing on this machine; empty before the
  /// first request.
  package var missing: Set<String> { processes.reduce(into: []) { $0.formUnion($1.missing) } }

  /// The result of a request.
  enum Reading {
    case answer(JSONNode)
    /// The process crashed or timed out.
    case broken, slow
    /// The request was canceled.
    case left
  }

  /// Sends requests to the processes, and waits for the results.
  ///
  /// - Parameters:
  ///   - questions: The requests, at most a few hundred.
  ///   - mustEnd: Polled continuously; `true` cancels all requests and ends the processes.
  /// - Returns: The results in the order of the requests.
  /// - Throws: `input-failed` if a process cannot be started, or if new processes repeatedly exit
  ///   immediately.
  func ask(
    _ questions: [JSONValue], mustEnd: () -> Bool
  ) throws(RenderError) -> [Reading] {
    var found = [Reading](repeating: .left, count: questions.count)
    var next = 0
    while next < questions.count || processes.contains(where: { !$0.asked.isEmpty }) {
      if processes.isEmpty || mustEnd() {
        processes = []
        break
      }
      // Distribute requests evenly, so that no process receives all of them.
      while next < questions.count,
        let process = processes.filter(\.hasRoom).min(by: { $0.asked.count < $1.asked.count })
      {
        process.ask(next, questions[next], at: now())
        next += 1
      }
      let busy = processes.indices.filter { !processes[$0].asked.isEmpty }
      for place in ReaderProcess.wait(for: processes, at: busy, milliseconds: Self.turn) {
        for (number, node) in processes[place].answers(at: now()) {
          found[number] = node.map { .answer($0) } ?? .broken
        }
      }
      for place in busy {
        let process = processes[place]
        if process.isReady { barren = 0 }
        let isStuck = process.idleTime(at: now()) > patience && !process.asked.isEmpty
        guard process.hasEnded || isStuck else { continue }
        let rest = process.asked
        guard process.isReady else {
          // The process had not started to read a photo, so no photo caused the exit.
          barren += 1
          guard barren < Self.mostBarren else { throw Self.endsAtOnce }
          processes[place] = try ReaderProcess(command, at: now())
          for number in rest { processes[place].ask(number, questions[number], at: now()) }
          continue
        }
        // The photo that was being read caused the failure; queue the other photos again.
        if let culprit = rest.first { found[culprit] = isStuck ? .slow : .broken }
        processes[place] = try ReaderProcess(command, at: now())
        for number in rest.dropFirst() {
          processes[place].ask(number, questions[number], at: now())
        }
      }
    }
    return found
  }

  private static let endsAtOnce = RenderError(
    .inputFailed, "the processes that read photos exit immediately",
    hint: "check the fence with 'wallfarm doctor', and report the error")
}

// MARK: - Headers and bodies

extension LibraryReader {
  /// Reads the headers of files.
  ///
  /// - Parameters:
  ///   - files: The files, at most a few hundred.
  ///   - readsPlaces: Whether to read locations.
  ///   - mustEnd: Polled continuously, as in ``ask(_:mustEnd:)``.
  /// - Returns: The facts in the order of the files; `nil` for canceled requests.
  /// - Throws: `input-failed` if a process cannot be started, or if new processes repeatedly exit
  ///   immediately.
  package func heads(
    of files: [WalkedFile], readsPlaces: Bool, mustEnd: () -> Bool = { false }
  ) throws(RenderError) -> [HeadFacts?] {
    let questions = files.map { file -> JSONValue in
      [
        "path": .string(file.path), "modified": .string("\(file.modified)"),
        "places": .bool(readsPlaces),
      ]
    }
    return try ask(questions, mustEnd: mustEnd).map { reading in
      switch reading {
      case .answer(let node): Self.head(node)
      case .broken: HeadFacts(damage: Self.hasEnded)
      case .slow: HeadFacts(damage: Self.takesTooLong)
      case .left: nil
      }
    }
  }

  /// Reads the bodies of photos.
  ///
  /// - Parameters:
  ///   - photos: The requests, at most a few hundred.
  ///   - mustEnd: Polled continuously, as in ``ask(_:mustEnd:)``.
  /// - Returns: The facts in the order of the requests; `nil` for canceled requests.
  /// - Throws: `input-failed` if a process cannot be started, or if new processes repeatedly exit
  ///   immediately.
  package func looks(
    at photos: [BodyQuestion], mustEnd: () -> Bool = { false }
  ) throws(RenderError) -> [BodyFacts?] {
    try ask(photos.map(\.words), mustEnd: mustEnd).map { reading in
      switch reading {
      case .answer(let node): Self.body(node)
      case .broken: BodyFacts(damage: Self.hasEnded)
      case .slow: BodyFacts(damage: Self.takesTooLong)
      case .left: nil
      }
    }
  }

  private static func head(_ node: JSONNode) -> HeadFacts {
    guard var facts = HeadFacts(node) else { return HeadFacts(damage: hasEnded) }
    facts.seconds = seconds(node)
    return facts
  }

  private static func body(_ node: JSONNode) -> BodyFacts {
    guard var facts = BodyFacts(node) else { return BodyFacts(damage: hasEnded) }
    facts.seconds = seconds(node)
    return facts
  }

  /// Converts the processing time in an answer from microseconds to seconds.
  private static func seconds(_ node: JSONNode) -> Double {
    max(0, node["took"]?.number ?? 0) / 1_000_000
  }

  private static let hasEnded = PhotoDamage(
    .crash, "reading it crashed the process")
  private static let takesTooLong = PhotoDamage(.slow, "reading it takes too long")
}
