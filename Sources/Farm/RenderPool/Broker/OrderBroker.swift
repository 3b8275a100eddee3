internal import CSystem
internal import Files
internal import Glibc
internal import Synchronization
import WallfarmCore
package import WallfarmPluginKit

/// The pool's end of a worker's broker connection: opens files and commits finished pictures.
///
/// Two threads use a broker. The pool thread adds and withdraws orders and never blocks on disk
/// I/O. The serving thread reads the worker's requests, opens and commits files, and removes
/// leftover files. A withdrawn order gets no further access, so a late worker cannot change any
/// file.
package final class OrderBroker: Sendable {
  private struct Entry {
    let output: OrderOutput
    let inputs: OrderInputs
    var picture: Picture?
    var state = State.open
  }

  /// `late` means that the order was withdrawn during the commit.
  private enum State { case open, committing, delivered, withdrawn, late }

  /// A picture in progress: a temporary file, or a memory file.
  private struct Picture {
    /// The temporary file, which the broker owns; its descriptor holds the file lock.
    var temporary: TemporaryFiles.Made?
    var memory: Int32 = -1
  }

  private let entries = Mutex<[OrderID: Entry]>([:])
  private let refused = Mutex<Int?>(nil)
  /// Rings when leftover files of an order need to be removed.
  private let remains: Bell
  /// Rings after the worker's last message has been read.
  private let lastWord: Bell
  /// Rings when the worker has exited and its leftover files have been removed.
  private let end: Bell

  /// The system call that the fence rejected, or `nil` if there was none.
  package var refusedCall: Int? { refused.withLock { $0 } }

  /// Creates a broker and its bells.
  ///
  /// - Throws: `worker-crashed` if no file descriptor is available.
  package init() throws(RenderError) {
    (remains, lastWord, end) = (try Bell(), try Bell(), try Bell())
  }

  deinit { clear { _ in true } }

  // MARK: - The pool

  /// Registers an order before the worker receives it.
  package func add(_ id: OrderID, _ order: RenderOrder) {
    entries.withLock { $0[id] = Entry(output: order.output, inputs: order.inputs) }
  }

  /// Withdraws an order; its picture is not committed unless the commit has already started.
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

  /// Waits until a terminated worker's last message has been read, but not until the worker's files
  /// have been cleaned up.
  ///
  /// The pool may detect that a process has exited before the serving thread has read the last
  /// message.
  package func waitForLastWord(atMost time: Duration) {
    let clock = SuspendingClock()
    let deadline = clock.now + time
    // A signal, such as SIGCHLD, also ends a wait, so wait in a loop.
    while !lastWord.isRinging, clock.now < deadline {
      lastWord.wait(Int32(max(1, (deadline - clock.now) / .milliseconds(1))))
    }
  }

  /// Waits until the worker has exited and its leftover files have been removed, or until the
  /// timeout expires.
  func waitForEnd(_ milliseconds: Int32) { end.wait(milliseconds) }

  /// Whether the worker has exited and its leftover files have been removed.
  package var hasEnded: Bool { end.isRinging }

  /// Removes and returns a delivered order; returns `nil` if no picture was committed.
  func delivered(_ id: OrderID) -> Delivered? {
    let entry = entries.withLock { entries -> Entry? in
      guard entries[id]?.state == .delivered else { return nil }
      return entries.removeValue(forKey: id)
    }
    return entry.map { Delivered(memory: $0.picture?.memory ?? -1) }
  }

  /// A delivered picture: its memory file, or -1 if the picture is on disk.
  struct Delivered {
    let memory: Int32
  }

  /// Removes the orders whose state satisfies a predicate, together with their leftover files.
  private func clear(_ isOver: (State) -> Bool) {
    let over = entries.withLock { entries in
      let over = entries.filter { isOver($0.value.state) }
      for id in over.keys { entries[id] = nil }
      return over.values
    }
    for entry in over { OrderBroker.discard(entry) }
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

  /// Answers a worker's requests until the worker exits.
  package func serve(_ socket: consuming BrokerSocket) {
    answerAll(socket)
    lastWord.ring()
    // Remove pictures that have not been committed, because they can no longer be committed.
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
      // Workers have no reason to send descriptors, so close any that arrive.
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

  /// Executes a request and returns a descriptor, which the caller sends and closes, or -1 if there
  /// is none.
  package func answer(_ request: BrokerRequest) throws(RenderError) -> Int32 {
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
        OrderBroker.discard(picture)
        throw .noMemoryFile(reason)
      }
    case .bytes:
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
      OrderBroker.discard(Entry(output: output, inputs: OrderInputs(), picture: picture))
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
      OrderBroker.discard(entry)
      throw .notWanted()
    }
    try result.get()
    if let temporary = picture.temporary { close(temporary.descriptor) }
  }
}
