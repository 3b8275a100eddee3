import Arguments
import Designs
import FlowHosts
import Flows
import WallfarmCore
import WallfarmPluginKit

/// The flow pages that `serve` offers at personal addresses.
struct ServedFlows {
  private let installation: Installation
  private let plugins: PluginRegistry
  private let stories: [Story]
  private let links: [Int: String]

  /// Reads the named flows and the flows that they link to.
  ///
  /// - Throws: `unknown-flow`, the first error in a flow's files, and errors in the preset map.
  init(
    _ invocation: Invocation, _ installation: Installation, _ plugins: PluginRegistry
  ) throws(RenderError) {
    (self.installation, self.plugins) = (installation, plugins)
    let library = FlowLibrary(folder: installation.flows)
    var stories: [Story] = []
    for name in invocation.values(of: ServeOptions.flow) {
      var next = [try library.story(name, origin: .option(ServeOptions.flow.long))]
      while let story = next.popLast() {
        // Flows with the same name would share an address, so add only the first of them.
        guard !stories.contains(where: { $0.flow.name == story.flow.name }) else { continue }
        stories.append(story)
        for link in story.flow.links { next.append(try library.linked(link.flow, from: story)) }
      }
    }
    self.stories = stories
    let map = try PresetMap.find(invocation.value(of: PresetLinkVerb.map), in: installation)
    var links: [Int: String] = [:]
    for preset in Preset.all { links[preset.number] = map.choice(for: preset).shortcut.link.url }
    self.links = links
  }

  /// Returns the HTML page of each flow, keyed by flow name, with pictures for the default device.
  func pages() throws(RenderError) -> [String: [UInt8]] {
    var pages: [String: [UInt8]] = [:]
    let service = FlowPageService(stories, links: links)
    for story in stories {
      let media = try FlowMedia(
        story, device: try DeviceCatalog.known.single(FlowPageVerb.device),
        installation: installation, plugins: plugins)
      let page = FlowPage(story, language: nil, pictures: try media.pictures(), service: service)
      pages[story.flow.name] = Array(try page.pieces().joined())
    }
    return pages
  }
}
