import Designs
import Files
import Foundation
import Processes
import RenderPool
import SourceJSON
import Synchronization
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A pool whose workers (`worker.py`) follow the instructions in their orders.
@Suite(.serialized) struct RenderPoolTests {
  /// A pool and all its events.
  final class Run: Sendable {
    let folder: TemporaryFolder
    let pool: RenderPool
    private let heard: Heard

    /// Collects events from the pool's thread.
    final class Heard: Sendable {
      let events = Mutex<[PoolEvent]>([])
    }

    init(workers: Int = 2, change: (inout PoolSettings) -> Void = { _ in }) throws {
      let folder = try TemporaryFolder()
      var settings = PoolSettings(
        command: [
          "/usr/bin/python3", Workspace.root + "/Tests/RenderPoolTests/worker.py",
          folder.file("log"),
        ], workers: workers)
      change(&settings)
      let heard = Heard()
      try folder.write("", to: "log")
      (self.folder, self.heard) = (folder, heard)
      pool = try RenderPool(settings) { event in heard.events.withLock { $0.append(event) } }
    }

    deinit {
      pool.end(.stop)
      pool.wait()
    }

    /// Submits an order with instructions for `worker.py`.
    func order(
      _ name: String, _ what: String = "", more: [String: JSONValue] = [:],
      change: (inout RenderOrder) -> Void = { _ in }
    ) -> OrderID {
      let job = ["name": .string(name), "do": .string(what)].merging(more) { $1 }
      var order = RenderOrder(
        request: JSONValue.object(["job": .object(job)]).text(pretty: false), output: .bytes,
        inputs: OrderInputs())
      change(&order)
      return pool.submit(order)
    }

    var events: [PoolEvent] { heard.events.withLock { $0 } }
    var log: [String] { (try? folder.text("log"))?.split(separator: "\n").map(String.init) ?? [] }

    /// Waits for the final event of an order.
    func end(of id: OrderID) -> PoolEvent? {
      eventually { self.events.contains { $0.ended == id } }
      return events.first { $0.ended == id }
    }

    /// Returns the output of an order as text, or `nil` if the order was not done.
    func text(of id: OrderID) -> String? {
      guard case .done(_, let rendered) = end(of: id) else { return nil }
      return rendered.bytes?.array().map { String(decoding: $0, as: UTF8.self) }
    }

    func go() throws { try folder.write("", to: "log.go") }

    /// The names of the orders that have started, in the order of their starts.
    var begun: [String] {
      log.compactMap { $0.contains(" begin ") ? String($0.split(separator: " ")[2]) : nil }
    }
  }

