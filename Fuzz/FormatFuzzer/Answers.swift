import PluginMessages
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Fuzzes all parsers for messages from external plugins.
func fuzzAnswer(_ bytes: [UInt8]) {
  checkQuickReading(bytes)
  guard let node = try? JSONEntry(parsing: bytes) else { return }
  let reader = MessageReader()
  guard let arrangement = try? reader.arrangement(node, notes: 5) else { return }
  let check = SceneCheck(
    size: Size(width: 393, height: 852), pixels: PixelSize(width: 1179, height: 2556))
  try? check.check(
    Scene(size: Size(width: 393, height: 852), background: [], foreground: arrangement.layers))
  // The parsed message must survive a round trip.
  var text = JSONText()
  text.arrangement(arrangement)
  let other = MessageReader()
  guard let again = try? JSONEntry(parsing: text.bytes),
    let same = try? other.arrangement(again, notes: 5), same == arrangement
  else { fatalError("a message changed after decoding and encoding") }
}

/// Checks that the fast parser for measurements agrees with the full parser or rejects the input.
private func checkQuickReading(_ bytes: [UInt8]) {
  guard let quick = WrittenMeasurements.read(bytes) else { return }
  let reader = MessageReader()
  guard let node = try? JSONEntry(parsing: bytes),
    let long = try? reader.required(
      "texts", of: node,
      { (node) throws(MessageMistake) in
        try reader.list(node, most: 100_000, reader.measurement)
      }), long == quick
  else { fatalError("nonexistent measurements were decoded") }
}
