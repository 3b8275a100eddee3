import FlowHosts
import Flows
import SourceJSON
import Testing

/// Tests how moves change the state of a flow.
@Suite struct EngineTests {
  /// A flow of four steps, one of which is help, with a gate, an effect and a question.
  private static let small = #"""
    "start": "one",
    "facts": {
      "notes": { "from": "user", "kind": "texts", "most": 3 },
      "size": { "from": "user", "kind": "number", "between": [1, 20], "default": 3 },
      "known": { "from": "flow", "kind": "yes-no", "clearedBy": ["size"] },
      "browser": { "from": "host", "kind": "yes-no" },
      "done": { "from": "flow", "kind": "yes-no" }
    },
    "effects": { "save": { "outcomes": ["ok", "failed", "refused"] } },
    "always": { "help": { "go": "aside" } },
    "steps": {
      "one": { "actions": { "next": { "go": "two" } } },
      "two": {
        "ask": ["notes", "size"],
        "actions": {
          "next": { "need": { "notes": { "atLeast": 1 } }, "go": "three" },
          "clear": { "confirm": true, "set": { "notes": null } },
          "know": { "set": { "known": true } }
        }
      },
      "three": {
        "pass": { "when": { "browser": true }, "go": "four" },
        "actions": { "next": { "go": "four" }, "first": { "go": "one" } }
      },
      "four": {
        "actions": {
          "save": {
            "do": "save",
            "then": {
              "ok": { "set": { "done": true }, "go": "five" }, "failed": { "say": "sorry" },
              "refused": {}
            }
          },
          "end": { "go": "finish" }
        }
      },
      "five": { "back": false, "actions": { "end": { "go": "finish" } } },
      "aside": { "aside": true, "actions": { "close": { "go": "back" } } }
    },
    "success": { "done": true }
    """#

  private func player(at step: String = "one") throws -> Player {
    var player = Player(try flow(Self.small))
    player.open()
    guard step != "one" else { return player }
    try player.tap("next")
    guard step != "two" else { return player }
    try player.input("notes", .texts(["Buy milk"]))
    try player.tap("next")
    guard step != "three" else { return player }
    try player.tap("next")
    return player
  }

  @Test func aShutGateChangesNothing() throws {
    var player = try player(at: "two")
    let before = player.state
    try player.tap("next")
    #expect(player.ignored == .gate(.step(0)))
    #expect(player.state == before)
    try player.input("notes", .texts(["Buy milk"]))
    try player.tap("next")
    #expect(player.step == "three" && player.ignored == nil)
  }

  @Test(arguments: [
    ("size", FactValue.number(0)), ("size", .number(21)), ("size", .word("3")),
    ("notes", .texts(["a", "b", "c", "d"])), ("notes", .texts([" "])), ("notes", .flag(true)),
    ("notes", .texts([String(repeating: "a", count: 501)])),
  ])
  func whatAFactCannotBeIsNotTaken(_ fact: String, _ value: FactValue) throws {
    var player = try player(at: "two")
    let before = player.state
    try player.input(fact, value)
    #expect(player.state == before)
    if case .invalid = player.ignored {
    } else {
      Issue.record("\(String(describing: player.ignored))")
    }
  }

  @Test func aFactIsAskedForOnlyWhereAStepDoes() throws {
    var player = try player()
    try player.input("notes", .texts(["Buy milk"]))
    #expect(player.ignored == .notThere)
    try player.input("browser", .flag(true))
    #expect(player.ignored == .notThere)
    try player.host("notes", .texts([]))
    #expect(player.ignored == .notThere)
  }

  @Test func goingBackUndoesWhatCameAfter() throws {
    var player = try player(at: "four")
    #expect(player.history == ["one", "two", "three"])
    player.play(.back)
    #expect(player.step == "three" && player.history == ["one", "two"])
    // Visiting a step again goes back to its position in the history instead of adding it a second
    // time.
    try player.tap("first")
    #expect(player.step == "one" && player.history.isEmpty)
    player.play(.back)
    #expect(player.ignored == .notThere)
  }

  @Test func whoCannotGoBackStays() throws {
    var player = try player(at: "four")
    try player.tap("save")
    try player.end("save", "ok")
    #expect(player.step == "five")
    player.play(.back)
    #expect(player.step == "five" && player.ignored == .notThere)
  }

  @Test func helpReturnsToWhereItWasAskedFor() throws {
    var player = try player(at: "three")
    try player.tap("help")
    #expect(player.step == "aside")
    try player.tap("help")
    #expect(player.ignored == .notThere)
    try player.tap("close")
    #expect(player.step == "three" && player.history == ["one", "two"])
  }

  @Test func aStepThatIsPassedOverIsNotGoneBackTo() throws {
    var player = try player(at: "two")
    try player.host("browser", .flag(true))
    try player.input("notes", .texts(["Buy milk"]))
    try player.tap("next")
    #expect(player.step == "four" && player.history == ["one", "two"])
  }

  @Test func nobodyGoesBackToWhatIsPassedOver() throws {
    var player = try player(at: "four")
    #expect(player.history == ["one", "two", "three"])
    try player.host("browser", .flag(true))
    player.play(.back)
    #expect(player.step == "two" && player.history == ["one"])
  }

  @Test func anActionThatOpensAnotherFlowIsThere() throws {
    let flow = try flow(
      #"""
      "start": "a", "facts": {}, "links": { "daily": "other" },
      "steps": { "a": { "actions": { "daily": { "open": "daily", "go": "a" } } } }
      """#)
    var player = Player(flow)
    player.open()
    try player.tap("daily")
    #expect(player.asked == [.open(link: 0)] && player.ignored == nil)
  }

  @Test func aHostThatFindsItOutPassesOverTheStep() throws {
    var player = try player(at: "three")
    try player.host("browser", .flag(true))
    #expect(player.step == "four")
  }

  @Test func whatIsClearedIsAsAtTheBeginning() throws {
    var player = try player(at: "two")
    try player.tap("know")
    #expect(try player.fact("known") == .flag(true))
    try player.input("size", .number(3))
    #expect(try player.fact("known") == .flag(true), "it did not change")
    try player.input("size", .number(4))
    #expect(try player.fact("known") == .unknown)
  }

  @Test func anActionThatAsksIsTakenOnlyWhenItIsMeant() throws {
    var player = try player(at: "two")
    try player.input("notes", .texts(["Buy milk"]))
    player.play(.answer(true))
    #expect(player.ignored == .notThere)
    try player.tap("clear")
    player.play(.answer(false))
    #expect(try player.fact("notes") == .texts(["Buy milk"]))
    try player.tap("clear")
    player.play(.back)
    #expect(player.step == "two" && player.state.asking == nil)
    try player.tap("clear")
    player.play(.answer(true))
    #expect(try player.fact("notes") == .texts([]))
  }

  @Test func anEffectIsAskedForOnce() throws {
    var player = try player(at: "four")
    try player.tap("save")
    #expect(player.asked == [.effect(0)])
    try player.tap("save")
    #expect(player.ignored == .busy && player.asked.isEmpty)
    try player.end("save", "failed")
    #expect(player.state.said?.name == "sorry")
    try player.end("save", "ok")
    #expect(player.ignored == .late && player.step == "four")
    try player.tap("save")
    #expect(player.asked == [.effect(0)] && player.state.said == nil)
  }

  @Test func nobodyIsFetchedBackByAnEffect() throws {
    var player = try player(at: "four")
    try player.tap("save")
    player.play(.back)
    try player.end("save", "ok")
    #expect(player.step == "three" && player.ignored == nil)
    #expect(try player.fact("done") == .flag(true), "what it did is known all the same")
  }

  @Test func whatAHostWasGivenDoesNotChangeUnderItsHands() throws {
    let flow = try flow(
      #"""
      "start": "one", "facts": { "notes": { "from": "user", "kind": "texts" } },
      "effects": { "save": { "with": ["notes"] } },
      "steps": { "one": { "ask": ["notes"], "actions": {
        "save": { "do": "save", "then": { "ok": { "go": "finish" }, "failed": {} } } } } }
      """#)
    var player = Player(flow)
    player.open()
    try player.tap("save")
    try player.input("notes", .texts(["Buy milk"]))
    #expect(player.ignored == .busy)
    try player.end("save", "failed")
    try player.input("notes", .texts(["Buy milk"]))
    #expect(player.ignored == nil)
  }

  @Test func theStoryEndsOnlyWithSuccess() throws {
    var player = try player(at: "four")
    try player.tap("end")
    #expect(player.ignored == .notYet(0) && player.step == "four")
    try player.tap("save")
    try player.end("save", "ok")
    try player.tap("end")
    #expect(player.step == nil && player.asked == [.finished] && player.state.finished == 3)
    // The flow does not restart automatically.
    player.open(day: 400)
    #expect(player.step == nil)
    player.play(.restart)
    #expect(player.step == "one" && player.state.finished == 3)
    #expect(try player.fact("done") == .unknown)
  }

  @Test func movesThatMakeNoSenseChangeNothing() throws {
    for start in ["one", "two", "three", "four"] {
      var player = try player(at: start)
      let before = player.state
      let moves: [Move] = [
        .tap(.step(9)), .tap(.always(4)), .tap(.notice(0, 0)), .answer(false), .elapsed,
        .ended(effect: 0, outcome: 0, []),
        .progress(effect: 0, FlowState.Progress(done: 1, total: 2, secondsLeft: nil)),
      ]
      for move in moves {
        player.play(move)
        #expect(player.state == before && player.ignored != nil, "\(move) at \(start)")
        #expect(player.asked.isEmpty)
      }
    }
  }
}
