import WallfarmPluginKit

/// Measures the time of each render stage.
struct StageClock {
  private(set) var stages: [StageTime] = []
  private let tell: ((String) -> Void)?

  /// - Parameter tell: called with the name of each stage when the stage begins.
  init(tell: ((String) -> Void)? = nil) { self.tell = tell }

  /// Runs a stage and records its wall time.
  mutating func time<Result: ~Copyable>(
    _ stage: String, _ body: () throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    tell?(stage)
    let start = ContinuousClock.now
    defer {
      let took = start.duration(to: .now).components
      let milliseconds = Double(took.seconds) * 1e3 + Double(took.attoseconds) / 1e15
      stages.append(StageTime(stage: stage, milliseconds: milliseconds))
    }
    return try body()
  }
}
