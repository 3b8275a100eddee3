import FlowHosts
import Flows
import Testing

/// Tests long tasks, milestones, automatic steps and notices.
@Suite struct TimeAndTaskTests {
  private static let long = #"""
    "start": "splash",
    "facts": {
      "percent": { "from": "host", "kind": "number", "between": [0, 100], "default": 0 },
      "hot": { "from": "host", "kind": "yes-no", "default": false },
      "found": { "from": "host", "kind": "number", "between": [0, 9] }
    },
    "effects": { "scan": { "task": true, "gives": ["found"] } },
    "milestones": {
      "half": { "fact": "percent", "at": 50 },
      "all": { "fact": "percent", "at": 100, "owes": "party" }
    },
    "notices": { "slow": { "when": { "hot": true }, "actions": { "wait": { "pause": "scan" } } } },
    "steps": {
      "splash": { "after": { "seconds": 0.5, "go": "scan" } },
      "scan": {
        "enter": { "do": "scan", "then": { "ok": { "go": "made" }, "failed": { "say": "sorry" } } },
        "actions": { "pause": { "pause": "scan" }, "resume": { "resume": "scan" },
                     "on": { "go": "made" } }
      },
      "made": { "actions": { "end": { "go": "finish" } } },
      "party": { "actions": { "end": { "go": "back" } } }
    }
    """#

  private func scanning() throws -> Player {
    var player = Player(try flow(Self.long))
    player.open()
    #expect(player.asked == [.timer(0.5)])
    player.play(.elapsed)
    #expect(player.step == "scan" && player.asked == [.effect(0)])
    return player
  }

  private func at(_ done: Int) -> Move {
    .progress(effect: 0, FlowState.Progress(done: done, total: 3582, secondsLeft: 40))
  }

  @Test func aboutEveryTenthIsSaid() throws {
    var player = try scanning()
    var said: [Int] = []
    for done in stride(from: 0, through: 3582, by: 9) {
      player.play(at(done))
      for case .announce(_, let percent) in player.asked { said.append(percent) }
    }
    #expect(said == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  }

  @Test func aTaskIsPausedWhereItRunsAndResumedWhereItDoesNot() throws {
    var player = try scanning()
    try player.tap("resume")
    #expect(player.ignored == .notThere)
    try player.tap("pause")
    #expect(player.asked == [.task(.pause, effect: 0)])
    try player.tap("pause")
    #expect(player.ignored == .notThere)
    try player.tap("resume")
    #expect(player.asked == [.task(.resume, effect: 0)])
  }

  @Test func aTaskGoesOnWhileOtherStepsAreShown() throws {
    var player = try scanning()
    try player.tap("on")
    player.play(at(1247))
    #expect(player.step == "made" && player.ignored == nil)
    try player.end("scan", "ok", ["found": .number(3)])
    #expect(player.step == "made")
    #expect(try player.fact("found") == .number(3))
  }

  @Test func whatATaskFindsIsChecked() throws {
    var player = try scanning()
    try player.end("scan", "ok", ["found": .number(10)])
    #expect(player.step == "scan")
    if case .invalid = player.ignored {} else { Issue.record("not refused") }
    try player.end("scan", "ok", ["percent": .number(10)])
    #expect(player.step == "scan", "a scan says nothing of it")
  }

  @Test func whoComesBackFindsTheTaskAskedForAgain() throws {
    var player = try scanning()
    player.open(day: 1)
    #expect(player.asked == [.effect(0)] && player.step == "scan")
    try player.tap("pause")
    player.open(day: 2)
    #expect(player.asked.isEmpty, "one that is paused stays so")
  }

  @Test func aMilestoneIsToldOnceAndACelebrationIsOwed() throws {
    var player = try scanning()
    try player.host("percent", .number(49))
    #expect(player.asked.isEmpty)
    try player.host("percent", .number(73))
    #expect(player.asked == [.milestone(0)])
    try player.host("percent", .number(20))
    try player.host("percent", .number(60))
    #expect(player.asked.isEmpty)
    try player.host("percent", .number(100))
    #expect(player.asked == [.milestone(1)] && player.step == "scan")
    player.open(day: 3)
    #expect(player.step == "party")
    try player.tap("end")
    #expect(player.step == "scan")
    player.open(day: 4)
    #expect(player.step == "scan", "it was celebrated")
  }

  @Test func aCelebrationDoesNotHideWhatRuns() throws {
    var player = try scanning()
    try player.host("percent", .number(100))
    player.open(day: 3)
    #expect(player.step == "party" && player.asked == [.effect(0)], "the scan is asked for again")
  }

  @Test func aTaskThatNobodyWaitsForIsCancelled() throws {
    var player = try scanning()
    try player.tap("on")
    try player.tap("end")
    #expect(player.step == nil && player.asked.contains(.task(.cancel, effect: 0)))
    player = try scanning()
    player.play(.restart)
    #expect(player.asked.first == .task(.cancel, effect: 0) && player.state.waiting.isEmpty)
  }

  @Test func onlyTheFlowBeginsAnewWithAMilestone() throws {
    let flow = try flow(
      #"""
      "start": "go",
      "facts": {
        "percent": { "from": "host", "kind": "number", "between": [0, 100], "default": 0 }
      },
      "milestones": { "half": { "fact": "percent", "at": 50, "owes": "party" } },
      "steps": {
        "go": { "actions": { "anew": { "set": { "percent": null } }, "see": { "go": "party" } } },
        "party": { "actions": { "end": { "go": "finish" } } }
      }
      """#)
    var player = Player(flow)
    player.open()
    try player.host("percent", .number(60))
    #expect(player.asked == [.milestone(0)] && player.state.owed == [0])
    try player.host("percent", .number(0))
    try player.host("percent", .number(60))
    #expect(player.asked.isEmpty, "a host that counts wrongly tells nothing twice")
    try player.tap("anew")
    #expect(player.state.owed.isEmpty, "nothing is owed any more")
    try player.host("percent", .number(60))
    #expect(player.asked == [.milestone(0)])
    try player.tap("see")
    #expect(player.step == "party" && player.state.owed.isEmpty, "it is seen now")
  }

  @Test func whatAnOutcomeSaysIsSeenWhereItLeads() throws {
    let flow = try flow(
      #"""
      "start": "a", "facts": {}, "effects": { "save": {} },
      "steps": {
        "a": { "actions": { "save": { "do": "save", "then": {
          "ok": { "go": "b" }, "failed": { "go": "b", "say": "sorry" } } } } },
        "b": { "actions": { "end": { "go": "finish" } } }
      }
      """#)
    var player = Player(flow)
    player.open()
    try player.tap("save")
    try player.end("save", "failed")
    #expect(player.step == "b" && player.state.said?.name == "sorry")
    player.play(.back)
    #expect(player.state.said == nil)
  }

  @Test func aNoticeStandsWhileItsReasonDoes() throws {
    var player = try scanning()
    try player.tap("wait")
    #expect(player.ignored == .notThere)
    try player.host("hot", .flag(true))
    try player.tap("wait")
    #expect(player.asked == [.task(.pause, effect: 0)])
    try player.host("hot", .flag(false))
    try player.tap("wait")
    #expect(player.ignored == .notThere)
  }
}
