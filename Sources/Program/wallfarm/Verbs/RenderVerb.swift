import Arguments
import BuiltInPlugins
import ContentSources
import Designs
import Files
import Glibc
import Graphics
import Requests
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm render`: renders a wallpaper for each specified device.
struct RenderVerb: CommandVerb {
  static let command = Command(
    "render", summary: "Render wallpapers.",
    discussion: """
      The command checks all arguments and files before it draws. It replaces each file
      atomically.

        wallfarm render --device iphone15 --note 'Buy milk' --note 'Call Ana'
        wallfarm render --device iphones,ipads --notes notes.json --photo beach.jpg -o 'out/{device}.png'
        wallfarm render --template home --device ipadpro13 --color black
        wallfarm render --theme ./mine.json --device iphone15 -n 'Hello' --watch
      """,
    accepts: RenderOptions.all, wordHint: WordHints.picture)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    // A watched render tries a URL again when an input is saved.
    let sources = try ContentArguments(invocation: invocation).sources(
      keepsErrors: !invocation.isOn(RenderOptions.watch))
    var reader = CommandLineRequests(invocation: invocation, sources: sources)
    let ownKey = reader.namesFile ? try key() : nil
    if let mistakes = try reader.readFile(key: ownKey) {
      return report(RenderMistakes(invocation: invocation, reader: reader).all(in: mistakes))
    }
    if invocation.isOn(RenderOptions.watch) { return try watch(reader) }
    do throws(RenderError) {
      try render(reader, key: ownKey)
      return .success
    } catch {
      let mistakes = RenderMistakes(invocation: invocation, reader: reader).all(after: error)
      guard mistakes.count > 1 else { throw error }
      return report(mistakes)
    }
  }

  private func report(_ mistakes: [RenderError]) -> ExitStatus {
    for mistake in mistakes { Terminal.report(mistake) }
    return ExitStatus(mistakes.map(\.code))
  }

  /// Renders the requests; `ownKey` is the key that was used to read the request file, if any.
  private func render(
    _ reader: CommandLineRequests, key ownKey: SecretKey?
  ) throws(RenderError) {
    let limit = try deadline()
    let report = invocation.value(of: RenderOptions.report)
    let sink = report.map(OutputSink.init)
    try checkStandardOutput(reader, sink)
    try sink?.check(.option("report"), isText: true)
    let installation = try Installation.findForUser()
    let designs = DesignLibrary(installation: installation, readsOnce: true)
    let requests = try reader.requests(designs)
    try reader.located { () throws(RenderError) in
      try checkFiles(requests, report, reader, designs)
    }
    // Start the deadline only now, after all input has been read. The deadline also covers
    // fontconfig, which can hang when memory runs out.
    let deadline = try Deadline.start(limit)
    let registry = try PluginArguments(invocation).registry(installation)
    let (cache, key) = (try reader.cache(), reader.request == nil ? try key() : ownKey)
    let moment = TimeSource.machine.read()
    let members = min(Processors.count, requests.count / RendererTeam.fewest)
    let team = RendererTeam(threads: members) { () throws(RenderError) in
      let renderer = try Renderer(
        installation: installation, plugins: registry,
        memory: requests.count == 1 ? .onePicture : .standard, cache: cache,
        threads: members > 1 ? 1 : Processors.count, designs: designs, key: key,
        clock: .standing(at: moment))
      renderer.memoryScope = .process
      return renderer
    }
    let receipts = try reader.located { () throws(RenderError) in
      try team.renderWithBoxes(requests)
    }
    // Stop the deadline before the output is written, so that a slow reader of standard output
    // cannot exceed it.
    deadline?.stop()
    if let descriptor = reader.descriptor, let file = receipts[0].file {
      try WholeFile.write(file.pieces, to: descriptor, origin: .option("output"))
    }
    let printsJSON = invocation.isOn(RenderOptions.json) && sink?.isStandardOutput != true
    if sink != nil || printsJSON {
      let text = Array(RenderReceipt.json(receipts).utf8)
      try sink?.write([text], origin: .option("report"))
      if printsJSON { try WholeFile.write([text], to: STDOUT_FILENO, origin: .option("json")) }
    }
    let isTaken = [reader.descriptor.map(OutputSink.descriptor), sink].contains {
      $0?.isStandardOutput == true
    }
    tell(receipts, onStandardError: isTaken || invocation.isOn(RenderOptions.json))
  }

  private func key() throws(RenderError) -> SecretKey? {
    try KeyArguments(invocation: invocation).key(
      making: true, isQuiet: invocation.isOn(RenderOptions.quiet))?.key
  }

  /// Returns the time limit that `--deadline` sets, 60 s by default, or `nil` for no limit.
  private func deadline() throws(RenderError) -> Duration? {
    if ["0", "none"].contains(invocation.value(of: RenderOptions.deadline)) { return nil }
    do throws(RenderError) {
      return try invocation.seconds(RenderOptions.deadline) ?? .seconds(60)
    } catch {
      var problem = error
      problem.hint = "write a number of seconds, such as 20, or none for no limit"
      throw problem
    }
  }

  /// Renders now and whenever an input file is saved, until the program is stopped.
  private func watch(_ reader: CommandLineRequests) throws(RenderError) -> ExitStatus {
    for option in [RenderOptions.report, RenderOptions.repro, RenderOptions.deadline]
    where invocation.value(of: option) != nil {
      throw .excluding(
        .option("watch"), "--\(option.long)", hint: "remove one of them; --watch renders repeatedly"
      )
    }
    if invocation.isOn(RenderOptions.json) {
      throw .excluding(
        .option("watch"), "--json", hint: "remove one of them; --watch renders repeatedly")
    }
    guard reader.descriptor == nil, !PipedInputs.isUsed else {
      throw .excluding(
        .option("watch"), "-", hint: "use files, because a pipe can be used only once")
    }
    let inputs =
      [RenderOptions.notes, RenderOptions.content, RenderOptions.photo].compactMap {
        option in
        invocation.value(of: option)
      }.filter { !ContentSource.isAddress($0) } + (try reader.commonRequest().fonts)
    let installation = try Installation.findForUser()
    let designs = DesignLibrary(installation: installation)
    try WatchedRender(
      installation: installation, designs: designs, plugins: PluginArguments(invocation),
      common: try reader.commonRequest(), inputs: inputs, key: try key()
    ) { () throws(RenderError) in
      let requests = try reader.requests(designs)
      try checkFiles(requests, nil, reader, designs)
      return requests
    }.run()
    return .success
  }

  /// Rejects output files that are also inputs or other outputs.
  private func checkFiles(
    _ requests: [RenderRequest], _ report: String?, _ reader: CommandLineRequests,
    _ designs: DesignLibrary
  ) throws(RenderError) {
    var written = requests.compactMap { request -> (String, String)? in
      if case .file(let path) = request.output { ("output", path) } else { nil }
    }
    if let report, PipedFile.output(report) == nil { written.append(("report", report)) }
    var inputs = [RenderOptions.photo, RenderOptions.notes, RenderOptions.content].compactMap {
      option in
      invocation.value(of: option).map { ("--\(option.long)", $0) }
    }
    if let path = invocation.value(of: RenderOptions.request), path != "-" {
      inputs.append(("--request", path))
    }
    inputs += (requests.first?.fonts ?? []).map { ("a font", $0) }
    inputs += (requests.first?.content.photoFiles ?? []).map { ("a photo in the content", $0) }
    inputs += (reader.request?.inputs ?? []).map { ("'\($0.key)' of the request", $0.path) }
    if let first = requests.first, invocation.value(of: RenderOptions.repro) == nil {
      inputs += designs.files(template: first.template, theme: first.theme, in: first.files).map {
        ("the theme or template", $0)
      }
      if let sample = designs.sampleFile(of: first.template, in: first.files) {
        inputs.append(("the sample of the template", sample))
      }
    }
    for (option, path) in written {
      let others =
        inputs + (option == "report" ? written.dropLast().map { ("--\($0)", $1) } : [])
      for (other, file) in others where PathComparison.isSame(path, file) {
        let hint = "'\(path)' is also the file for \(other); name another file"
        if option == "output", reader.request?.output != nil, !reader.namesOutput {
          throw RenderError(
            .conflictingOptions, "'output' and \(other) are the same file", origin: .option(option),
            hint: hint)
        }
        throw .excluding(.option(option), other, hint: hint)
      }
    }
  }

  private func checkStandardOutput(
    _ reader: CommandLineRequests, _ report: OutputSink?
  ) throws(RenderError) {
    guard let descriptor = reader.descriptor else { return }
    let sink = OutputSink.descriptor(descriptor)
    if sink.isStandardOutput,
      report?.isStandardOutput == true || invocation.isOn(RenderOptions.json)
    {
      throw .excluding(
        .option("output"), value: "-",
        report?.isStandardOutput == true ? "--report -" : "--json",
        hint: "write one of them to a file")
    }
    try sink.check(.option("output"), isText: false)
  }

  private func tell(_ receipts: [RenderReceipt], onStandardError: Bool) {
    guard !invocation.isOn(RenderOptions.quiet) else { return }
    var reportOnce: Set<RenderWarning> = []
    for receipt in receipts {
      for warning in receipt.warnings {
        // The fence depends on the machine, so this warning is the same for every picture; report
        // it once.
        if warning.code == .pluginUnfenced {
          if reportOnce.insert(warning).inserted { Terminal.report(warning) }
          continue
        }
        Terminal.report(warning, device: receipts.count > 1 ? receipt.device.id : nil)
      }
      guard let output = receipt.output, !invocation.isOn(RenderOptions.json) else { continue }
      let line = "\(output)  \(receipt.pixels)  \(receipt.byteCount / 1024) KB"
      if onStandardError { Terminal.report(line.visible) } else { Terminal.printLine(line) }
    }
    if invocation.isOn(RenderOptions.explain) { explain(receipts, onStandardError) }
  }

  /// Prints the settings that each layout considered, starting with the chosen setting, and the
  /// replaced colors.
  private func explain(_ receipts: [RenderReceipt], _ onStandardError: Bool) {
    for receipt in receipts {
      for layout in receipt.layouts {
        for (index, setting) in layout.considered.enumerated() {
          let line =
            "\(receipt.device.id)  \(layout.layout)  \(index == 0 ? "+" : "-") \(setting.line)"
          if onStandardError { Terminal.report(line) } else { Terminal.printLine(line) }
        }
      }
      for sentence in receipt.legibility?.replaced.compactMap(\.sentence) ?? [] {
        let line = "\(receipt.device.id)  \(sentence)"
        if onStandardError { Terminal.report(line) } else { Terminal.printLine(line) }
      }
    }
  }
}

extension RendererTeam {
  /// Renders the requests; if a glyph is missing, renders them again with labeled boxes and
  /// warnings.
  ///
  /// Boxes are not allowed in the first attempt, so that a picture that needs no boxes has the same
  /// bytes and fingerprint as in a batch.
  fileprivate func renderWithBoxes(
    _ requests: [RenderRequest]
  ) throws(RenderError) -> [RenderReceipt] {
    do throws(RenderError) {
      return try render(requests)
    } catch {
      guard error.code == .missingGlyph,
        !requests.contains(where: { $0.isStrict || $0.missing == .fail })
      else { throw error }
    }
    return try render(
      requests.map { request in
        var request = request
        request.allowsMissingGlyphs = true
        return request
      })
  }
}

extension ConsideredSetting {
  /// The line that `--explain` prints, such as `list at 26.5 pt costs 1.42: smaller than it could
  /// be 1.42`.
  fileprivate var line: String {
    func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    let reasons = costs.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \(rounded($0.value))" }
    return "\(form) at \(rounded(fontSize)) pt costs \(rounded(cost))"
      + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: ", "))
  }
}
