import Arguments
import Designs
import Files
import Films
import Motion
import RenderPool
import SourceJSON
import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// Writes a film atomically, to a file or a folder of pictures.
struct MotionFilm {
  private let invocation: Invocation
  private let request: FilmRequest

  init(_ invocation: Invocation, _ request: FilmRequest) {
    (self.invocation, self.request) = (invocation, request)
  }

  func write(_ maker: FilmMaker) throws(RenderError) -> ExitStatus {
    let output =
      invocation.value(of: MotionVerb.output) ?? "\(request.motion.name)-\(request.device.id).mp4"
    var request = request
    request.format = try format(of: output)
    let sink = OutputSink(output)
    if request.format == .pictures {
      try FilmFolder.check(output, pictures: request.wanted.count)
    } else {
      try sink.check(.option("output"), isText: false)
    }
    StopSignals.watch()
    let progress = FilmProgress(
      isShown: Terminal.errorIsTerminal && !invocation.isOn(MotionVerb.quiet))
    let clock = SuspendingClock()
    let start = clock.now
    let made: FilmMaker.Made
    do throws(RenderError) {
      made = try maker.make(
        request, on: try store(output, sink), isStopped: { StopSignals.count > 0 },
        progress: progress.tell)
    } catch {
      progress.end()
      if error.code == .cancelled, let status = StopSignals.first {
        Terminal.report(error)
        return status
      }
      throw error
    }
    progress.end()
    let bytes = try deliver(made, request, output, sink)
    if !invocation.isOn(MotionVerb.quiet) {
      for warning in made.warnings { Terminal.report(warning) }
      let size = request.settings.filmed
      let line =
        "\(output)  \(size)  \(counted(request.wanted.count, "picture"))  \(bytes / 1024) KB  in "
        + MotionVerb.seconds(Double((clock.now - start) / .milliseconds(1)) / 1000)
      sink.tell(line)
    }
    if invocation.isOn(MotionVerb.times) {
      Terminal.reportLine(Self.sentence(made.times, request.wanted.count))
    }
    return .success
  }

  /// Returns a line with the processor time of each stage, and the frame rate that drawing alone
  /// reaches on one processor.
  private static func sentence(_ times: FilmMaker.Times, _ count: Int) -> String {
    let parts = [
      ("preparing", times.preparing), ("drawing", times.drawing), ("encoding", times.encoding),
    ].map { name, time in "\(name) \(Int((time / .milliseconds(1)).rounded())) ms" }
    let drawn = Double(count) / max(1e-6, times.drawing / .seconds(1))
    return parts.joined(separator: ", ")
      + "; drawing alone: \(Int(drawn)) frames per second on one processor"
  }

  /// Creates the segment store on the disk that holds the output, because that disk must have space
  /// for the film anyway.
  ///
  /// Returns `nil` if the film is written to a pipe; the segments are then kept in memory.
  private func store(_ output: String, _ sink: OutputSink) throws(RenderError) -> DiskSegments? {
    guard case .file = sink else { return nil }
    // The output folder and its parents may not exist yet, so use the closest parent that exists.
    var folder = Files.folder(of: output)
    while !Files.isFolder(folder), folder.count > 1 { folder = Files.folder(of: folder) }
    return try DiskSegments(in: folder)
  }

  private func deliver(
    _ made: FilmMaker.Made, _ request: FilmRequest, _ output: String, _ sink: OutputSink
  ) throws(RenderError) -> Int {
    if request.format == .pictures { return try FilmFolder(request).write(made, to: output) }
    var count = 0
    try sink.write(origin: .option("output")) { (add) throws(RenderError) in
      try made.write { (piece) throws(RenderError) in
        count += piece.count
        try add(piece)
      }
    }
    return count
  }

  private func format(of output: String) throws(RenderError) -> FilmSettings.Format {
    if output.hasSuffix("/") { return .pictures }
    if output.hasSuffix(".webp") { return .webp }
    if output.hasSuffix(".mp4") || PipedFile.output(output) != nil { return .mp4 }
    throw RenderError(
      .outputPattern, "'\(output)' does not have a film file extension",
      origin: .option("output"),
      hint: "use the extension .mp4 or .webp, or end the path with / for a folder of PNG files")
  }
}

/// Shows the progress of a film on a terminal.
final class FilmProgress: Sendable {
  private let isShown: Bool
  private let start = SuspendingClock().now
  private let lastUpdate = Mutex<SuspendingClock.Instant?>(nil)

  init(isShown: Bool) { self.isShown = isShown }

  /// Updates the line if 100 ms have passed since the last update or the film is complete; safe to
  /// call from any thread.
  @Sendable func tell(_ done: Int, of all: Int) {
    guard isShown else { return }
    let now = SuspendingClock().now
    lastUpdate.withLock { last in
      if let last, now - last < .milliseconds(100), done < all { return }
      last = now
      let passed = Double((now - start) / .milliseconds(1)) / 1000
      let left = passed / Double(max(1, done)) * Double(all - done)
      Terminal.drawOver(
        "\(done) of \(all) pictures, "
          + (left < 1 ? "almost done" : "\(Int(left.rounded())) s left"))
    }
  }

  /// Erases the line.
  func end() {
    lastUpdate.withLock { if $0 != nil { Terminal.drawOver("") } }
  }
}
