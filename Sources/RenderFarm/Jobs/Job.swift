import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// A job that was read: what to draw, on which devices, and where to.
struct Job {
  /// Given, or made from the content.
  let id: String
  /// Whether the id was given.
  let isNamed: Bool
  /// Counts the jobs of the file, from 1.
  let number: Int
  /// Everything but devices and output.
  let request: RenderRequest
  let devices: [Device]
  let output: String
  let priority: Int
  /// Most seconds for one attempt; nil for the farm's own.
  let timeout: Double?
  /// Its keys and values with the defaults of the file, without places.
  let fields: [String: JSONValue]
  /// Finds the place of a mistake.
  let places: WrittenPlaces
}
