import SourceJSON

extension JSONValue {
  /// The part of a receipt that matters to an agent: the properties of the picture.
  ///
  /// A complete receipt contains several kilobytes of measurements.
  var factsForAgents: JSONValue {
    let names = ["template", "theme", "variant", "format", "pixels", "bytes", "sha256", "warnings"]
    var facts: [String: JSONValue] = [:]
    for name in names { facts[name] = member(name) }
    facts["device"] = member("device")?.member("id")
    facts["expires"] = member("expires")
    facts["fontSize"] = member("layout")?.member("fontSize")
    facts["fingerprint"] = member("fingerprint")?.member("digest")
    return .object(facts)
  }

  /// Returns the text of a member, or an empty string if the member is absent or not a string.
  func name(_ key: String) -> String {
    if case .string(let text)? = member(key) { text } else { "" }
  }
}
