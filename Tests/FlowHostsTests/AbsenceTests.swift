import FlowHosts
import Flows
import Testing

/// Tests automatic restarts of a flow, with the time as an input.
@Suite struct AbsenceTests {
  private static let tips = #"""
    "start": "one", "facts": {}, "trigger": { "firstUse": true, "absentDays": 30 },
    "steps": { "one": { "actions": { "next": { "go": "finish" } } } }
    """#

  private func finished(day: Double) throws -> Player {
    var player = Player(try flow(Self.tips))
    player.open(day: day)
    #expect(player.step == "one", "the first opening ever begins it")
    try player.tap("next")
    #expect(player.step == nil)
    return player
  }

  @Test(arguments: [
    (0.0, false), (1.0, false), (30 - 1.0 / 1440, false), (30.0, true), (31.0, true),
    (4000.0, true), (-1.0, false), (-400.0, false),
  ])
  func thirtyDaysBeginItAgain(days: Double, begins: Bool) throws {
    var player = try finished(day: 1000)
    player.open(day: 1000 + days)
    #expect((player.step == "one") == begins)
  }

  @Test func eachOpeningCounts() throws {
    var player = try finished(day: 1000)
    for day in stride(from: 1020.0, through: 1200, by: 29) {
      player.open(day: day)
      #expect(player.step == nil, "day \(day)")
    }
    player.open(day: 1300)
    #expect(player.step == "one")
  }

  @Test func aClockThatGoesBackBeginsNothing() throws {
    var player = try finished(day: 1000)
    player.open(day: 900)
    #expect(player.step == nil)
    player.open(day: 929)
    #expect(player.step == nil, "counted from the last opening")
    player.open(day: 959)
    #expect(player.step == "one")
  }

  @Test func somebodyInTheMiddleGoesOn() throws {
    let flow = try flow(
      #"""
      "start": "one", "facts": {}, "trigger": { "absentDays": 30 },
      "steps": { "one": { "actions": { "next": { "go": "two" } } },
                 "two": { "actions": { "next": { "go": "finish" } } } }
      """#)
    var player = Player(flow)
    player.open()
    try player.tap("next")
    player.open(day: 100)
    #expect(player.step == "two")
  }

  @Test func withoutFirstUseItWaitsForTheAbsence() throws {
    let flow = try flow(
      #"""
      "start": "one", "facts": {}, "trigger": { "firstUse": false, "absentDays": 7 },
      "steps": { "one": { "actions": { "next": { "go": "finish" } } } }
      """#)
    var player = Player(flow)
    player.open()
    #expect(player.step == nil)
    player.open(day: 6)
    #expect(player.step == nil)
    player.open(day: 13)
    #expect(player.step == "one")
  }
}
