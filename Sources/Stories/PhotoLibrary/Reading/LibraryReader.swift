internal import Files
internal import SourceJSON
package import WallfarmPluginKit

/// Processes that read photos, each locked in: they see the folders that were named, change nothing, and reach no
/// network.
///
/// A photo that ends its reader, or keeps it for too long, is a damaged photo: the next one is read by a new process.
/// The program has to ignore SIGPIPE.
package final class LibraryReader {
  private let command: [String]
  private var processes: [ReaderProcess] = []
  private let patience: Duration
  private let now: () -> SuspendingClock.Instant
  /// How many in a row have ended before they were locked in.
  private var barren = 0
  /// So many are no chance.
  private static let mostBarren = 8
  /// How long it waits before it looks round, in milliseconds.
  private static let turn: Int32 = 200

  /// Starts so many.
  ///
  /// - Parameters:
  ///   - command: the program, its words, and the folders that it may read.
  ///   - count: how many.
  ///   - patience: how long a photo may take; a disk that sleeps wakes up in less.
  ///   - now: the clock by which it may.
  /// - Throws: `input-failed`.
  package init(
    _ command: [String], count: Int, patience: Duration = .seconds(30),
    now: @escaping () -> SuspendingClock.Instant = { SuspendingClock().now }
  ) throws(RenderError) {
    (self.command, self.patience, self.now) = (command, patience, now)
    for _ in 0..<max(1, count) { processes.append(try ReaderProcess(command, at: now())) }
  }

  deinit { end() }

  /// How many there are.
  var count: Int { processes.count }

  private func end() {
    for process in processes { process.end() }
    processes = []
  }

  /// What this machine cannot lock a reader in with, as they say themselves; none before they were asked anything.
  package var missing: Set<String> { processes.reduce(into: []) { $0.formUnion($1.missing) } }

  /// What comes of a question.
  enum Reading {
    case answer(JSONNode)
    /// It has ended the process, or kept it for too long.
    case broken, slow
    /// It was not waited for.
    case left
  }

  /// Asks about some photos.
  ///
  /// - Parameters:
  ///   - questions: at most some hundreds at a time.
  ///   - mustEnd: asked all the time: whether to leave what is being read; then nothing is read any more.
  /// - Returns: what came of each, in the same order.
  /// - Throws: `input-failed` where no process can be started any more, or all of them end at once.
  func ask(
    _ questions: [JSONValue], mustEnd: () -> Bool
  ) throws(RenderError) -> [Reading] {
    var found = [Reading](repeating: .left, count: questions.count)
    var next = 0
    while next < questions.count || processes.contains(where: { !$0.asked.isEmpty }) {
      if processes.isEmpty || mustEnd() {
        end()
        break
      }
      // A little to each in turn: the first would take them all, and the others would look on.
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
          // It was not at a photo yet, so none is to blame.
          barren += 1
          guard barren < Self.mostBarren else { throw Self.endsAtOnce }
          try renew(place)
          for number in rest { processes[place].ask(number, questions[number], at: now()) }
          continue
        }
        // What it was at has ended it; the others are asked again.
        if let culprit = rest.first { found[culprit] = isStuck ? .slow : .broken }
        try renew(place)
        for number in rest.dropFirst() {
          processes[place].ask(number, questions[number], at: now())
        }
      }
    }
    return found
  }

  /// Puts a new process in the place of one.
  private func renew(_ place: Int) throws(RenderError) {
    let new = try ReaderProcess(command, at: now())
    processes[place].end()
    processes[place] = new
  }

  private static let endsAtOnce = RenderError(
    .inputFailed, "the processes that read photos end at once",
    hint: "see what 'wallfarm doctor' says of the fence, and report it")
}

// MARK: - Heads and bodies

extension LibraryReader {
  /// Reads the heads of some files.
  ///
  /// - Parameters:
  ///   - files: at most some hundreds at a time.
  ///   - readsPlaces: whether their places are read.
  ///   - mustEnd: as for ``ask(_:mustEnd:)``.
  /// - Returns: what each says, in the same order; nil for those that were left.
  /// - Throws: `input-failed` where no process can be started any more, or all of them end at once.
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

  /// Reads the bodies of some photos.
  ///
  /// - Parameters:
  ///   - photos: at most some hundreds at a time.
  ///   - mustEnd: as for ``ask(_:mustEnd:)``.
  /// - Returns: what each tells, in the same order; nil for those that were left.
  /// - Throws: `input-failed` where no process can be started any more, or all of them end at once.
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

  /// Each answer says how long it has taken, in millionths of a second.
  private static func seconds(_ node: JSONNode) -> Double {
    max(0, node["took"]?.number ?? 0) / 1_000_000
  }

  private static let hasEnded = PhotoDamage(
    .crash, "reading it has ended the process that reads")
  private static let takesTooLong = PhotoDamage(.slow, "reading it takes too long")
}
