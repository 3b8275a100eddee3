package import Designs
internal import Files
import Flows
import Graphics
internal import Requests
import SourceJSON
internal import WallfarmCore
package import WallfarmPluginKit

/// Renders a flow's pictures at the small size used in pages.
package struct FlowMedia {
  /// A picture for a page.
  package struct Small: Sendable {
    package let name: String
    package let size: PixelSize
    /// The bytes of the WebP file.
    package let file: [UInt8]
  }

  private let story: Story
  private let device: Device
  private let renderer: Renderer

  /// The width of each picture in pixels, for a phone that is 240 points wide on a 2x display.
  private static let width = 480

  package init(
    _ story: Story, device: Device, installation: Installation, plugins: PluginRegistry
  ) throws(RenderError) {
    (self.story, self.device) = (story, device)
    renderer = try Renderer(installation: installation, plugins: plugins)
  }

  /// Renders all pictures that have a request; the host provides the others.
  ///
  /// - Throws: the first error in a request.
  package func pictures() throws(RenderError) -> [Small] {
    var made: [Small] = []
    for medium in story.flow.media {
      guard let request = medium.request else { continue }
      made.append(try picture(medium.name, request))
    }
    return made
  }

  private func picture(_ name: String, _ request: MediumRequest) throws(RenderError) -> Small {
    let drawn = try renderer.draw(try self.request(request))
    let full = drawn.picture.surface.size
    let size = PixelSize(
      width: Self.width, height: max(1, full.height * Self.width / full.width))
    let small = try drawn.picture.surface.scaled(to: size)
    var settings = EncodingSettings(effort: .fast)
    settings.quality = .level(80)
    return Small(name: name, size: size, file: try WebPEncoder(settings).encode(small).bytes)
  }

  /// Parses a medium's render request, after replacing its devices with the page's device.
  private func request(_ medium: MediumRequest) throws(RenderError) -> RenderRequest {
    let node = medium.node
    let device = JSONMember(
      key: "devices", keyPlace: node.place,
      value: device.isOwn
        ? JSONNode(device.described) : JSONNode(content: .string(device.id), place: node.place))
    let members = (node.members ?? []).filter { $0.key != "devices" } + [device]
    let root = JSONNode(content: .object(members), place: node.place)
    let scope = FileScope(folder: story.folder, isConfined: true)
    switch RequestFile.read(root, named: story.folder + "/flow.json", files: scope) {
    case .success(let file):
      guard let request = file.requests.first else {
        preconditionFailure("a request with one device has no picture")
      }
      return request
    case .failure(let mistakes): throw mistakes.all[0]
    }
  }
}
