import Arguments
import Authoring
import Designs
import Motion
import Requests
import SourceJSON
import WallfarmPluginKit

/// The lists that clients of a service can query, in the format of the `list` verbs.
struct ServedLists {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Returns all lists, keyed by the last component of their address.
  func all(_ installation: Installation) throws(RenderError) -> [String: JSONValue] {
    let list = ListVerb(invocation)
    let library = MotionLibrary(folder: installation.motions)
    let motions = try library.names.map { (name) throws(RenderError) -> JSONValue in
      MotionWriter(motion: try library.motion(name), isJSON: true).listed
    }
    return [
      "motions": .array(motions),
      "devices": try list.table("device").json, "themes": try list.table("theme").json,
      "templates": try list.table("template").json, "schema": JobField.schemaOfRequests,
    ]
  }
}
