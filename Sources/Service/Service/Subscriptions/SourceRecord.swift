package import ContentSources
internal import Digests
import Fetching
import Files
import SourceJSON
package import WallfarmPluginKit

/// The stored state of a source of a client, apart from its document.
package struct SourceRecord: Sendable {
  /// The source, with its format and mapping.
  package let source: ContentSource
  /// The media type of the stored document.
  var mediaType: String?
  /// The validators of the stored document.
  var validators = FetchValidators()
  /// The error of the last fetch, or of the last document; nil if there was none.
  package var error: RenderError?

  init(_ source: ContentSource) { self.source = source }

  /// The record as JSON, which is encrypted in the store, because URLs can contain secrets.
  var json: JSONValue {
    var members: [String: JSONValue] = ["source": source.json]
    members["type"] = mediaType.map { .string($0) }
    members["tag"] = validators.tag.map { .string($0) }
    members["modified"] = validators.modified.map { .string($0) }
    members["error"] = error?.json
    return .object(members)
  }

  init?(_ node: JSONNode) {
    guard let written = node["source"],
      let source = ContentSource.read(written, file: "").source
    else { return nil }
    self.source = source
    mediaType = node["type"]?.string
    validators = FetchValidators(tag: node["tag"]?.string, modified: node["modified"]?.string)
    error = node["error"].flatMap { RenderError(json: $0) }
  }
}

/// The names of a source in the store, and the keys that encrypt its data.
///
/// A URL with its credentials has one name for all clients, so that it is fetched once; the document
/// is stored for each client, format and mapping.
struct SourceKeys {
  /// The name of the URL with its credentials.
  let address: [UInt8]
  /// The name of the source of a client.
  let name: [UInt8]

  init(_ source: ContentSource, of client: String, _ secret: AddressKeys.Key) {
    // Different spellings of a URL, such as those with a fragment, are one URL.
    let url = WebAddress(source.address)?.description ?? source.address
    let place = url + "\n" + (source.authorization ?? "")
    address = secret.code("source address", place)
    var form = source
    form.minutes = nil
    name = secret.code("source name", client + "\n" + form.json.text(pretty: false))
  }

  /// The key that encrypts the record of a source.
  static func recordKey(_ name: [UInt8], _ secret: AddressKeys.Key) -> [UInt8] {
    secret.code("source record", Base64.addressText(of: name))
  }

  /// The key that encrypts the document of a source.
  static func documentKey(_ name: [UInt8], _ secret: AddressKeys.Key) -> [UInt8] {
    secret.code("source document", Base64.addressText(of: name))
  }
}
