import Files
package import SourceJSON
package import WallfarmPluginKit

/// The document that contains the description of a person, for messages about the description.
package struct PersonDocument: Sendable {
  /// The name of the file in the positions of errors.
  package let file: String
  /// The noun for the description, such as `the body`.
  package let noun: String
  /// The code of errors.
  package let code: ErrorCode
  /// The hint for a missing device.
  package let deviceHint: String
  /// Keys of a request that a screen must not have, besides those that apply to the whole person.
  package let reserved: Set<String>

  /// Creates a document.
  package init(
    file: String, noun: String, code: ErrorCode, deviceHint: String, reserved: Set<String> = []
  ) {
    (self.file, self.noun, self.code) = (file, noun, code)
    (self.deviceHint, self.reserved) = (deviceHint, reserved)
  }

  /// Returns an error about the description.
  package func error(_ message: String, _ place: SourcePlace, _ hint: String) -> RenderError {
    RenderError(code, message, origin: place.origin(in: file), hint: hint)
  }

  /// Checks that a value is an object without unknown keys.
  ///
  /// - Throws: The code of the document, `unknown-key`.
  package func check(
    _ words: JSONNode, has keys: Set<String>, as noun: String? = nil
  ) throws(RenderError) {
    let noun = noun ?? self.noun
    guard let members = words.members else {
      throw error("\(noun) is \(words.typeName)", words.place, "write an object")
    }
    for member in members where !keys.contains(member.key) {
      throw .unknownKey(
        String(member.key.prefix(64)), in: noun, known: keys.sorted(),
        origin: member.keyPlace.origin(in: file))
    }
  }
}
