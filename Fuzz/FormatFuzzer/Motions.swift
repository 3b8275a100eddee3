import Motion
import SourceJSON

/// Fuzzes motions as the `motion` command reads them, and the layer positions of valid motions at
/// several times.
func fuzzMotion(_ bytes: [UInt8]) {
  guard let node = try? JSONNode(parsing: bytes),
    let motion = MotionLibrary.read(node, file: "fuzz.json").motion
  else { return }
  for manner in [MotionTimeline.Manner.full, .reduced] {
    let timeline = MotionTimeline(motion, manner)
    guard timeline.seconds > 0, timeline.seconds <= MotionLimits.seconds,
      timeline.count(framesPerSecond: 60) <= 60 * Int(MotionLimits.seconds)
    else { fatalError("a film that exceeds the limits was accepted") }
    for part in 0...16 {
      let moment = timeline.moment(at: timeline.seconds * Double(part) / 16)
      let poses = timeline.poses(of: ["note.1", "note.2", "background"], in: moment.view)
      guard poses.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.scale.isFinite }) else {
        fatalError("the position of a layer is not finite")
      }
      _ = timeline.settings(in: moment.view)
    }
  }
}
