import Arguments
import Authoring
import Designs
import Motion
import Requests
import Service
import SourceJSON
import WallfarmPluginKit

/// The lists that clients of a service can query, in the format of the `list` verbs.
struct ServedLists {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Returns all lists, keyed by the last component of their address.
  func all(_ installation: Installation) throws(RenderError) -> [String: JSONValue] {
    let list = ListVerb(invocation)
    let library = MotionLibrary(installation)
    let listing = try library.index.listing { (name) throws(RenderError) in
      try library.motion(name)
    }
    let motions = zip(ListVerb.items(of: listing), listing.items).map { motion, item in
      MotionWriter(motion: motion, isJSON: true).listed(from: item.origin)
    }
    return [
      "motions": .array(motions),
      "devices": try list.table("device").json, "themes": try list.table("theme").json,
      "templates": try list.table("template").json,
      "schema": RequestOverHTTP.schema(of: JobField.schemaOfRequests),
    ]
  }
}
