import WallfarmPluginKit

/// Realistic notes, repeated to any number.
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
