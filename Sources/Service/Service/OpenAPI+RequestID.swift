import HTTP
import SourceJSON

extension OpenAPI {
  /// Adds the header with the identifier of the request to each response.
  static func addingRequestIDs(to document: JSONValue) -> JSONValue {
    document
      .changing("components", "responses") { $0.mapValues(withRequestID) }
      .changing("paths") { paths in
        paths.mapValues { path in
          path.mapValues { operation in
            operation.changing("responses") { $0.mapValues(withRequestID) }
          }
        }
      }
  }

  /// Returns a response with the header, unless the value refers to a shared response.
  private static func withRequestID(_ response: JSONValue) -> JSONValue {
    guard response.member("$ref") == nil else { return response }
    let headers = response.member("headers") ?? [:]
    return response.adding(
      "headers", headers.adding(RequestID.header, ["$ref": "#/components/headers/RequestID"]))
  }
}
