import Arguments
import Motion
import WallfarmCore
import WallfarmPluginKit

/// Reads the options of `motion`.
struct MotionArguments {
  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func rate() throws(RenderError) -> Int {
    try invocation.whole(MotionVerb.rate, in: MotionLimits.framesPerSecond) ?? 30
  }

  func workers() throws(RenderError) -> Int {
    try invocation.count(MotionVerb.workers, most: 256) ?? Processors.count
  }

  /// Returns the times in seconds for `--still`, `--strip` or `--at`, or `nil` if a film is
  /// requested.
  func moments(of request: FilmRequest) throws(RenderError) -> [Double]? {
    let (isStill, isStrip) = (invocation.isOn(MotionVerb.still), invocation.isOn(MotionVerb.strip))
    let asked = [
      (MotionVerb.still.long, isStill), (MotionVerb.strip.long, isStrip),
      (MotionVerb.moment.long, invocation.value(of: MotionVerb.moment) != nil),
      (MotionVerb.frames.long, invocation.value(of: MotionVerb.frames) != nil),
    ].filter(\.1).map(\.0)
    if asked.count > 1 {
      throw .excluding(.option(asked[0]), "--\(asked[1])", hint: "use only one of them")
    }
    if isStrip { return FilmStrip.times(of: request.seconds) }
    if isStill { return [request.motion.still] }
    guard let text = invocation.value(of: MotionVerb.moment) else { return nil }
    // Allow for rounding errors in sums of seconds.
    guard let time = Double(text), (0...request.seconds + 1e-9).contains(time) else {
      throw RenderError(
        .invalidParameter,
        "'\(text)' is not a time in a film that is \(MotionVerb.seconds(request.seconds)) long",
        origin: .option("at"), hint: "write seconds from the start, such as 1.5")
    }
    return [time]
  }

  func frames(of request: FilmRequest) throws(RenderError) -> Range<Int>? {
    guard let text = invocation.value(of: MotionVerb.frames) else { return nil }
    return try request.frames(text, origin: .option(MotionVerb.frames.long))
  }
}