  @Test func standbyWorkersRunWithoutOrdersAndTheOthersDoNot() throws {
    let run = try Run(workers: 3) { $0.standby = 2 }
    try #require(eventually { run.pool.state.idle == 2 })
    // A standby worker that exits is replaced.
    let first = try #require(run.pool.state.workers.first)
    kill(first.process, SIGKILL)
    #expect(
      eventually {
        let workers = run.pool.state.workers
        return workers.count == 2
          && workers.allSatisfy { $0.isReady && $0.process != first.process }
      })
    #expect(run.text(of: run.order("a", more: ["times": 2])) == "aa")
    let none = try Run(workers: 3)
    #expect(none.pool.state.workers.isEmpty)
    #expect(none.text(of: none.order("b", more: ["times": 1])) == "b")
  }

  @Test func thePictureComesBackWithoutADisk() throws {
    let run = try Run()
    let ids = (0..<20).map { run.order("\($0)", more: ["times": 1000]) }
    for (number, id) in ids.enumerated() {
      #expect(run.text(of: id) == String(repeating: "\(number)", count: 1000))
    }
    run.pool.end(.finish)
    run.pool.wait()
    #expect(run.folder.names.sorted() == ["log"])
    #expect(run.events.count { $0.ended != nil } == 20)
    let receipts = run.events.compactMap { event -> String? in
      if case .done(_, let rendered) = event { rendered.receipt } else { nil }
    }
    #expect(Set(receipts).count == 20)
  }

  @Test func aPictureCannotBeChangedOnceItIsHandedOver() throws {
    let run = try Run()
    let id = run.order("mine", "rewrite")
    #expect(run.text(of: id) == "mine")
    eventually { run.log.contains { $0.hasSuffix("cannot write: Operation not permitted") } }
  }

  @Test func aFileIsReplacedAsAWhole() throws {
    let run = try Run()
    try run.folder.write("old", to: "a/b.png")
    func file(_ name: String, root: String?) -> OrderOutput {
      .file(OutputFile(path: run.folder.file(name), makesFolders: true, root: root))
    }
    let ids = ["a/b.png", "new/deep/c.png"].map { name in
      run.order("text") { $0.output = file(name, root: run.folder.path) }
    }
    for id in ids { _ = run.end(of: id) }
    #expect(try run.folder.text("a/b.png") == "text")
    #expect(try run.folder.text("new/deep/c.png") == "text")
    let failed = run.order("text", "fail") { $0.output = file("a/b.png", root: nil) }
    guard case .failed(_, let error) = run.end(of: failed) else {
      Issue.record("it did not fail")
      return
    }
    #expect(error.code == .photoUnreadable)
    #expect(eventually { run.folder.names(in: "a") == ["b.png"] })
    // A symbolic link cannot lead an output outside the folder.
    let elsewhere = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: run.folder.file("way"), withDestinationPath: elsewhere.path)
    let outside = run.order("text") { $0.output = file("way/x.png", root: run.folder.path) }
    guard case .failed(_, let refused) = run.end(of: outside) else {
      Issue.record("it was written")
      return
    }
    #expect(refused.code == .pathOutside)
    #expect(elsewhere.names(in: "") == [])
  }

  /// A worker requests the output of its next order early; if the worker is then killed, no file is
  /// left.
  @Test(arguments: [("one", true), ("gone", false)])
  func anOutputThatWasAskedForEarlyIsUsedOrGone(first: String, isDone: Bool) throws {
    let run = try Run(workers: 1)
    func order(_ name: String, _ what: String) -> OrderID {
      run.order(name, what) {
        $0.output = .file(
          OutputFile(path: run.folder.file("out/" + name), makesFolders: true, root: nil))
      }
    }
    // Wait until the worker has both orders and has started the first one.
    let ids = [order(first, "early"), order("next", "")]
    eventually { run.begun == [first] && run.pool.state.running == 2 }
    try run.go()
    guard case .done = run.end(of: ids[0]) else {
      Issue.record("\(run.events)")
      return
    }
    switch run.end(of: ids[1]) {
    case .done: #expect(isDone)
    case .failed(_, let error): #expect(!isDone && error.code == .workerKilled)
    default: Issue.record("\(run.events)")
    }
    #expect(run.log.contains { $0.hasSuffix("early True") })
    // The event is sent first; another thread removes the leftover file later.
    let wanted: Set = isDone ? [first, "next"] : [first]
    #expect(eventually { Set(run.folder.names(in: "out")) == wanted })
  }

  /// An order is not done if its worker reports success without an output file.
  @Test func whatIsNotInPlaceIsNotDone() throws {
    let run = try Run()
    let id = run.order("text", "claim")
    guard case .failed(_, let error) = run.end(of: id) else {
      Issue.record("it was believed")
      return
    }
    #expect(error.code == .messageDamaged)
  }

  /// A worker may open only inputs of its order; links are resolved before a path is checked.
  ///
  /// In a folder of inputs, only files with the names of input files can be opened.
  @Test func onlyInputsOfTheOrderAreOpened() throws {
    let run = try Run()
    for name in ["in/a.jpg", "in/key", "in/.hidden/a.json", "in/queue.sqlite", "other/b.jpg"] {
      try run.folder.write("photo", to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: run.folder.file("in/way.jpg"), withDestinationPath: run.folder.file("other/b.jpg"))
    let names = [
      "in/a.jpg", "in/way.jpg", "in/../other/b.jpg", "in", "in/key", "in/.hidden/a.json",
      "in/queue.sqlite", "in/none.jpg",
    ]
    let paths = names.map { run.folder.file($0) } + ["/etc/shadow", "/proc/self/fd/0"]
    let id = run.order("x", "read", more: ["paths": .array(paths.map(JSONValue.string))]) {
      $0.inputs = OrderInputs(folders: [run.folder.file("in")])
    }
    _ = run.end(of: id)
    func said() -> [Substring] {
      run.log.compactMap { line in
        line.contains(" read ") || line.contains(" refused ") ? line.drop { $0 != " " } : nil
      }
    }
    #expect(said() == [" read photo"] + paths.dropFirst().map { " refused \($0)" }[...])
    // A file that is named explicitly may have any name.
    let named = run.order(
      "y", "read", more: ["paths": .array([.string(run.folder.file("in/key"))])]
    ) { $0.inputs = OrderInputs(files: [run.folder.file("in/key")]) }
    _ = run.end(of: named)
    #expect(said().last == " read photo")
  }

  /// Unexpected descriptors from a worker are closed.
  @Test func descriptorsThatNobodyAskedForAreClosed() throws {
    let run = try Run(workers: 1)
    let id = run.order("x", "flood")
    eventually { run.log.contains { $0.hasSuffix(" sent") } }
    let sent = run.folder.file("log.mine")
    func isHeld() -> Bool {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return all.contains {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == sent
      }
    }
    run.pool.cancel(id)
    guard case .withdrawn(_, .cancelled) = run.end(of: id) else {
      Issue.record("it was done")
      return
    }
    run.pool.end(.stop)
    run.pool.wait()
    #expect(eventually { !isHeld() })
  }

  // MARK: - Replacement, cancellation and priority

  /// A new order replaces earlier orders with the same key, so only orders that have already
  /// started do unnecessary work.
  @Test func aBurstEndsWithTheLastOne() throws {
    let run = try Run()
    let ids = (0..<200).map { number in run.order("\(number)", "wait") { $0.key = "preview" } }
    try run.go()
    #expect(run.text(of: ids[199]) == "199")
    run.pool.end(.finish)
    run.pool.wait()
    #expect(run.begun.last == "199" && run.begun.count <= 3, "\(run.begun)")
    let replaced = run.events.count {
      if case .withdrawn(_, .replaced) = $0 { true } else { false }
    }
    #expect(replaced == 199)
    // Each order ends exactly once.
    #expect(Set(run.events.compactMap(\.ended)).count == 200)
    #expect(run.events.count { $0.ended != nil } == 200)
  }

  /// The output of a running order is not delivered if a newer order with the same key arrives.
  @Test func aPreviewThatIsOutOfDateIsNotDelivered() throws {
    let run = try Run(workers: 1)
    let path = run.folder.file("preview.png")
    func preview(_ name: String) -> OrderID {
      run.order(name, "wait") {
        $0.key = "preview"
        $0.output = .file(OutputFile(path: path))
      }
    }
    let old = preview("old")
    eventually { run.begun == ["old"] }
    let new = preview("new")
    guard case .withdrawn(_, .replaced) = run.end(of: old) else {
      Issue.record("the old one was delivered")
      return
    }
    try run.go()
    guard case .done = run.end(of: new) else {
      Issue.record("the new one was not delivered")
      return
    }
    #expect(try run.folder.text("preview.png") == "new")
    eventually { run.log.contains { $0.hasSuffix("refused old") } }
    #expect(run.pool.state.restarts == 0)
    #expect(run.folder.names.filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test func whatIsCancelledIsEnded() throws {
    let run = try Run(workers: 1)
    let hanging = run.order("hang", "hang")
    let waiting = run.order("waiting")
    let last = run.order("last")
    eventually { run.begun == ["hang"] }
    run.pool.cancel(waiting)
    run.pool.cancel(hanging)
    for id in [hanging, waiting] {
      guard case .withdrawn(_, .cancelled) = run.end(of: id) else {
        Issue.record("it was not cancelled")
        continue
      }
    }
    #expect(run.text(of: last) == "last")
    #expect(run.begun == ["hang", "last"])
    run.pool.cancel(last)
    run.pool.cancel(hanging)
  }

  /// Taking back an order withdraws it only if it is still queued, and never kills a worker.
  @Test func whatIsTakenBackIsNotBegun() throws {
    let run = try Run(workers: 1)
    let first = run.order("first", "wait")
    eventually { run.begun == ["first"] }
    let given = run.order("given")
    let waiting = run.order("waiting")
    // The worker has two orders, and the third one is still queued.
    eventually { run.pool.state.running == 2 && run.pool.state.waiting == 1 }
    for id in [first, given, waiting] { run.pool.takeBack(id) }
    guard case .withdrawn(_, .cancelled) = run.end(of: waiting) else {
      Issue.record("it was not taken back")
      return
    }
    try run.go()
    #expect(run.text(of: first) == "first" && run.text(of: given) == "given")
    #expect(run.begun == ["first", "given"] && run.pool.state.restarts == 0)
    run.pool.takeBack(first)
  }

  @Test func anOrderThatIsLateFailsWithoutBeingBegun() throws {
    let run = try Run(workers: 1)
    let first = run.order("first", "wait")
    eventually { run.begun == ["first"] }
    let late = run.order("late") { $0.deadline = .milliseconds(1) }
    guard case .failed(_, let error) = run.end(of: late) else {
      Issue.record("it was drawn")
      return
    }
    #expect(error.code == .orderLate)
    try run.go()
    #expect(run.text(of: first) == "first")
    // The late order may already be in the worker's pipe; in that case, the worker receives no
    // output file for it.
    run.pool.end(.finish)
    run.pool.wait()
    #expect(!run.log.contains { $0.hasSuffix("done late") })
  }

  @Test func urgentOrdersOvertake() throws {
    let run = try Run(workers: 1)
    let first = run.order("first", "wait")
    eventually { run.begun == ["first"] }
    run.pool.hold(true)
    // The next order may already be in the worker's pipe; the others wait in the pool.
    let ids = (0..<6).map { number in run.order("\(number)") { $0.priority = number } }
    try run.go()
    _ = run.end(of: first)
    run.pool.hold(false)
    for id in ids { _ = run.end(of: id) }
    #expect(run.begun == ["first", "5", "4", "3", "2", "1", "0"])
  }

  // MARK: - Failures

  @Test func troubleCostsItsOwnOrderAndNoOther() throws {
    let run = try Run { $0.silence = .seconds(10) }
    let trouble = [
      run.order("crash", "crash"), run.order("hang", "hang") { $0.timeout = .seconds(5) },
      run.order("fail", "fail"), run.order("stop", "stop"),
    ]
    let fine = (0..<20).map { run.order("\($0)") }
    var codes: [ErrorCode?] = []
    for id in trouble {
      switch run.end(of: id) {
      case .failed(_, let error), .lost(_, let error): codes.append(error.code)
      default: codes.append(nil)
      }
    }
    #expect(codes == [.workerCrashed, .workerTimeout, .photoUnreadable, .workerSilent])
    for (number, id) in fine.enumerated() { #expect(run.text(of: id) == "\(number)") }
    #expect(Set(run.begun).count == 24 && run.begun.count == 24)
  }

  /// Workers in uninterruptible sleep, for example on a dead disk, count as workers until they
  /// exit, so replacements are limited.
  @Test func stuckWorkersAreNotReplacedWithoutEnd() throws {
    let run = try Run(workers: 3) { $0.silence = .seconds(10) }
    func holders() -> [pid_t] {
      run.log.filter { $0.contains(" held by ") }
        .compactMap { $0.split(separator: " ").last.flatMap { pid_t($0) } }
    }
    defer { for holder in holders() { kill(holder, SIGKILL) } }
    let stuck = (0..<2).map { run.order("stuck \($0)", "stuck") }
    for id in stuck {
      guard case .lost(_, let error) = run.end(of: id) else {
        Issue.record("\(run.events)")
        return
      }
      #expect(error.code == .workerSilent)
    }
    // Each worker receives a second order in advance.
    let fine = (0..<5).map { run.order("fine\($0)", "wait") }
    eventually { run.begun.contains("fine0") }
    #expect(eventually { run.pool.state.workers.count == 1 })
    #expect(holders().count == 2)
    for holder in holders() { kill(holder, SIGKILL) }
    // After the stuck workers have exited, new workers can start.
    #expect(eventually { run.begun.count == 5 }, "\(run.begun)")
    #expect(eventually { run.pool.state.workers.count == 3 })
    try run.go()
    for (number, id) in fine.enumerated() {
      #expect(run.text(of: id) == "fine\(number)", "\(run.events)")
    }
  }

  @Test func workersThatCannotStartAreReportedAndTriedAgain() throws {
    let folder = try TemporaryFolder()
    let run = try Run(workers: 1)
    try run.folder.write("", to: "log.refuse")
    let id = run.order("x")
    eventually {
      run.events.contains { if case .cannotStart = $0 { true } else { false } }
    }
    guard
      case .cannotStart(let error)? = run.events.first(where: {
        if case .cannotStart = $0 { true } else { false }
      })
    else { return }
    #expect(error.code == .workerCrashed && error.message.contains("'no fonts here'"))
    // The pool stays usable: once workers can start, every order is done.
    try FileManager.default.removeItem(atPath: run.folder.file("log.refuse"))
    #expect(run.text(of: id) == "x")
    withExtendedLifetime(folder) {}
  }

  // MARK: - Ends

  @Test func theEndsAreWhatTheySay() throws {
    for end in [RenderPool.End.finish, .drain, .stop] {
      let run = try Run(workers: 1)
      let first = run.order("first", "wait")
      eventually { run.begun == ["first"] }
      // Submit more orders than fit in the worker's pipe.
      let others = (0..<4).map { run.order("\($0)") }
      run.pool.end(end)
      if end != .stop { try run.go() }
      run.pool.wait()
      let done = run.events.compactMap { event -> OrderID? in
        if case .done(let id, _) = event { id } else { nil }
      }
      switch end {
      case .finish: #expect(done == [first] + others)
      case .drain: #expect(done.first == first && done.count <= 2)
      case .stop: #expect(done.isEmpty)
      }
      #expect(run.events.count { $0.ended != nil } == 5)
      #expect(try run.running() == [])
      // An order that is submitted after the pool has ended has no effect and does no harm.
      _ = run.order("late")
    }
  }

  @Test func theStateTellsWhatWorkersDo() throws {
    let run = try Run(workers: 2)
    let first = run.order("first", "wait") {
      $0.tellsStages = true
      $0.affinity = OrderAffinity(background: "beach", device: "phone")
    }
    eventually { run.pool.state.workers.contains { $0.order == first && $0.memory > 0 } }
    let state = run.pool.state
    #expect(state.running >= 1 && state.restarts == 0)
    #expect(state.workers.first { $0.order == first }?.affinity.background == "beach")
    try run.go()
    _ = run.end(of: first)
    eventually { run.pool.state.running == 0 && run.pool.state.idle > 0 }
    let told = run.events.map { event -> String in
      switch event {
      case .ready(let fence): "ready \(fence.standing.count) \(fence.missing.count)"
      case .started: "started"
      case .stage(_, let name): name
      case .done: "done"
      default: "?"
      }
    }
    #expect(told == ["ready 1 1", "started", "encode", "done"])
  }
}

extension RenderPoolTests.Run {
  /// Returns the process ids of the workers that are still running.
  func running() throws -> [String] {
    Set(log.compactMap { $0.split(separator: " ").first.map(String.init) })
      .filter { kill(pid_t($0) ?? 0, 0) == 0 }
  }
}
