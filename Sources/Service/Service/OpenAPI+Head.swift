import SourceJSON

extension OpenAPI {
  /// Adds a `HEAD` operation to each path that has a `GET` operation.
  ///
  /// The responses of a `HEAD` operation are those of `GET` without bodies. If `GET` refers to a
  /// response that several operations share, such as `Problem404`, `HEAD` refers to a copy without
  /// a body, such as `Head404`.
  static func addingHeads(to document: JSONValue) -> JSONValue {
    var shared: Set<String> = []
    let described = document.changing("paths") { paths in
      paths.mapValues { path in
        guard let get = path.member("get") else { return path }
        let head = head(of: get)
        shared.formUnion(sharedResponses(of: head))
        return path.adding("head", head)
      }
    }
    return described.changing("components", "responses") { responses in
      shared.reduce(responses) { all, status in
        guard let problem = responses.member("Problem" + status) else { return all }
        return all.adding("Head" + status, problem.removing("content"))
      }
    }
  }

  private static func head(of get: JSONValue) -> JSONValue {
    get.removing("description")
      .changing("operationId") { $0.appending("Head") }
      .changing("summary") { $0.appending(": headers only.", inPlaceOf: ".") }
      .changing("parameters") { parameters in
        guard case .array(let all) = parameters else { return parameters }
        // Ranges apply to GET only (RFC 9110, 14.2).
        return .array(all.filter { !["Range", "If-Range"].contains($0.member("name")) })
      }
      .changing("responses") { responses in
        responses.removing("206").removing("416").mapValues { response in
          guard case .string(let name)? = response.member("$ref") else {
            return response.removing("content")
          }
          return ["$ref": .string(name.replacing("/Problem", with: "/Head"))]
        }
      }
  }

  /// Returns the statuses of the responses that an operation shares with other operations.
  private static func sharedResponses(of operation: JSONValue) -> [String] {
    guard case .object(let responses)? = operation.member("responses") else { return [] }
    return responses.filter { $0.value.member("$ref") != nil }.map(\.key)
  }
}

extension JSONValue {
  /// Returns the string with the suffix `old` replaced by `end`, or the value unchanged if it has
  /// no such suffix.
  fileprivate func appending(_ end: String, inPlaceOf old: String = "") -> JSONValue {
    guard case .string(let text) = self, text.hasSuffix(old) else { return self }
    return .string(text.dropLast(old.count) + end)
  }
}
