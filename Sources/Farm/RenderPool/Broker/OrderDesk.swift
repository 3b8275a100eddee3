internal import CSystem
internal import Files
internal import Glibc
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// Does for the orders of one worker what its worker may not: it opens their files, and puts finished
/// pictures in place.
///
/// Two threads use it: that of the pool adds and withdraws orders and never waits for a disk here; one that
/// listens to the worker opens files, puts them in place, and removes what is left of orders. An order that
/// was taken away gets nothing any more, so a late worker changes no file.
final class OrderDesk: Sendable {
  private struct Entry {
    let output: OrderOutput
    let inputs: OrderInputs
    var picture: Picture?
    var state = State.open
  }

  /// `late` was withdrawn while it was put in place.
  private enum State { case open, committing, delivered, withdrawn, late }

  /// A picture on its way: where it is written, and its file in memory where it has no other.
  private struct Picture {
    /// The desk owns its descriptor, which holds the lock of the file.
    var temporary: TemporaryFiles.Made?
    var memory: Int32 = -1
  }

  private let entries = Mutex<[OrderID: Entry]>([:])
  private let refused = Mutex<Int?>(nil)
  /// Rings when something of an order is left to remove.
  private let remains: Bell
  /// Rings when the last message of its worker has been read.
  private let lastWord: Bell
  /// Rings when its worker is gone and nothing is left to remove.
  private let end: Bell

  /// The system call that the fence refused its worker, once there was one.
  var refusedCall: Int? { refused.withLock { $0 } }

  /// - Throws: `worker-crashed` where there is no descriptor left.
  init() throws(RenderError) { (remains, lastWord, end) = (try Bell(), try Bell(), try Bell()) }

  deinit { clear { _ in true } }

  // MARK: - The pool

  /// Takes in an order that is about to be given to the worker.
  func add(_ id: OrderID, _ order: RenderOrder) {
    entries.withLock { $0[id] = Entry(output: order.output, inputs: order.inputs) }
  }

  /// Takes an order away: nothing of it is put in place from now on, unless it was just done.
  func withdraw(_ id: OrderID) {
    let isLeft = entries.withLock { entries in
      guard let entry = entries[id] else { return false }
      let isBusy = entry.state == .committing || entry.state == .late
      entries[id]?.state = isBusy ? .late : .withdrawn
      if entry.picture == nil { entries[id] = nil }
      return entry.picture != nil && !isBusy
    }
    if isLeft { remains.ring() }
  }

  /// Waits until the last message of a terminated worker has been read, but not for its file cleanup.
  ///
  /// The end of a process may be noticed before its last message.
  func waitForLastWord(atMost time: Duration) {
    let clock = SuspendingClock()
    let deadline = clock.now + time
    // A signal, such as SIGCHLD, also ends a wait.
    while !lastWord.isRinging, clock.now < deadline {
      lastWord.wait(Int32(max(1, (deadline - clock.now) / .milliseconds(1))))
    }
  }

  /// Waits until its worker is gone and what that left is removed; a disk that does not answer is not
  /// waited for longer than that.
  func waitForEnd(_ milliseconds: Int32) { end.wait(milliseconds) }

  /// Whether that is so already.
  var hasEnded: Bool { end.isRinging }

  /// What an order has delivered; nil where it has not, whatever its worker says.
  func delivered(_ id: OrderID) -> Delivered? {
    let entry = entries.withLock { entries -> Entry? in
      guard entries[id]?.state == .delivered else { return nil }
      return entries.removeValue(forKey: id)
    }
    guard let entry else { return nil }
    let memory = entry.picture?.memory ?? -1
    if case .store = entry.output {
      close(memory)
      return Delivered(memory: -1)
    }
    return Delivered(memory: memory)
  }

  /// A picture that was put in place, or the file in memory that holds it.
  struct Delivered {
    let memory: Int32
  }

  /// Removes what is left of some orders.
  private func clear(_ isOver: (State) -> Bool) {
    let over = entries.withLock { entries in
      let over = entries.filter { isOver($0.value.state) }
      for id in over.keys { entries[id] = nil }
      return over.values
    }
    for entry in over { OrderDesk.discard(entry) }
  }

  private static func discard(_ entry: Entry) {
    if let picture = entry.picture { discard(picture) }
  }

  private static func discard(_ picture: Picture) {
    if let temporary = picture.temporary {
      unlink(temporary.path)
      close(temporary.descriptor)
    }
    if picture.memory >= 0 { close(picture.memory) }
  }

