internal import Flows

/// Reads the entries of a list that a user types or pastes, one on each line.
extension Conversation {
  /// The result of reading an entry of a list.
  package enum EntryReading: Equatable, Sendable {
    /// The entry to store.
    case accepted(String)
    /// The reason for the user why the entry is not accepted.
    case refused(String)
  }

  /// The index of the fact if the step asks for exactly one list and for no other text; otherwise
  /// nil.
  ///
  /// At such a step, each line that selects no menu entry is an entry of the list. The value is nil
  /// if a confirmation is open.
  var listAsked: Int? {
    guard let fact = textAsked, case .texts = flow.facts[fact].kind else { return nil }
    return fact
  }

  /// The prompt between two lines of a list.
  package var listPrompt: String { listAsked.map(label) ?? prompt }

  /// Reads a typed line as a value of a fact; for a list, removes the bullet or number.
  mutating func entered(_ word: String, in fact: Int) -> EntryReading {
    guard case .texts = flow.facts[fact].kind else { return .accepted(word) }
    let count = state.facts[fact].count ?? 0
    let line = ListLine(word, expecting: [1, count + 1, lastNumber + 1])
    if let number = line.number { lastNumber = number }
    return entryReader?(flow.facts[fact].name, line.text) ?? .accepted(line.text)
  }
}
