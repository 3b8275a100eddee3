import FlowHosts
import Flows
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the interpretation of lines that a person types or a program sends.
@Suite struct ConversationTests {
  /// Returns a conversation at a step of a story, with the given facts.
  private func conversation(
    _ name: String, at step: String, order: String? = nil, language: String = "en",
    _ facts: [String: FactValue] = [:], history: [String] = []
  ) throws -> Conversation {
    let story = try shippedFlows.story(name, variant: order)
    var state = FlowState(story.flow)
    func place(_ step: String) throws -> Int {
      try #require(story.flow.steps.firstIndex { $0.name == step })
    }
    state.step = try place(step)
    state.history = try history.map(place)
    state.lastUse = 0
    for (name, value) in facts {
      state.facts[try #require(story.flow.facts.firstIndex { $0.name == name })] = value
    }
    return Conversation(story, language: language, state: state)
  }

  private func fact(_ name: String, of conversation: Conversation, _ flow: Flow) throws -> FactValue
  {
    conversation.state.facts[try #require(flow.facts.firstIndex { $0.name == name })]
  }

  /// If the step asks for a number, a typed number is the answer, not a choice from the menu.
  @Test(arguments: [
    ("2", 2), ("1", 1), ("3", 3), ("20", 20), (" 4 ", 4), ("٢", 2), ("２", 2), ("۱۲", 12),
    ("0", nil), ("21", nil), ("-2", nil), ("2.5", nil), ("999999999999", nil),
  ])
  func aNumberIsTheAnswer(_ typed: String, _ expected: Int?) throws {
    for (name, step, order) in [
      ("notewall", "preset", nil), ("notewall", "preset", "photo-first"),
      ("notewall-daily", "number", nil),
    ] {
      let flow = try shippedFlows.story(name, variant: order).flow
      var conversation = try conversation(name, at: step, order: order)
      let heard = conversation.hear(typed)
      #expect(try fact("preset", of: conversation, flow) == .number(expected ?? 3), "\(name)")
      #expect((heard.reply == nil) == (expected != nil), "\(name): \(heard.reply ?? "")")
      #expect(conversation.state.step == flow.steps.firstIndex { $0.name == step })
    }
  }

  /// A host that does not perform effects does not claim to do so, but asks for the effect's
  /// outcome.
  @Test(arguments: [
    ("notewall-daily", "picture", "make", "make wallpapers"),
    ("notewall-daily", "run", "run", "run shortcut"),
  ])
  func aRehearsalSaysThatItMakesNothing(
    _ name: String, _ step: String, _ action: String, _ effect: String
  ) throws {
    var conversation = try conversation(name, at: step)
    for case .effect(let effect) in conversation.hear(action).asked {
      conversation.askOutcome(of: effect)
    }
    #expect(
      conversation.lines.first
        == "An app would do this now: \(effect). This program does not; say how it should end.")
    #expect(conversation.lines.contains("  1  It worked"), "\(conversation.lines)")
    #expect(!conversation.lines.contains { $0.contains("running") })
  }

  /// If a step asks for a number, letters select menu entries; the name or title of an action also
  /// selects that action.
  @Test func lettersChooseWhereNumbersAreAnswers() throws {
    let flow = try shippedFlows.story("notewall").flow
    let lines = try conversation("notewall", at: "preset").lines.filter {
      $0.hasPrefix("  ") && !$0.hasPrefix("   ")
    }
    #expect(lines.map { $0.dropFirst(2).first } == ["a", "b", "c"], "\(lines)")
    for typed in ["a", "A", "next", "This is my number", "this is my number"] {
      var conversation = try conversation("notewall", at: "preset")
      _ = conversation.hear(typed)
      #expect(conversation.state.step == flow.steps.firstIndex { $0.name == "install" }, "\(typed)")
    }
    // A program sends the name of the fact, and then its value.
    var conversation = try conversation("notewall", at: "preset")
    _ = conversation.hear("preset")
    _ = conversation.hear("2")
    #expect(try fact("preset", of: conversation, flow) == .number(2))
  }

  @Test(arguments: ["Buy milk", "2 eggs", "牛乳を買う", "اشتر الحليب", "a", "no", "Call Ana: 3 pm"])
  func aTypedNoteIsAdded(_ note: String) throws {
    for name in ["notewall", "notewall-daily"] {
      let flow = try shippedFlows.story(name).flow
      var conversation = try conversation(name, at: "notes")
      _ = conversation.hear(note)
      let heard = conversation.hear("Bread")
      #expect(try fact("notes", of: conversation, flow) == .texts([note, "Bread"]))
      #expect(heard.reply == nil && heard.isSameStep)
    }
  }

  @Test func aListThatIsFullSaysSo() throws {
    let notes = (1...20).map { "Note \($0)" }
    let flow = try shippedFlows.story("notewall").flow
    var conversation = try conversation("notewall", at: "notes", ["notes": .texts(notes)])
    let heard = conversation.hear("One more")
    #expect(heard.reply?.contains("20") == true)
    #expect(try fact("notes", of: conversation, flow) == .texts(notes))
  }

  /// Menu commands are not interpreted as notes.
  @Test func whatTheMenuSaysIsChosen() throws {
    let flow = try shippedFlows.story("notewall").flow
    for typed in ["next", "Next", "NEXT", "3"] {
      var conversation = try conversation("notewall", at: "notes", ["notes": .texts(["Bread"])])
      _ = conversation.hear(typed)
      #expect(try fact("notes", of: conversation, flow) == .texts(["Bread"]), "\(typed)")
      #expect(
        conversation.state.step == flow.steps.firstIndex { $0.name == "wallpapers" }, "\(typed)")
    }
  }

