import Arguments
import Designs
import Files
import FlowHosts
import Flows
import Graphics
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm flow`: dispatches to the flow verbs, or draws the graph of a flow.
struct FlowVerb: CommandVerb {
  static let name = Operand(
    "name", completion: .shellCommand("wallfarm flow list --names"),
    summary: "Name of a flow, or path of its folder.")
  static let language = Option(
    "language", value: "tag",
    summary: "Language of the texts; default: the first language of the flow.")
  static let order = Option(
    "order", value: "name", summary: "Variant of the flow; 'flow list' lists the variants.")
  static let format = Option(
    "format", short: "f", value: "form", default: "svg", allowed: ["svg", "mermaid"],
    summary: "Format: an SVG drawing, or a Mermaid diagram.")
  static let output = Option(
    "output", short: "o", value: "file", completion: .files(extensions: ["svg", "mmd", "html"]),
    summary: "Output file; - is standard output.")
  static let quiet = Flag("quiet", short: "q", summary: "Print only errors.")

  static let graph = Command(
    "graph", summary: "Draw a diagram of a flow's steps and transitions.",
    discussion: """
      In the SVG drawing, gates (actions that require a condition) are blue.

        wallfarm flow graph notewall -o notewall.svg
        wallfarm flow graph notewall --format mermaid -o notewall.mmd
      """,
    accepts: [
      .operand(name), .option(order), .option(language), .option(format), .option(output),
      .flag(quiet),
    ])
  static let command = Command(
    "flow", summary: "List, check, play and draw flows.",
    discussion: "A flow is a first-run story, described in a file. See docs/flows.md for the "
      + "format.",
    subcommands: [
      ListVerb.command("List all flows."), FlowNewVerb.command, FlowCheckVerb.command,
      FlowPlayVerb.command, FlowPageVerb.command, FlowCardsVerb.command, graph,
      FlowFunnelVerb.command,
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    switch invocation.path.last {
    case "list": try ListVerb(invocation).run()
    case "new": try FlowNewVerb(invocation).run()
    case "check": try FlowCheckVerb(invocation).run()
    case "play": try FlowPlayVerb(invocation).run()
    case "page": try FlowPageVerb(invocation).run()
    case "cards": try FlowCardsVerb(invocation).run()
    case "funnel": try FlowFunnelVerb(invocation).run()
    default: try draw()
    }
  }

  /// Loads the named flow and its text.
  ///
  /// - Throws: `unknown-flow`, `unknown-flow-variant`, `flow-text-missing`, or the first error in
  ///   its files.
  static func story(_ invocation: Invocation, _ installation: Installation) throws(RenderError)
    -> Story
  {
    let story = try FlowLibrary(folder: installation.flows).story(
      invocation.operands(name).first ?? "", variant: invocation.value(of: order))
    // If the text for a key is missing, fail instead of showing the key.
    if let missing = StoryCheck(story).missingTexts.first { throw missing }
    return story
  }

  /// Prints a note if the flow is not available in the requested language.
  static func noteLanguage(
    of story: Story, _ invocation: Invocation, _ option: Option = language
  ) {
    LanguageNote.tell(invocation.value(of: option), known: story.texts.map(\.language))
  }

  private func draw() throws(RenderError) -> ExitStatus {
    let installation = try Installation.findForUser()
    let story = try Self.story(invocation, installation)
    Self.noteLanguage(of: story, invocation)
    let isText = invocation.value(of: Self.format) == "mermaid"
    let ending = isText ? "mmd" : "svg"
    let output = invocation.value(of: Self.output) ?? "\(story.flow.name).\(ending)"
    try Self.check(output, endsIn: isText ? ["mmd", "md"] : ["svg"])
    let sink = OutputSink(output)
    try sink.check(.option("output"), isText: true)
    let language = invocation.value(of: Self.language)
    let bytes: [UInt8]
    if isText {
      bytes = Array(MermaidGraph(story, language: language).text.utf8)
    } else {
      let fonts = try installation.openFonts()
      let text = fonts.textEngine(scale: Scale(x: 1, y: 1))
      bytes = try GraphDrawing(story, language: language, text: text).svg()
    }
    try sink.write([bytes], origin: .option("output"))
    Self.tell("\(output)  \(story.flow.steps.count) steps", sink, invocation)
    return .success
  }

  /// Checks the extension of an output path.
  ///
  /// - Throws: `output-pattern`.
  static func check(_ path: String, endsIn endings: [String]) throws(RenderError) {
    guard PipedFile.output(path) == nil, !endings.contains(where: { path.hasSuffix("." + $0) })
    else { return }
    throw RenderError(
      .outputPattern, "'\(path)' does not end in .\(endings[0])", origin: .option(output.long),
      hint: "change the extension, or see --help for other formats")
  }

  /// Prints a line about the output, unless `--quiet` is given.
  static func tell(_ line: String, _ sink: OutputSink, _ invocation: Invocation) {
    guard !invocation.isOn(quiet) else { return }
    sink.tell(line)
  }
}
