internal import Files
import WallfarmPluginKit

extension LibraryScan {
  /// The maximum number of headers per transaction; if the process is killed, these headers must be
  /// read again.
  private static let mostOfBatch = 256
  /// The maximum number of pictures per batch.
  ///
  /// At the end of a batch, all readers wait until the last picture is read.
  private static let mostPictures = 64

  func readHeads(
    _ wanted: [WalkedFile], _ progress: inout Progress, _ hooks: Hooks
  ) throws(RenderError) {
    progress.meter = WorkMeter(readers: reader.count)
    for file in wanted { progress.meter.expect(kind(of: file)) }
    // Read several batches per tenth of the work, so that the remaining time can be estimated
    // early.
    let size = min(max(wanted.count / 64, 16), Self.mostOfBatch)
    try inBatches(wanted, by: kind, of: size, &progress, hooks) {
      (files, progress) throws(RenderError) in
      let facts = try reader.heads(
        of: files, readsPlaces: readsPlaces, mustEnd: hooks.mustEnd)
      try index.transaction { () throws(RenderError) in
        for case (let file, let facts?) in zip(files, facts) {
          try index.keep(file, facts)
          progress.meter.finish(kind(of: file), seconds: facts.seconds)
        }
        try index.set(.bodies, "yes")
      }
      progress.read += facts.count { $0 != nil }
      progress.damaged += facts.count { $0?.damage != nil }
      return !facts.contains(nil)
    }
  }

  private func kind(of file: WalkedFile) -> String { Files.ending(of: file.path) }

  func readBodies(_ progress: inout Progress, _ hooks: Hooks) throws(RenderError) {
    guard let startBodyReader, try index.value(of: .bodies) != nil else { return }
    let all = try index.bodyWork()
    // The processes can read only the folders of this scan.
    let work = all.filter { FileChanges.lies($0.question.path, in: roots) }
    if !work.isEmpty {
      let reader = try startBodyReader()
      progress.pictures = work.count
      progress.meter = WorkMeter(readers: reader.count)
      for one in work { progress.meter.expect(one.kind, size: one.cost) }
      try inBatches(
        work, by: \.kind, of: min(max(work.count / 32, 16), Self.mostPictures), &progress, hooks
      ) {
        (work, progress) throws(RenderError) in
        let facts = try reader.looks(at: work.map(\.question), mustEnd: hooks.mustEnd)
        try index.transaction { () throws(RenderError) in
          for case (let one, let facts?) in zip(work, facts) {
            try index.keep(facts, of: one)
            progress.meter.finish(one.kind, size: one.cost, seconds: facts.seconds)
          }
        }
        progress.looked += facts.count { $0 != nil }
        progress.damaged += facts.count { $0?.damage != nil }
        return !facts.contains(nil)
      }
    }
    if !progress.isPaused, all.count == work.count { try index.set(.bodies, nil) }
  }

  /// Processes items in batches, until all are processed or the scan is stopped.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - kind: Returns the cost class of an item.
  ///   - size: The maximum batch size.
  ///   - progress: Updated with the elapsed time.
  ///   - hooks: Callbacks for stopping and progress.
  ///   - body: Processes a batch, and returns whether the whole batch was processed.
  /// - Throws: Errors of `body`, and `library-failed` if there is not enough disk space.
  private func inBatches<Item>(
    _ items: [Item], by kind: (Item) -> String, of size: Int, _ progress: inout Progress,
    _ hooks: Hooks,
    _ body: ([Item], inout Progress) throws(RenderError) -> Bool
  ) throws(RenderError) {
    guard !items.isEmpty else { return }
    try room.check(for: items.count)
    hooks.tell(progress)
    let start = pace.now()
    var done = 0
    for part in WorkMeter.parts(of: items.map(kind), size: size) {
      let batch = part.map { items[$0] }
      let began = pace.now()
      var goesOn = !hooks.shouldStop()
      if goesOn { goesOn = try body(batch, &progress) }
      guard goesOn else {
        progress.isPaused = true
        return
      }
      done += batch.count
      progress.spares = pace.spare(after: pace.now() - began, hooks.shouldStop)
      progress.elapsed = (pace.now() - start) / .seconds(1)
      progress.meter.pass((pace.now() - began) / .seconds(1))
      hooks.tell(progress)
      try room.check(for: items.count - done)
    }
  }
}
