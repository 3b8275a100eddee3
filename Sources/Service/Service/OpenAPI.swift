package import SourceJSON

/// The OpenAPI 3.1 document of the service (https://spec.openapis.org/oas/v3.1.1).
///
/// `Resources/openapi.json` applies to every service and omits `HEAD` operations; ``document(_:)``
/// adapts it to one service. `OpenAPITests` compares the file with the routes and with the code
/// that parses requests.
package enum OpenAPI {
  /// The properties that differ between services.
  package struct Facts {
    /// Identifiers of the devices.
    let devices: [String]
    /// Names of the templates.
    let templates: [String]
    /// Names of the themes.
    let themes: [String]
    /// Whether clients need a key; without keys, the service accepts only requests from its own
    /// machine.
    let hasKeys: Bool
    /// Whether photos are fetched from other hosts.
    let fetchesPhotos: Bool

    package init(
      devices: [String], templates: [String], themes: [String], hasKeys: Bool, fetchesPhotos: Bool
    ) {
      self.devices = devices
      self.templates = templates
      self.themes = themes
      self.hasKeys = hasKeys
      self.fetchesPhotos = fetchesPhotos
    }
  }

  /// The checked-in document.
  package static let source: JSONValue = {
    let text = String(decoding: Resources.openAPI, as: UTF8.self)
    guard let document = try? JSONNode(parsing: text) else {
      preconditionFailure("Resources/openapi.json is not JSON")
    }
    return document.plain
  }()

  /// The document with all operations and responses, but without names that depend on the
  /// installation.
  package static let shipped = addingRequestIDs(to: addingHeads(to: source))

  /// Returns the document of one service; equal facts produce equal documents.
  package static func document(_ facts: Facts) -> JSONValue {
    var document = shipped
    for (schema, names) in [
      ("Device", facts.devices), ("Template", facts.templates), ("Theme", facts.themes),
    ] {
      document = document.changing("components", "schemas", schema) {
        $0.adding("enum", .array(names.map(JSONValue.string)))
      }
    }
    if !facts.fetchesPhotos {
      document = document.changing("components", "schemas") { schemas in
        schemas.removing("PhotoAddress")
          .adding("PhotoSource", ["$ref": "#/components/schemas/PhotoName"])
      }
    }
    return document.changing("paths") { $0.mapValues { operations($0, facts) } }
  }

  /// Returns the operations of a path, without 403 responses if clients need keys, and without 401
  /// responses otherwise.
  private static func operations(_ path: JSONValue, _ facts: Facts) -> JSONValue {
    path.mapValues { operation in
      guard operation.member("responses") != nil else { return operation }
      let unused = facts.hasKeys ? "403" : "401"
      let changed = operation.changing("responses") { $0.removing(unused) }
      return facts.hasKeys ? changed : changed.removing("security")
    }
  }
}

extension JSONValue {
  /// Returns the object with the value of a key added or replaced.
  package func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members[key] = value
    return .object(members)
  }

  /// Returns the value of a key, or `nil` if the key is missing or this is not an object.
  package func member(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// Returns the object without a key.
  func removing(_ key: String) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members[key] = nil
    return .object(members)
  }

  /// Returns the object with each value transformed.
  func mapValues(_ change: (JSONValue) -> JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.mapValues(change))
  }

  /// Returns the object after the value at a path of keys is transformed.
  func changing(_ path: String..., by change: (JSONValue) -> JSONValue) -> JSONValue {
    changing(path[...], by: change)
  }

  private func changing(
    _ path: ArraySlice<String>, by change: (JSONValue) -> JSONValue
  ) -> JSONValue {
    guard let key = path.first else { return change(self) }
    guard let value = member(key) else { return self }
    return adding(key, value.changing(path.dropFirst(), by: change))
  }
}
