import Arguments
import BuiltInPlugins
import Designs
import Files
import FlowHosts
import Flows
import ShortcutKit
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm setup`: the story of Notewall in the terminal, up to the wallpapers and the shortcut.
struct SetupVerb {
  static let homePhoto = Option(
    "home-photo", value: "file", completion: RenderOptions.photo.completion,
    summary: "The photo that is meant by a photo for the home screen.")
  static let out = Option(
    "output", short: "o", value: "folder", default: "wallfarm-setup", completion: .directories,
    summary: "Folder for all that is made; one that was made so is replaced, nothing else.")

  static let command = Command(
    "setup", summary: "Set up notes on a lock screen, question by question.",
    discussion: """
      Plain lines, without colours. It ends with a bundle: the wallpapers, the red picture, a guide, and
      the link of the shortcut as address and code. Ctrl-C leaves it, and the next call goes on there.

        wallfarm setup --device iphone15
        wallfarm setup --device iphone15 --language ja --answers answers.txt
      """,
    accepts: [
      .option(RenderOptions.oneDevice), .option(FlowVerb.language), .option(FlowVerb.order),
      .option(RenderOptions.theme), .option(RenderOptions.photo), .option(RenderOptions.color),
      .option(homePhoto), .option(PresetLinkVerb.map), .option(out), .option(FlowPlayVerb.state),
      .option(FlowPlayVerb.answers), .flag(FlowPlayVerb.again), .option(FlowPlayVerb.events),
      .flag(RenderOptions.quiet),
    ] + PoolOptions.all)

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    guard let name = invocation.value(of: RenderOptions.device) else { throw .noDevice() }
    let device = try DeviceCatalog.shipped.single(name)
    let installation = try Installation.find()
    let library = FlowLibrary(folder: installation.flows)
    let story = try library.story(
      "notewall", variant: invocation.value(of: FlowVerb.order))
    let out = invocation.value(of: Self.out) ?? "wallfarm-setup"
    try BundleMaker.checkPlace(out)
    let language = story.texts(in: invocation.value(of: FlowVerb.language)).language
    let pictures = try PoolArguments(invocation: invocation).pictures(
      installation, usesPlugins: false)
    let host = SetupHost(
      bundles: BundleMaker(pictures: pictures, installation: installation), pictures: pictures,
      language: GuideLanguage(rawValue: language) ?? .english, device: device,
      theme: invocation.value(of: RenderOptions.theme),
      photo: invocation.value(of: RenderOptions.photo),
      color: invocation.value(of: RenderOptions.color),
      homePhoto: invocation.value(of: Self.homePhoto),
      map: try PresetMap.find(invocation.value(of: PresetLinkVerb.map), in: installation),
      folder: out)
    let file = StateFile(try FlowPlayVerb.statePath(invocation, of: story.flow))
    let conversation = Conversation(
      story, language: language, state: try file.read(story.flow))
    var session = FlowSession(
      story: story, library: library, conversation: conversation, file: file, host: host,
      answers: try AnswerLines(invocation.value(of: FlowPlayVerb.answers)),
      events: try invocation.value(of: FlowPlayVerb.events).map { (path) throws(RenderError) in
        try EventFile(path, of: story.flow)
      }, command: FlowPlayVerb.command("setup", invocation))
    return try session.play(
      now: try FlowClock.seconds(nil), again: invocation.isOn(FlowPlayVerb.again))
  }
}
