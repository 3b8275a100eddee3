import Arguments
import BuiltInPlugins
import Designs
import Files
import FlowHosts
import Flows
import ShortcutKit
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm setup`: plays the Notewall flow in the terminal, and creates the wallpapers and the
/// shortcut link.
struct SetupVerb: CommandVerb {
  static let homePhoto = Option(
    "home-photo", value: "file", completion: RenderOptions.photo.completion,
    summary: "Photo for the home screen.")
  static let out = Option(
    "output", short: "o", value: "folder", default: "wallfarm-setup", completion: .directories,
    summary: "Output folder; only the folder of an earlier setup is replaced.")

  /// The default order of steps, in which the user sets the first wallpaper manually, so that its
  /// preset number is known.
  static let standardOrder = "photo-first"
  static let order = Option(
    FlowVerb.order.long, value: "name", default: standardOrder,
    summary:
      "Order of the steps, as 'wallfarm flow list' shows it; 'first' puts the shortcut before "
      + "the picture.")
  /// The name that `--order` accepts for the order of the steps in the flow file; that order has no
  /// name in the file.
  private static let writtenOrder = "first"

  static let command = Command(
    "setup", summary: "Set up notes on a lock screen, step by step.",
    discussion: """
      On this computer, the command creates a bundle that contains the wallpapers, a guide, and
      the red placeholder photo. A person sets this photo once, and the shortcut then replaces it.
      The command shows the shortcut's link as an address and a QR code, and describes the steps on
      the phone. Type or paste all notes at once, one on each line. Type q to leave; the next run
      resumes the setup. After the setup, use the same command to change the notes and dates; it
      then renders a new picture, also if you leave without asking for one.

        wallfarm setup --device iphone15
        wallfarm setup --device iphone15 --language ja --answers answers.txt
      """,
    accepts: [
      .option(RenderOptions.oneDevice), .option(FlowVerb.language), .option(order),
      .option(RenderOptions.theme), .option(RenderOptions.photo), .option(RenderOptions.color),
      .option(homePhoto), .option(PresetLinkVerb.map), .option(out), .option(FlowPlayVerb.state),
      .option(FlowPlayVerb.answers), .flag(FlowPlayVerb.again), .option(FlowPlayVerb.events),
      .flag(RenderOptions.quiet),
    ] + PoolOptions.all, wordHint: WordHints.device)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    guard let name = invocation.value(of: RenderOptions.device) else { throw .noDevice() }
    let device = try DeviceCatalog.known.single(name)
    let installation = try Installation.findForUser()
    let library = FlowLibrary(folder: installation.flows)
    let story = try self.story(in: library, for: device)
    let out = invocation.value(of: Self.out) ?? "wallfarm-setup"
    try BundleMaker.checkPlace(out)
    FlowVerb.noteLanguage(of: story, invocation)
    let language = story.texts(in: invocation.value(of: FlowVerb.language)).language
    let pictures = try PoolArguments(invocation: invocation).pictures(
      installation, usesPlugins: false)
    let files = SetupFiles(
      folder: out, command: command, device: device,
      map: try PresetMap.find(invocation.value(of: PresetLinkVerb.map), in: installation),
      language: GuideLanguage(rawValue: language) ?? .english)
    var host = SetupHost(
      bundles: BundleMaker(pictures: pictures, installation: installation), pictures: pictures,
      theme: invocation.value(of: RenderOptions.theme),
      photo: invocation.value(of: RenderOptions.photo),
      color: invocation.value(of: RenderOptions.color),
      homePhoto: invocation.value(of: Self.homePhoto), files: files)
    let file = StateFile(
      try FlowPlayVerb.statePath(
        invocation, of: story.flow, perOrder: invocation.value(of: Self.order) != nil))
    let state = try file.read(story.flow)
    let isAgain = invocation.isOn(FlowPlayVerb.again)
    let now = try FlowClock.seconds(nil)
    if !isAgain, state.finished != nil, Self.isOver(state, story.flow, now) {
      let (daily, kept, known) = try everyDay(after: state, story, file, library)
      host.know(known, of: daily.flow)
      var session = try begin(daily, library, known, kept, host, language)
      return try session.play(now: now, again: false)
    }
    var session = try begin(story, library, state, file, host, language)
    return try session.play(now: now, again: isAgain)
  }

  /// Returns the Notewall flow for a device, with its steps in the chosen order.
  private func story(
    in library: FlowLibrary, for device: Device
  ) throws(RenderError) -> Story {
    if device.system == .android {
      return try library.story("notewall-android", variant: invocation.value(of: Self.order))
    }
    let order = invocation.value(of: Self.order) ?? Self.standardOrder
    return try library.story("notewall", variant: order == Self.writtenOrder ? nil : order)
  }

  /// Returns whether a finished flow has no step to show when it is reopened.
  ///
  /// A step to show could be, for example, news about a later version.
  private static func isOver(_ state: FlowState, _ flow: Flow, _ now: Int) -> Bool {
    FlowEngine(flow).play(state, .open(now: now)).state.step == nil
  }

  /// Returns the daily flow with the facts from the setup, at its first step.
  private func everyDay(
    after state: FlowState, _ story: Story, _ file: StateFile, _ library: FlowLibrary
  ) throws(RenderError) -> (Story, StateFile, FlowState) {
    guard let link = story.flow.links.first else {
      preconditionFailure("the setup flow does not link to a daily flow")
    }
    let daily = try library.linked(link.flow, from: story)
    let kept = StateFile(Files.join(Files.folder(of: file.path), "\(link.flow).json"))
    var known = try kept.read(daily.flow)
    if !Files.exists(kept.path) {
      known = known.knowing(daily.flow, what: state, of: story.flow)
    }
    if known.lastUse != nil {
      (known.step, known.history, known.said, known.asking) = (daily.flow.start, [], nil, nil)
    }
    return (daily, kept, known)
  }

  /// Creates a session for a flow, with this computer as its host.
  private func begin(
    _ story: Story, _ library: FlowLibrary, _ state: FlowState, _ file: StateFile,
    _ host: SetupHost, _ language: String
  ) throws(RenderError) -> FlowSession {
    var conversation = Conversation(story, language: language, state: state)
    conversation.entryReader = try SetupDates.reader(
      HostText(language: conversation.language))
    var session = FlowSession(
      story: story, library: library, conversation: conversation, file: file, host: host,
      answers: try AnswerLines(invocation.value(of: FlowPlayVerb.answers)),
      events: try invocation.value(of: FlowPlayVerb.events).map { (path) throws(RenderError) in
        try EventFile(path, of: story.flow)
      }, command: command)
    let files = host.files
    session.manner.ending = { words in
      [words("setupEnded")] + files.listAndSteps
        + ["", words("changeLater", ["command": files.command])]
    }
    session.manner.linkCommand = { name in
      // The daily flow links back to the setup flow. Without `--again`, this command would play the
      // daily flow.
      name == "notewall" ? files.command + " --\(FlowPlayVerb.again.long)" : nil
    }
    let known = [
      "onComputer": true, "onAndroid": host.files.device.system == .android,
    ]
    for (fact, declared) in story.flow.facts.enumerated() {
      if let value = known[declared.name] { session.know(.host(fact: fact, .flag(value))) }
    }
    return session
  }

  private var command: String {
    FlowPlayVerb.command(
      "setup", invocation,
      also: [
        RenderOptions.theme, RenderOptions.photo, RenderOptions.color, Self.homePhoto,
        PresetLinkVerb.map,
      ])
  }
}
