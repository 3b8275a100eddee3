import Motion
import SourceJSON
import Testing

/// A frame is a function of the file and the time.
@Suite struct MotionTimelineTests {
  private func motion(_ shots: String, reduced: String = #"[{"at": 1, "seconds": 2}]"#) throws
    -> Motion
  {
    let text = """
      {"format": 1, "summary": "x", "says": ["x"], "shots": \(shots), "still": 0, "reduced": \(reduced)}
      """
    let (motion, problems) = MotionLibrary.read(try JSONNode(parsing: text), file: "x.json")
    #expect(problems.isEmpty, "\(problems)")
    return try #require(motion)
  }

  private func one(_ track: String) throws -> MotionTimeline {
    MotionTimeline(try motion(#"[{"seconds": 10, "picture": {}, "tracks": [\#(track)]}]"#))
  }

  @Test func layersFollowOneAnother() throws {
    let timeline = try one(
      #"{"of": "note.*", "at": 1, "stagger": 0.5, "keys": [{"at": 0, "opacity": 0}, {"at": 1, "opacity": 1, "ease": "linear"}]}"#
    )
    let names = ["title", "note.1", "note.2", "note.3"]
    func opacities(_ time: Double) -> [Double] {
      timeline.poses(of: names, in: .init(shot: 0, time: time)).map(\.opacity)
    }
    #expect(opacities(0) == [1, 0, 0, 0])
    #expect(opacities(1.5) == [1, 0.5, 0, 0])
    #expect(opacities(2) == [1, 1, 0.5, 0])
    #expect(opacities(9) == [1, 1, 1, 1])
  }

  @Test func whatRepeatsGoesBackWhereItIsAskedTo() throws {
    let timeline = try one(
      #"{"of": "a", "times": 3, "alternate": true, "keys": [{"at": 0, "x": 0}, {"at": 2, "x": 10, "ease": "linear"}]}"#
    )
    func x(_ time: Double) -> Double {
      timeline.poses(of: ["a"], in: .init(shot: 0, time: time))[0].x
    }
    #expect([0, 1, 2, 3, 4, 5, 6, 9].map { x(Double($0)) } == [0, 5, 10, 5, 0, 5, 10, 10])
  }

  @Test func twoTracksAddUp() throws {
    let timeline = try one(
      #"{"of": "a", "keys": [{"at": 0, "x": 3, "scale": 2, "opacity": 0.5}]}, {"of": "*", "keys": [{"at": 0, "x": 4, "scale": 1.5, "opacity": 0.5, "count": 2.999999999999}]}"#
    )
    let pose = timeline.poses(of: ["a"], in: .init(shot: 0, time: 5))[0]
    #expect(pose.x == 7 && pose.scale == 3 && pose.opacity == 0.25 && pose.count == 3)
  }

  @Test func settingsGoInWholeSteps() throws {
    let timeline = try one(
      #"{"set": "percent", "step": 5, "keys": [{"at": 0, "value": 0}, {"at": 10, "value": 100, "ease": "linear"}]}"#
    )
    func value(_ time: Double) -> Double? {
      timeline.settings(in: .init(shot: 0, time: time)).first?.value
    }
    #expect([0, 0.49, 0.5, 9.99, 10].map(value) == [0, 0, 5, 95, 100])
  }

  /// The background moves only if a track names it explicitly.
  @Test func aPatternLeavesTheBackgroundAlone() throws {
    let timeline = try one(
      #"{"of": "*", "stagger": 1, "keys": [{"at": 0, "x": 0}, {"at": 1, "x": 10, "ease": "linear"}]}, {"of": "background", "keys": [{"at": 0, "y": 5}]}"#
    )
    let poses = timeline.poses(of: ["background", "a", "b"], in: .init(shot: 0, time: 1))
    #expect(poses.map(\.x) == [0, 10, 0])
    #expect(poses.map(\.y) == [5, 0, 0])
  }

  /// Each frame belongs to one shot; at a boundary, it belongs to the later shot.
  ///
  /// The sums of the shots' durations cannot be represented exactly in binary.
  @Test func picturesAreDividedAmongShots() throws {
    let shots = (0..<7).map { _ in #"{"seconds": 0.1, "picture": {}}"# }.joined(separator: ",")
    let timeline = MotionTimeline(
      try motion("[\(shots)]", reduced: #"[{"at": 0.1, "seconds": 2}]"#))
    #expect(timeline.count(framesPerSecond: 30) == 21)
    let seen = (0..<21).map { timeline.moment(at: Double($0) / 30).view.shot }
    #expect(seen == (0..<7).flatMap { [$0, $0, $0] })
  }

  @Test func aTransitionShowsTheEndOfTheShotBefore() throws {
    let timeline = MotionTimeline(
      try motion(
        #"[{"seconds": 2, "picture": {}}, {"seconds": 2, "picture": {}, "transition": {"kind": "push", "seconds": 1, "ease": "linear"}}]"#
      ))
    #expect(timeline.moment(at: 1.9).before == nil)
    let middle = timeline.moment(at: 2.5)
    #expect(middle.view == .init(shot: 1, time: 0.5))
    #expect(middle.before?.view == .init(shot: 0, time: 2))
    #expect(middle.before?.kind == .push && middle.before?.share == 0.5)
    #expect(timeline.moment(at: 3).before == nil)
  }

  @Test func withoutMotionMomentsStandStill() throws {
    let timeline = MotionTimeline(
      try motion(
        #"[{"seconds": 6, "picture": {}}]"#,
        reduced: #"[{"at": 1, "seconds": 2}, {"at": 5, "seconds": 3}]"#), .reduced)
    #expect(timeline.seconds == 5)
    #expect([0, 1, 1.99].map { timeline.moment(at: $0).view.time } == [1, 1, 1])
    #expect([2.5, 4, 5].map { timeline.moment(at: $0).view.time } == [5, 5, 5])
    #expect(timeline.moment(at: 2.2).before?.view.time == 1)
  }

  @Test func patternsMatchNames() {
    for (pattern, name, isMeant) in [
      ("note.*", "note.1", true), ("note.*", "notes", false), ("*", "", true), ("a*c", "abc", true),
      ("a*c", "ac", true), ("a*c", "a", false), ("*.text", "note.1.text", true), ("a", "ab", false),
      ("a*b*c", "a-b-b-c", true), ("aa*aa", "aaa", false),
    ] {
      #expect(MotionTrack.matches(pattern, name) == isMeant, "\(pattern) \(name)")
    }
  }
}
