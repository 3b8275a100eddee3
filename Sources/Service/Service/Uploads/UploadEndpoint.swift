import HTTP
import SourceJSON
import WallfarmPluginKit

/// `PUT /v1/photos`, `/v1/fonts`, `/v1/images` and `/v1/themes`: stores files for requests and
/// themes.
struct UploadEndpoint: Sendable {
  let uploads: Uploads
  let planner: RenderPlanner
  let keeping: PlanningThread

  /// Stores a file, and answers with its name.
  func keep(
    _ kind: UploadKind, _ request: HTTPRequest, for client: String, _ exchange: HTTPExchange
  ) {
    keeping.run(for: Turn(client), answering: exchange) {
      switch kept(request.body, as: kind, for: client) {
      case .failure(let mistakes): exchange.answer(Problem(mistakes.all).answer)
      case .success(let members):
        let text = JSONValue.object(members).text(pretty: true) + "\n"
        exchange.answer(HTTPAnswer(201, type: "application/json", text))
      }
    }
  }

  /// Stores a file, and returns the members of the response.
  private func kept(
    _ bytes: [UInt8], as kind: UploadKind, for client: String
  ) -> Result<[String: JSONValue], RenderPlanner.Mistakes> {
    do throws(RenderError) {
      var parts: Set<String> = []
      var members: [String: JSONValue] = [:]
      switch kind {
      case .photo, .image: break
      case .font:
        members["families"] = .array(try planner.families(ofFont: bytes).map(JSONValue.string))
      case .theme:
        switch planner.check(theme: bytes, of: client) {
        case .failure(let mistakes): return .failure(mistakes)
        case .success(let found): parts = found
        }
      }
      let name = try uploads.keep(bytes, as: kind, for: client, parts: parts)
      members[kind.rawValue] = .string(name)
      return .success(members)
    } catch {
      return .failure(RenderPlanner.Mistakes(all: [error]))
    }
  }

  /// Erases a file of the client.
  func erase(_ name: String, for client: String, _ exchange: HTTPExchange) {
    keeping.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      let wasThere = try uploads.erase(name, of: client)
      exchange.answer(wasThere ? .nothing : Problem([.noSuchAddress()]).answer)
    }
  }

  /// Shares a file of the client with all clients, or stops sharing it.
  func share(
    _ name: String, isShared: Bool, for client: String, _ exchange: HTTPExchange
  ) {
    keeping.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      let wasThere = try uploads.share(name, isShared: isShared, of: client)
      exchange.answer(wasThere ? .nothing : Problem([.noSuchAddress()]).answer)
    }
  }
}
