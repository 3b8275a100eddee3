import Challenge
import Foundation
import Requests
import Service
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The OpenAPI document of the service.
@Suite(.tags(.recorded)) struct OpenAPITests {
  private static func document(hasKeys: Bool) -> JSONValue {
    OpenAPI.document(
      OpenAPI.Facts(
        devices: ["iphone15", "iphone8"], templates: ["lock", "month"], themes: ["paper"],
        hasKeys: hasKeys, fetchesPhotos: hasKeys))
  }

  /// Returns every `$ref` in a value, at any depth.
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
  func everyReferenceResolves(_ hasKeys: Bool) {
    let document = Self.document(hasKeys: hasKeys)
    let references = Set(Self.references(in: document))
    #expect(references.contains("#/components/responses/Problem409"))
    for reference in references {
      let found = reference.split(separator: "/").dropFirst().reduce(document as JSONValue?) {
        $0?.member(String($1))
      }
      #expect(found != nil, "\(reference)")
    }
  }

  @Test func everyResponseIsUsed() {
    let references = Set(Self.references(in: OpenAPI.shipped))
    let responses = OpenAPI.shipped.member("components")?.member("responses")?.keys ?? []
    #expect(responses.count > 10)
    for name in responses {
      #expect(references.contains("#/components/responses/\(name)"), "\(name)")
    }
  }

  /// The document describes exactly the routes and methods of the service.
  ///
  /// Metrics are not included, because they are served at a separate address.
  @Test func theFileDescribesEveryRoute() {
    let methods: Set = ["get", "head", "put", "post", "delete"]
    var described: [String: Set<String>] = [:]
    for path in OpenAPI.shipped.member("paths")?.keys ?? [] {
      let operations = OpenAPI.shipped.member("paths")?.member(path)?.keys ?? []
      described[path] = Set(operations).intersection(methods)
    }
    let routes = Route.allCases.filter { $0 != .metrics }
    let served = Dictionary(
      uniqueKeysWithValues: routes.map { ($0.rawValue, Set($0.methods.map { $0.lowercased() })) })
    #expect(described == served)
  }

  /// The path parameters in the document are the names in braces in the path.
  @Test(arguments: Route.allCases.filter { $0 != .metrics })
  func theFileDescribesEveryParameter(_ route: Route) {
    let path = OpenAPI.shipped.member("paths")?.member(route.rawValue)
    let names = (path?.member("parameters")?.elements ?? []).compactMap { $0.member("name")?.text }
    let written = route.rawValue.matches(of: #/\{(\w+)\}/#).map { String($0.1) }
    #expect(names == written)
  }

  @Test(arguments: Route.allCases.filter { $0 != .metrics })
  func theFileAsksForAKeyWhereTheServiceDoes(_ route: Route) {
    for method in route.methods {
      let operation = OpenAPI.shipped.member("paths")?.member(route.rawValue)?
        .member(method.lowercased())
      let asks = operation?.member("security") != nil
      #expect(asks == route.needsKey(for: method), "\(method)")
      #expect((operation?.member("responses")?.member("401") != nil) == asks, "\(method)")
    }
  }

  @Test func theFileHasTheVersionOfTheProgram() {
    #expect(OpenAPI.shipped.member("info")?.member("version")?.text == Wallfarm.version)
  }

  /// The schemas of requests match the declarations of the request reader.
  ///
  /// `make record` writes the schemas into the document.
  @Test func theFileHasTheSchemaOfTheReader() throws {
    let path = Workspace.root + "/Sources/Service/Service/Resources/openapi.json"
    let expected = RequestSchemas.adding(to: OpenAPI.source).text(pretty: true) + "\n"
    if ProcessInfo.processInfo.environment["WALLFARM_SNAPSHOTS"] == "all" {
      try expected.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let isCurrent = try String(contentsOfFile: path, encoding: .utf8) == expected
    #expect(isCurrent, "requests or content changed: run 'make record' and read the diff")
  }

  /// The document repeats the limits and types that the service declares.
  @Test func theFileStatesTheLimitsOfTheService() throws {
    func value(_ path: String...) -> JSONValue? {
      path.reduce(OpenAPI.shipped as JSONValue?) { $0?.member($1) }
    }
    let goal = value("components", "schemas", "Beginning", "properties", "goal", "anyOf")?.elements
    #expect(goal?.first?.member("minimum") == .number(Double(StepGoal.range.lowerBound)))
    #expect(goal?.first?.member("maximum") == .number(Double(StepGoal.range.upperBound)))
    #expect(goal?.last?.member("enum") == .array(StepGoal.levels.map { .string($0.name) }))
    let film = value("paths", Route.film.rawValue, "parameters")?.elements?.last
    #expect(film?.member("schema")?.member("pattern")?.text == FilmAddress.pattern)
    let bodies = value("paths", Route.content.rawValue, "put", "requestBody", "content")?.keys
    #expect(bodies == (["application/json"] + ContentBody.mediaTypes).sorted())
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

  @Test func everyExampleMatchesItsSchema() throws {
    let folder = try TemporaryFolder()
    try folder.write(OpenAPI.shipped.text(pretty: true), to: "openapi.json")
    let (said, status) = Tool.run(
      Workspace.root + "/.build/python/bin/python",
      ["-B", Workspace.root + "/Tests/ServiceTests/examples.py", folder.file("openapi.json")],
      withErrors: true)
    #expect(status == 0, "\(said.prefix(2000))")
    #expect(said.split(separator: "\n").count > 20, "\(said.prefix(2000))")
  }

  /// A generated client has every operation with every response.
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
    // The generator supports only JSON and bytes. Its warnings about calendars and lists, which it
    // leaves out, do not contain these words.
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

extension JSONValue {
  fileprivate var keys: [String]? {
    guard case .object(let members) = self else { return nil }
    return members.keys.sorted()
  }

  fileprivate var elements: [JSONValue]? {
    guard case .array(let values) = self else { return nil }
    return values
  }

  fileprivate var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
}
