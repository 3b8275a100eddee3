import Arguments
import BuiltInPlugins
import Designs
import Files
import FlowHosts
import Flows
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm flow cards`: renders each step of a flow for each device.
struct FlowCardsVerb: CommandVerb {
  static let out = Option(
    "output", short: "o", value: "folder", completion: .directories,
    summary: "Output folder; default: the name of the flow.")
  static let command = Command(
    "cards", summary: "Render a picture of each step for each device.",
    discussion: """
      A step that points at a part of the screen becomes a spotlight; other steps become numbered cards.

        wallfarm flow cards nevernote --device iphonese3,ipadpro13 --theme paper -o cards
      """,
    accepts: [
      .operand(FlowVerb.name), .option(RenderOptions.device), .option(RenderOptions.theme),
      .option(RenderOptions.variant), .option(FlowVerb.order), .option(FlowVerb.language),
      .option(out),
      .flag(FlowVerb.quiet),
    ] + PoolOptions.all)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.findForUser()
    let story = try FlowVerb.story(invocation, installation)
    FlowVerb.noteLanguage(of: story, invocation)
    guard let list = invocation.value(of: RenderOptions.device) else { throw .noDevice() }
    let devices = try DeviceCatalog.known.devices(in: list)
    let folder = invocation.value(of: Self.out) ?? story.flow.name
    let cards = FlowCards(story, language: invocation.value(of: FlowVerb.language))
    let variant = try invocation.request(.variant).variant
    var (requests, paths): ([RenderRequest], [String]) = ([], [])
    for card in cards.cards() {
      for device in devices {
        var request = RenderRequest(template: card.template, device: device.id)
        request.theme = invocation.value(of: RenderOptions.theme)
        request.variant = variant
        request.language = cards.language
        request.content = card.content
        let number = card.template == "spotlight" ? "tip" : "step"
        request.settings = [Setting(key: number, value: "\(card.number)")]
        requests.append(request)
        paths.append("\(folder)/\(card.name)-\(device.id).png")
      }
    }
    try WholeFile.makeFolder(folder)
    for path in paths { try RenderReceipt.check(path, origin: .option("output")) }
    let pictures = try PoolArguments(invocation: invocation).pictures(
      installation, usesPlugins: false)
    let made = try pictures.pictures(of: requests)
    for (path, picture) in zip(paths, made) { try WholeFile.write([picture.bytes], to: path) }
    if !invocation.isOn(FlowVerb.quiet) {
      Terminal.printLine("\(made.count) pictures in \(folder)")
    }
    return .success
  }
}