  // MARK: - The worker

  /// Answers a worker until it is gone.
  func serve(_ socket: consuming BrokerSocket) {
    answerAll(socket)
    lastWord.ring()
    // What has not been put in place by now never will be.
    clear { $0 != .delivered }
    end.ring()
  }

  private func answerAll(_ socket: consuming BrokerSocket) {
    while true {
      let isAsked = socket.waits(or: remains)
      if !isAsked { remains.silence() }
      clear { $0 == .withdrawn }
      guard isAsked else { continue }
      guard let (bytes, sent) = socket.receive() else { return }
      // Workers have nothing to hand over.
      if sent >= 0 { close(sent) }
      guard let request = BrokerRequest.read(bytes) else { return }
      if case .refused(let call) = request {
        refused.withLock { $0 = call }
        return
      }
      let answer = Result { () throws(RenderError) in try self.answer(request) }
      let isSent: Bool
      switch answer {
      case .success(let descriptor):
        isSent = socket.send(BrokerAnswer.good, with: descriptor)
        if descriptor >= 0 { close(descriptor) }
      case .failure(let error): isSent = socket.send(BrokerAnswer.text(error))
      }
      guard isSent else { return }
    }
  }

  /// Does what was asked for; the descriptor, or -1, is handed over and closed then.
  func answer(_ request: BrokerRequest) throws(RenderError) -> Int32 {
    switch request {
    case .input(let id, let path):
      guard let inputs = entries.withLock({ $0[id]?.inputs }) else { throw .notWanted() }
      return try inputs.open(path)
    case .output(let id): return try openOutput(id)
    case .commit(let id):
      try commit(id)
      return -1
    case .refused: return -1
    }
  }

  private func openOutput(_ id: OrderID) throws(RenderError) -> Int32 {
    guard let output = entries.withLock({ $0[id]?.picture == nil ? $0[id]?.output : nil }) else {
      throw .notWanted()
    }
    var picture = Picture()
    let descriptor: Int32
    switch output {
    case .file(let file):
      let made = try file.open()
      picture.temporary = made
      descriptor = fcntl(made.descriptor, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else {
        let reason = errno
        OrderDesk.discard(picture)
        throw .noMemoryFile(reason)
      }
    case .bytes, .store:
      descriptor = wallfarm_sealable_file("wallfarm picture")
      guard descriptor >= 0 else { throw .noMemoryFile(errno) }
      picture.memory = dup(descriptor)
      guard picture.memory >= 0 else {
        let reason = errno
        close(descriptor)
        throw .noMemoryFile(reason)
      }
    }
    let isWanted = entries.withLock { entries in
      guard entries[id]?.state == .open else { return false }
      entries[id]?.picture = picture
      return true
    }
    guard isWanted else {
      OrderDesk.discard(Entry(output: output, inputs: OrderInputs(), picture: picture))
      close(descriptor)
      throw .notWanted()
    }
    return descriptor
  }

  private func commit(_ id: OrderID) throws(RenderError) {
    let entry = entries.withLock { entries -> Entry? in
      guard let entry = entries[id], entry.state == .open, entry.picture != nil else { return nil }
      entries[id]?.state = .committing
      return entry
    }
    guard let entry, let picture = entry.picture else { throw .notWanted() }
    let result = Result { () throws(RenderError) in
      switch entry.output {
      case .file(let file):
        guard let temporary = picture.temporary else { throw .notWanted() }
        try file.putInPlace(temporary)
      case .bytes:
        guard wallfarm_seal(picture.memory) == 0 else { throw .noMemoryFile(errno) }
      case .store(let store, let name):
        guard wallfarm_seal(picture.memory) == 0, let bytes = PictureBytes(copying: picture.memory)
        else { throw .noMemoryFile(errno) }
        try store.keep(bytes, as: name, of: id)
      }
    }
    let isWithdrawn = entries.withLock { entries in
      let isWithdrawn = entries[id]?.state == .late
      if isWithdrawn {
        entries[id] = nil
      } else if case .success = result {
        entries[id]?.state = .delivered
        entries[id]?.picture?.temporary = nil
      } else {
        entries[id]?.state = .open
      }
      return isWithdrawn
    }
    if isWithdrawn {
      OrderDesk.discard(entry)
      throw .notWanted()
    }
    try result.get()
    if let temporary = picture.temporary { close(temporary.descriptor) }
  }
}
