import Arguments
import Authoring
internal import Designs
import Files
import Graphics
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm preset link`: shows the Apple Shortcut of a preset as a link, an address and a QR
/// code.
struct PresetLinkVerb: CommandVerb {
  /// The address encoded in the QR code.
  enum Target: String, CaseIterable { case link, run }

  static let preset = Operand(
    "preset", required: false,
    summary: "Number of the lock screen wallpaper, from 1 to 20; default: 3.")
  static let all = Flag("all", summary: "Show all twenty presets.")
  static let map = Option(
    "shortcuts", value: "file", completion: .files(extensions: ["json"]),
    summary: "JSON file that maps presets to shortcut links; default: Templates/shortcuts.json.")
  static let input = Option(
    "input", value: "text", summary: "Text to pass to the shortcut as its input.")
  static let json = Flag("json", summary: "Print JSON.")
  static let qr = Option(
    "qr", value: "file", completion: .files(extensions: ["png", "svg"]),
    summary: "Write a QR code to a .png or .svg file; - shows it in the terminal.")
  static let of = Option(
    "of", value: "what", default: "link", allowed: Target.allCases.map(\.rawValue),
    summary: "Address in the QR code: link (installs the shortcut) or run (runs it).")

  static let command = Command(
    "link", summary: "Show the link, address and QR code of the Apple Shortcut for a preset.",
    discussion: """
      A preset is one of the lock screen wallpapers. iOS does not reveal which one is active, so
      each preset has its own shortcut. If a shortcut is missing, the command uses another one and
      reports this.

        wallfarm preset link 2
        wallfarm preset link 2 --qr install.svg
        wallfarm preset link --all --json
      """,
    accepts: [
      .operand(preset), .flag(all), .option(map), .option(input), .flag(json), .option(qr),
      .option(of),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let choices = try choices()
    if let file = invocation.value(of: Self.qr) {
      guard choices.count == 1 else {
        throw RenderError(
          .conflictingOptions, "--qr and --all cannot be used together", origin: .option("qr"),
          hint: "choose one preset: wallfarm preset link 3 --qr install.svg")
      }
      if file != "-" {
        try OutputSink(file).check(.option("qr"), isText: true)
      }
      try write(try code(of: choices[0]), choices[0], to: file)
    }
    if invocation.isOn(Self.json) {
      let items = choices.map(json)
      let value = invocation.isOn(Self.all) ? JSONValue.array(items) : items[0]
      Terminal.print(value.text(pretty: true))
    } else if invocation.isOn(Self.all) {
      Terminal.print(table(choices))
    } else {
      tell(choices[0])
      if Terminal.outputIsTerminal, invocation.value(of: Self.qr) == nil {
        Terminal.printAsIs("\n" + (try code(of: choices[0])).terminal)
      }
    }
    return .success
  }

  private func choices() throws(RenderError) -> [ShortcutChoice] {
    let preset = try invocation.operands(Self.preset).first.map { (text) throws(RenderError) in
      try Preset(text, origin: .argument("preset"))
    }
    if let preset, invocation.isOn(Self.all) {
      throw .excluding(
        .argument("preset"), "--all", hint: "remove one; --all includes preset \(preset.number)")
    }
    let map = try PresetMap.find(invocation.value(of: Self.map), in: try .findForUser())
    guard invocation.isOn(Self.all) else { return [map.choice(for: preset ?? .standard)] }
    return Preset.all.map(map.choice)
  }

  private func address(_ choice: ShortcutChoice) -> String {
    choice.shortcut.runAddress(input: invocation.value(of: Self.input))
  }

  private func code(of choice: ShortcutChoice) throws(RenderError) -> QRCode {
    let isRun = invocation.value(of: Self.of) == Target.run.rawValue
    return try QRCode(isRun ? address(choice) : choice.shortcut.link.url)
  }

  private func write(
    _ code: QRCode, _ choice: ShortcutChoice, to file: String
  ) throws(RenderError) {
    if file == "-" {
      // JSON output and the QR code cannot both be written to standard output.
      guard !invocation.isOn(Self.json) else {
        throw .excluding(.option("qr"), value: "-", "--json", hint: "write the QR code to a file")
      }
      Terminal.printAsIs(code.terminal)
    } else if file.hasSuffix(".svg") || PipedFile.output(file) != nil {
      let title = "Shortcut for preset \(choice.preset.number)"
      try OutputSink(file).write([Array(code.svg(title: title).utf8)], origin: .option("qr"))
    } else if file.hasSuffix(".png") {
      try WholeFile.write([try code.png()], to: file)
    } else {
      throw RenderError(
        .outputPattern, "'\(file)' does not have the extension .png or .svg", origin: .option("qr"),
        hint: "use one of these extensions, or - for the terminal")
    }
  }

  private func tell(_ choice: ShortcutChoice) {
    Terminal.print(
      """
      preset \(choice.preset.number)
        link: \(choice.shortcut.link.url)
        name: \(choice.shortcut.name)
        run:  \(address(choice))
      """)
    if let fallback = choice.fallback { Terminal.print("  note: \(fallback)") }
  }

  private func table(_ choices: [ShortcutChoice]) -> String {
    Table(
      ["preset", "name", "link", "whose"],
      choices.map { choice in
        [
          .number(Double(choice.preset.number)), .text(choice.shortcut.name),
          .text(choice.shortcut.link.url), .text(choice.source.words),
        ]
      }
    ).text
  }

  private func json(_ choice: ShortcutChoice) -> JSONValue {
    [
      "preset": .number(Double(choice.preset.number)),
      "link": .string(choice.shortcut.link.url), "name": .string(choice.shortcut.name),
      "run": .string(address(choice)), "source": .string(choice.source.words),
      "fallback": choice.fallback.map(JSONValue.string) ?? .null,
    ]
  }
}

extension ShortcutChoice.Source {
  /// The source of the shortcut, as shown in tables and JSON.
  fileprivate var words: String {
    switch self {
    case .own: "own"
    case .preset(let other): "preset \(other.number)"
    case .general: "general"
    }
  }
}
