internal import Authoring
import Designs
import SourceJSON
import WallfarmPluginKit

/// Creates MCP servers, either for the HTTP route or for the program that started this process.
struct AgentDesk: Sendable {
  let installation: Installation
  let plugins: PluginRegistry
  /// The lists that clients can query by name, such as devices, themes and templates.
  let lists: [String: JSONValue]
  let rendering: RenderEndpoint
  let people: PeopleEndpoint
  let board: RenderBoard

  /// Returns a desk with other lists.
  func with(lists: [String: JSONValue]) -> AgentDesk {
    AgentDesk(
      installation: installation, plugins: plugins, lists: lists, rendering: rendering,
      people: people, board: board)
  }

  /// Returns a server with all tools.
  ///
  /// - Parameter files: The files of an agent on this machine, or `nil` for clients of the HTTP
  ///   service.
  /// - Returns: The server.
  func server(_ files: AgentFiles? = nil) -> AgentServer {
    let pictures = AgentPictures(
      planner: rendering.planner, uploads: rendering.uploads, remote: rendering.remote,
      keeper: rendering.pictures, board: board, planning: rendering.planning,
      settings: rendering.settings, files: files)
    let tools: [any AgentTool] =
      [
        RenderTool(pictures: pictures),
        CheckTool(pictures: pictures, installation: installation, plugins: plugins),
        DescribeTool(
          descriptions: Descriptions(DesignLibrary(installation: installation), plugins)),
      ] + ListTool.all(lists) + [
        BatchTool(pictures: pictures, requests: rendering.requests),
        PeopleTool(endpoint: people, pictures: pictures),
      ]
    return AgentServer(tools: tools, resources: AgentResources(plugins))
  }
}
