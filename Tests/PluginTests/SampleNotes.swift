import WallfarmPluginKit

/// Realistic notes, which are repeated to make a list of any length.
enum SampleNotes {
  private static let texts = [
    "Buy oat milk and bread", "Call Ana about Saturday", "Dentist at 9:40, bring the card",
    "Water the plants", "Send the invoice to Mr Okafor", "Read twenty pages",
    "Åsa’s crêpes & jalapeños (gluten‑free!)",
  ]

  static func list(_ count: Int) -> [Note] {
    (0..<count).map { Note(texts[$0 % texts.count], done: $0 % 5 == 1) }
  }
}
