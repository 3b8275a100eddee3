import FlowHosts
import Flows
import Testing
import WallfarmTesting

/// Tests lists that a person types or pastes at a step, one entry on each line.
@Suite struct ListTests {
  /// Returns a conversation at the notes of the setup.
  private func conversation(_ notes: [String] = []) throws -> Conversation {
    let story = try shippedFlows.story("notewall")
    var state = FlowState(story.flow)
    state.step = story.flow.steps.firstIndex { $0.name == "notes" }
    state.lastUse = 0
    state.facts[try place(of: "notes", in: story.flow)] = .texts(notes)
    return Conversation(story, language: "en", state: state)
  }

  private func place(of fact: String, in flow: Flow) throws -> Int {
    try #require(flow.facts.firstIndex { $0.name == fact })
  }

  private func notes(_ conversation: Conversation) throws -> FactValue {
    let flow = try shippedFlows.story("notewall").flow
    return conversation.state.facts[try place(of: "notes", in: flow)]
  }

  /// The bullet, number and checkbox of an entry are removed.
  @Test(arguments: [
    ("- Call Ana", "Call Ana"), ("* Call Ana", "Call Ana"), ("+ Call Ana", "Call Ana"),
    ("– Call Ana", "Call Ana"), ("•\tCall Ana", "Call Ana"), ("•Call Ana", "Call Ana"),
    ("◦ Call Ana", "Call Ana"), ("・牛乳", "牛乳"), ("☐ Bread", "Bread"), ("[ ] Bread", "Bread"),
    ("- [ ] Bread", "Bread"), ("- [x] Bread", "Bread"), ("1. Buy milk", "Buy milk"),
    ("1) Buy milk", "Buy milk"), ("(1) Buy milk", "Buy milk"), ("１．牛乳", "牛乳"),
    ("1、牛乳", "牛乳"), ("١. حليب", "حليب"), ("1. [ ] Bread", "Bread"),
    // After a hyphen, every text is an entry.
    ("- 42", "42"), ("- next", "next"), ("- q", "q"), ("- Help", "Help"),
  ])
  func aMarkerIsRemoved(_ typed: String, _ expected: String) throws {
    var conversation = try conversation()
    let heard = conversation.hear(typed)
    #expect(try notes(conversation) == .texts([expected]))
    #expect(heard.isListing && heard.isSameStep && heard.reply == nil)
  }

  /// A text that only resembles a marker is kept, and so is a number that does not continue a list.
  @Test(arguments: [
    "3. Oktober", "12) Rue Cler", "1.5 kg flour", "-5 °C outside", "2 eggs", "7:30 gym", "*new*",
    "[draft] letter", "(two) tickets", "1st of May", "a", "no",
  ])
  func aTextIsKept(_ typed: String) throws {
    var conversation = try conversation()
    _ = conversation.hear(typed)
    #expect(try notes(conversation) == .texts([typed]))
  }

  /// An entry that consists of a marker adds nothing.
  @Test(arguments: ["-", "•", "1.", "- [ ]"]) func aMarkerAloneAddsNothing(_ typed: String) throws {
    var conversation = try conversation()
    let heard = conversation.hear(typed)
    #expect(try notes(conversation) == .texts([]))
    #expect(heard.isListing)
  }

  /// A whole list is pasted: numbers can begin anywhere, and an empty line ends the list.
  @Test func aListIsPasted() throws {
    var conversation = try conversation()
    for line in ["Groceries", "1. Milk", "2. Bread", "- Eggs", "3. Butter"] {
      let heard = conversation.hear(line)
      #expect(heard.isListing && heard.reply == nil, "\(line)")
    }
    let expected = FactValue.texts(["Groceries", "Milk", "Bread", "Eggs", "Butter"])
    #expect(try notes(conversation) == expected)
    let end = conversation.hear("")
    #expect(!end.isListing && end.isSameStep && end.reply == nil && end.asked.isEmpty)
    #expect(try notes(conversation) == expected)
    #expect(conversation.shortLines.contains("  5. Butter"))
    // The list of a second pasted text begins with 1 again, and continues the existing list.
    for line in ["1. Tea", "2. Rice", "8. Salt"] { _ = conversation.hear(line) }
    #expect(
      try notes(conversation)
        == .texts(["Groceries", "Milk", "Bread", "Eggs", "Butter", "Tea", "Rice", "Salt"]))
  }

  /// The menu does not contain the entry that adds to the list, because typing adds; programs can
  /// still use its name.
  @Test func typingAddsWithoutAMenu() throws {
    var conversation = try conversation(["Bread"])
    #expect(!conversation.lines.contains { $0.contains("add one") })
    #expect(conversation.lines.contains { $0.contains("type or paste entries") })
    _ = conversation.hear("notes")
    _ = conversation.hear("help")
    #expect(try notes(conversation) == .texts(["Bread", "help"]))
  }

  /// A number alone is not an entry, because it usually means a line of a menu.
  @Test(arguments: ["0", "9", "42"]) func aNumberAloneIsNoEntry(_ typed: String) throws {
    var conversation = try conversation(["Bread"])
    let heard = conversation.hear(typed)
    #expect(try notes(conversation) == .texts(["Bread"]))
    #expect(heard.reply?.contains("- 42") == true && !heard.isListing)
  }

  /// A list that is too long fills the list and says so for each further line.
  @Test func aLongListFillsTheList() throws {
    var conversation = try conversation()
    var replies = 0
    for number in 1...23 where conversation.hear("\(number). Note").reply != nil { replies += 1 }
    #expect(try notes(conversation) == .texts([String](repeating: "Note", count: 20)))
    #expect(replies == 3)
  }

  /// A host can check and rewrite the entries of a list.
  @Test func aHostReadsTheEntries() throws {
    var conversation = try conversation()
    conversation.entryReader = { fact, entry in
      #expect(fact == "notes")
      return entry == "bad" ? .refused("no") : .accepted(entry.uppercased())
    }
    #expect(conversation.hear("- milk").reply == nil)
    #expect(conversation.hear("- bad").reply == "no")
    #expect(try notes(conversation) == .texts(["MILK"]))
  }
}
