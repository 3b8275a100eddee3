import Arguments
import Motion
import WallfarmCore
import WallfarmPluginKit

/// Reads the options about films.
struct MotionArguments {
  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func rate() throws(RenderError) -> Int {
    try invocation.whole(MotionVerb.rate, in: MotionLimits.framesPerSecond) ?? 30
  }

  func workers() throws(RenderError) -> Int {
    try invocation.count(MotionVerb.workers, most: 256) ?? Processors.count
  }

  /// The moments that are wanted as a picture; nil: a film is.
  func moments(of request: FilmRequest) throws(RenderError) -> [Double]? {
    let (isStill, isStrip) = (invocation.isOn(MotionVerb.still), invocation.isOn(MotionVerb.strip))
    let asked = [
      (MotionVerb.still.long, isStill), (MotionVerb.strip.long, isStrip),
      (MotionVerb.moment.long, invocation.value(of: MotionVerb.moment) != nil),
      (MotionVerb.frames.long, invocation.value(of: MotionVerb.frames) != nil),
    ].filter(\.1).map(\.0)
    if asked.count > 1 {
      throw .excluding(.option(asked[0]), "--\(asked[1])", hint: "give one of them")
    }
    if isStrip { return FilmStrip.times(of: request.seconds) }
    if isStill { return [request.motion.still] }
    guard let text = invocation.value(of: MotionVerb.moment) else { return nil }
    guard let time = Double(text), (0...request.seconds).contains(time) else {
      throw RenderError(
        .invalidParameter,
        "'\(text)' is no moment of a film of \(MotionVerb.seconds(request.seconds))",
        origin: .option("at"), hint: "write seconds from its beginning, such as 1.5")
    }
    return [time]
  }

  /// `10…20`, or what is easier to type: `10-20`, `10..20`, `10...20`; open at either end.
  func frames(of request: FilmRequest) throws(RenderError) -> Range<Int>? {
    guard let text = invocation.value(of: MotionVerb.frames) else { return nil }
    let last = request.count - 1
    var written = text
    for sign in ["...", "..", "–", "-"] { written = written.replacing(sign, with: "…") }
    let parts = written.split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
    let first = parts.first.flatMap { $0.isEmpty ? 0 : Int($0) }
    let end = parts.count == 2 ? (parts[1].isEmpty ? last : Int(parts[1])) : first
    guard let first, let end, first >= 0, first <= end, end <= last else {
      throw RenderError(
        .invalidParameter, "'\(text)' are no pictures of a film that has them from 0 to \(last)",
        origin: .option("frames"), hint: "write the first and the last, such as 30-59")
    }
    return first..<end + 1
  }
}
