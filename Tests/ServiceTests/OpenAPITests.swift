import SourceJSON
import Testing
import WallfarmTesting

@testable import Service

/// The document that describes the service, as programs read it.
@Suite struct OpenAPITests {
  private static func document(hasKeys: Bool) -> JSONValue {
    OpenAPI.document(
      OpenAPI.Facts(
        version: "1.0", devices: ["iphone15", "iphone8"], templates: ["lock", "month"],
        themes: ["paper"], hasKeys: hasKeys, fetchesPhotos: hasKeys))
  }

  /// Every reference, wherever it stands.
  private static func references(in value: JSONValue) -> [String] {
    switch value {
    case .object(let members):
      members.flatMap { key, value -> [String] in
        if key == "$ref", case .string(let text) = value { return [text] }
        return references(in: value)
      }
    case .array(let values): values.flatMap(references)
    default: []
    }
  }

  @Test(arguments: [true, false])
  func whatIsReferredToIsThere(_ hasKeys: Bool) {
    let document = Self.document(hasKeys: hasKeys)
    let references = Set(Self.references(in: document))
    #expect(references.contains("#/components/responses/Problem409"))
    for reference in references {
      let found = reference.split(separator: "/").dropFirst().reduce(document as JSONValue?) {
        $0?.member(String($1))
      }
      #expect(found != nil, "\(reference)")
    }
    // And nothing is described that no operation answers.
    guard case .object(let responses)? = document.member("components")?.member("responses") else {
      Issue.record("there are no responses")
      return
    }
    for name in responses.keys where !["Problem401", "Problem403"].contains(name) {
      #expect(references.contains("#/components/responses/\(name)"), "\(name)")
    }
  }

  /// No answer has a status that the table of problems would call another one.
  @Test func everyStatusHasWordsOfItsOwn() {
    let statuses = Route.allCases.flatMap { route in route.methods.flatMap(route.refusals) }
    let known: Set = [400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 416, 422, 429, 500, 502]
    #expect(Set(statuses).isSubset(of: known.union([503, 504])))
  }

  @Test(arguments: [true, false])
  func theDocumentIsValid(_ hasKeys: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.document(hasKeys: hasKeys).text(pretty: true), to: "openapi.json")
    let (said, status) = Tool.run(
      Workspace.root + "/.build/python/bin/openapi-spec-validator", [folder.file("openapi.json")],
      withErrors: true)
    #expect(status == 0, "\(said.prefix(1000))")
  }

  /// A generated client has every operation, with every answer.
  @Test func aClientIsGeneratedWithEveryRoute() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.document(hasKeys: true).text(pretty: true), to: "openapi.json")
    try folder.write("post_hooks: []\n", to: "config.yml")
    let (said, status) = Tool.run(
      Workspace.root + "/.build/python/bin/openapi-python-client",
      [
        "generate", "--path", folder.file("openapi.json"), "--meta", "none", "--output-path",
        folder.file("client"), "--config", folder.file("config.yml"),
      ], withErrors: true)
    #expect(status == 0, "\(said.prefix(2000))")
    // It knows JSON and bytes, and tells of calendars and lists that it leaves out.
    for words in ["will not be generated", "will be omitted", "Unable to process"] {
      #expect(!said.contains(words), "\(said.prefix(2000))")
    }
    let made = Tool.output(
      of: "find", [folder.file("client/api"), "-name", "*.py", "-not", "-name", "__init__.py"])
    let operations = Route.allCases.filter { $0 != .metrics }.flatMap(\.methods)
    #expect(made?.split(separator: "\n").count == operations.count)
    for name in ["keep_photo", "count_steps", "shown", "picture", "revoke_picture"] {
      #expect(made?.contains("/\(name).py") == true, "\(name)")
    }
  }
}
