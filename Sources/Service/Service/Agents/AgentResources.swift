internal import Authoring
internal import Motion
internal import PluginHost
internal import Requests
import SourceJSON
package import WallfarmPluginKit

/// The documents that agents can read: file schemas and documentation pages.
package struct AgentResources: Sendable {
  /// A document.
  private struct Document: Sendable {
    let address: String
    let title: String
    let summary: String
    let mediaType: String
    let text: @Sendable () -> String
  }

  private let documents: [Document]

  /// Collects the documents; the schemas contain the parameters of plugins.
  package init(_ plugins: PluginRegistry) {
    documents = AgentResources.schemas(plugins) + AgentResources.pages
  }

  /// The result of `resources/list`, without the text of the resources.
  var list: JSONValue {
    .array(
      documents.map { document in
        [
          "uri": .string(document.address), "name": .string(document.title),
          "title": .string(document.title), "description": .string(document.summary),
          "mimeType": .string(document.mediaType),
        ]
      })
  }

  /// Returns the content of a document, or `nil` if no document has this address.
  func contents(of address: String) -> JSONValue? {
    documents.first { $0.address == address }.map { document in
      [
        "uri": .string(address), "mimeType": .string(document.mediaType),
        "text": .string(document.text()),
      ]
    }
  }

  private static func schemas(_ plugins: PluginRegistry) -> [Document] {
    let files = FileSchemas(plugins: plugins)
    let all: [(String, String, @Sendable () -> JSONValue)] = [
      ("request", "a request, the argument of 'render'", { JobField.schemaOfRequests }),
      ("jobs", "a job file", { JobField.schemaOfJobFiles }),
      ("content", "a content file, and of the 'content' key of a request", { files.content }),
      ("template", "a template", { files.template }),
      ("theme", "a theme", { files.theme }),
      ("motion", "a motion", { MotionSchema.schema }),
      ("shortcuts", "a file that maps presets to shortcuts", { files.shortcuts }),
      ("plugin", "a plugin.json", { ManifestSchema.schema }),
    ]
    return all.map { name, noun, schema in
      Document(
        address: "wallfarm://schema/\(name)", title: "Schema: \(name)",
        summary: "The JSON Schema of \(noun).", mediaType: "application/schema+json"
      ) { schema().text(pretty: true) }
    }
  }

  private static let pages = Resources.pages.map { name, bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let title = text.split(separator: "\n").first.map { $0.drop(while: { "# ".contains($0) }) }
    return Document(
      address: "wallfarm://docs/\(name)", title: title.map(String.init) ?? name,
      summary: "The page docs/\(name).md.", mediaType: "text/markdown"
    ) { text }
  }
}
