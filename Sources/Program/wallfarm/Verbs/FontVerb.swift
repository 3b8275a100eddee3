import Arguments
import Authoring
import Designs
import Files
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm font`: lists bundled fonts, and shows and checks font files.
struct FontVerb: Verb {
  static let font = Operand(
    "font", completion: .shellCommand("wallfarm font list --names"),
    summary: "Name of a bundled family, or path of a font file.")
  static let files = Operand(
    "file", repeats: true, completion: .files(extensions: ["ttf", "otf", "ttc", "otc"]),
    summary: "Font files.")
  static let output = Option(
    "output", short: "o", value: "file", completion: .files(extensions: ["png"]),
    summary: "Write a picture of the font to this PNG file.")

  static let commands = [
    Command(
      "font", summary: "List, show and check fonts.",
      subcommands: [
        ListVerb.command("List bundled font families with weights, scripts and licenses."),
        Command(
          "show", summary: "Show the styles, weights, scripts and license of a font.",
          discussion: """
              wallfarm font show Inter
              wallfarm font show ./fonts/Harbour.ttf --output harbour.png
            """,
          accepts: [.operand(font), .option(output), .flag(ListVerb.json)]),
        Command(
          "check", summary: "Check whether font files can be used in themes.",
          discussion:
            "Each file is opened with FreeType and HarfBuzz. Its tables, its names and its "
            + "embedding permission are checked. The exit status is 1 if a file has an error.",
          accepts: [.operand(files), .flag(ListVerb.json)]),
      ])
  ]

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    switch invocation.path.last {
    case "show": try show()
    case "check": try check()
    default: try ListVerb(invocation).run()
    }
  }

  private func show() throws(RenderError) -> ExitStatus {
    let installation = try Installation.find()
    let name = invocation.operands(Self.font).first ?? ""
    let origin = Origin.argument(Self.font.name)
    let isBundled = try FontLock(installation: installation).entries.contains { $0.family == name }
    let isFile = !isBundled && (name.contains("/") || name.contains(".") || Files.exists(name))
    let report =
      isFile
      ? try FontReport(file: name, FontReport.Libraries(installation), origin: origin)
      : try FontReport(family: name, installation, origin: origin)
    if let output = invocation.value(of: Self.output) {
      guard output.hasSuffix(".png") else {
        throw RenderError(
          .outputPattern, "'\(output)' does not have the extension .png", origin: .option("output"),
          hint: "use the extension .png")
      }
      try FontSpecimen(report, installation).write(to: output, origin: .option("output"))
    }
    Terminal.print(invocation.isOn(ListVerb.json) ? report.json.text(pretty: true) : report.text)
    return .success
  }

  private func check() throws(RenderError) -> ExitStatus {
    let installation = try Installation.find()
    let libraries = try FontReport.Libraries(installation)
    var rows: [JSONValue] = []
    var status = ExitStatus.success
    for file in invocation.operands(Self.files) {
      let origin = Origin.argument(Self.files.name)
      do throws(RenderError) {
        let report = try FontReport(file: file, libraries, origin: origin)
        rows.append(["file": .string(file), "valid": .bool(true), "font": report.json])
        if !invocation.isOn(ListVerb.json) {
          Terminal.print(
            "\(file): valid (\(report.families.joined(separator: ", ")); weights "
              + "\(report.weights.joined(separator: ", ")))")
        }
      } catch {
        status = .failure
        rows.append([
          "file": .string(file), "valid": .bool(false), "problems": .array([error.json]),
        ])
        if !invocation.isOn(ListVerb.json) { Terminal.report(error) }
      }
    }
    if invocation.isOn(ListVerb.json) { Terminal.print(JSONValue.array(rows).text(pretty: true)) }
    return status
  }
}