  @Test(arguments: ["q", "quit", "exit"]) func oneCanLeave(_ word: String) throws {
    var conversation = try conversation("notewall-daily", at: "today")
    #expect(conversation.hear(word).leaves)
  }

  /// "Go back" and "Back" do the same, as does "Back to the notes" if the notes were the previous
  /// step, so only one of them is shown.
  @Test(arguments: [
    ("notewall", "help", ["notes"], false), ("notewall", "safari-help", ["safari"], false),
    ("notewall", "own-photo", ["fix"], false), ("notewall", "wallpapers", ["notes"], false),
    ("notewall", "notes", ["check"], true), ("notewall-daily", "help", ["today"], false),
    ("notewall-daily", "notes", ["today"], false), ("notewall-daily", "run", ["picture"], true),
  ])
  func oneWayBackIsShown(
    _ name: String, _ step: String, _ history: [String], _ expected: Bool
  ) throws {
    let conversation = try conversation(name, at: step, history: history)
    #expect(conversation.lines.contains { $0.hasSuffix("  Back") } == expected)
    var answered = conversation
    _ = answered.hear("back")
    let flow = try shippedFlows.story(name).flow
    #expect(answered.state.step == flow.steps.firstIndex { $0.name == history[0] })
  }

  /// Effects that the host does not support are not reported as done, and a computer is not
  /// referred to as a phone.
  @Test(arguments: ["en", "ar", "ja"])
  func aComputerSavesNothingInPhotos(_ language: String) throws {
    for (step, key, other) in [
      ("set-as-wallpaper", "copy", "saved"), ("permissions", "copy", "what"),
      ("install", "scan", "what"), ("wallpapers", "named", "defaults"),
    ] {
      let phone = try conversation("notewall", at: step, order: "photo-first", language: language)
      let computer = try conversation(
        "notewall", at: step, order: "photo-first", language: language,
        ["onComputer": .flag(true)])
      #expect(phone.lines.contains(phone.text("\(step).\(other)")))
      #expect(!phone.lines.contains(phone.text("\(step).\(key)")))
      #expect(computer.lines.contains(computer.text("\(step).\(key)")))
      #expect(!computer.lines.contains(computer.text("\(step).\(other)")))
    }
  }

  /// A step mentions the folder for the home screen only if the shortcut changes the home screen.
  @Test func theHomeScreenFolderIsShownWhereThereIsOne() throws {
    for (home, expected) in [("none", false), ("black", true), ("photo", true)] {
      let lines = try conversation("notewall", at: "permissions", ["home": .word(home)]).lines
      #expect(lines.contains { $0.contains("HomeScreen") } == expected, "\(home)")
      #expect(lines.count { $0.contains("LockScreen") } == 1)
    }
  }
}
