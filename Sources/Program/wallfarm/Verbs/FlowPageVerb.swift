import Arguments
import BuiltInPlugins
import Designs
import Files
import FlowHosts
import Flows
import Motion
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm flow page`: writes an HTML page that plays a flow.
struct FlowPageVerb: CommandVerb {
  static let command = Command(
    "page", summary: "Write a self-contained HTML page that plays a flow.",
    discussion: """
      The page stores the user's progress in the browser. It asks the user for the outcome of
      actions that only an app can perform.

        wallfarm flow page notewall --device iphone15 -o notewall.html
        wallfarm flow page notewall --language ja --films -o notewall.html
      """,
    accepts: [
      .operand(FlowVerb.name), .option(RenderOptions.oneDevice), .option(FlowVerb.order),
      .option(FlowVerb.language), .option(FlowVerb.output), .flag(films), .flag(FlowVerb.quiet),
    ] + PluginOptions.all)

  static let films = Flag(
    "films",
    summary: "Include the flow's films in the page's first language; this takes half a minute and "
      + "adds several megabytes.")

  /// The default device for the pictures on a page.
  static let device = "iphone15"

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.findForUser()
    let story = try FlowVerb.story(invocation, installation)
    FlowVerb.noteLanguage(of: story, invocation)
    let output = invocation.value(of: FlowVerb.output) ?? "\(story.flow.name).html"
    try FlowVerb.check(output, endsIn: ["html"])
    let sink = OutputSink(output)
    try sink.check(.option("output"), isText: true)
    let device = try DeviceCatalog.known.single(
      invocation.value(of: RenderOptions.device) ?? Self.device)
    let plugins = try PluginArguments(invocation).registry(installation)
    let media = try FlowMedia(
      story, device: device, installation: installation, plugins: plugins)
    let language = invocation.value(of: FlowVerb.language)
    let pictures = try media.pictures()
    var films: [FlowFilms.Film] = []
    if invocation.isOn(Self.films) {
      let studio = FilmStudio(
        installation: installation, plugins: plugins, workers: Processors.count)
      films = try FlowFilms(story, library: MotionLibrary(installation)).films(
        by: studio, on: device, language: story.texts(in: language).language)
    }
    let page = FlowPage(story, language: language, pictures: pictures, films: films)
    let pieces = try page.pieces()
    try sink.write(pieces, origin: .option("output"))
    let bytes = pieces.reduce(0) { $0 + $1.count }
    FlowVerb.tell(
      "\(output)  \(story.flow.steps.count) steps  \(bytes / 1024) KB", sink, invocation)
    return .success
  }
}
