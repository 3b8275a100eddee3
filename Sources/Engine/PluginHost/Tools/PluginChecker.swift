public import Designs
internal import Graphics
internal import SourceJSON
internal import WallfarmCore
public import WallfarmPluginKit

/// The result of one plugin trial.
public struct PluginFinding: Sendable {
  /// The outcome of a trial.
  public enum Result: Sendable {
    /// The plugin conforms to the contract; the text summarizes the output.
    case good(String)
    /// The plugin refused to render, which the contract allows.
    case refused(RenderError)
    /// The result conforms to the contract, but is probably unintended.
    case doubtful(String)
    /// The plugin violates the contract.
    case wrong(RenderError)
  }

  /// The name of the trial.
  public let trial: String
  /// The outcome.
  public let result: Result
  /// Whether the plugin violated the contract.
  public var isWrong: Bool { if case .wrong = result { true } else { false } }
}

/// Tests a plugin with a wide range of inputs.
public struct PluginChecker {
  private let manifest: PluginManifest
  private let carrier: any PluginCarrier
  private let text: TextEngine
  private let clock = SuspendingClock()

  /// Creates a checker that uses the fonts of an installation.
  ///
  /// - Throws: `fonts-missing`.
  public init(
    _ manifest: PluginManifest, settings: PluginHostSettings, installation: Installation
  ) throws(RenderError) {
    self.manifest = manifest
    carrier = settings.carrier(of: manifest)
    let fonts = try installation.openFonts()
    text = fonts.textEngine(scale: Scale(x: 1, y: 1))
  }

  /// Runs all trials in order.
  public func run() -> [PluginFinding] {
    var trials = PluginTrials.all(manifest.description)
    // If the plain trial fails, the other trials are meaningless.
    let first = finding(trials.removeFirst())
    guard !first.isWrong else { return [first] }
    return [first] + [purity()] + trials.map(finding)
  }

  // MARK: - Trials

  private func finding(_ trial: PluginTrials.Trial) -> PluginFinding {
    let start = clock.now
    do throws(RenderError) {
      let (arrangement, context) = try arrangement(of: trial)
      let time = (clock.now - start) / .milliseconds(1)
      if let doubt = doubt(arrangement, trial, context) {
        return PluginFinding(trial: trial.name, result: .doubtful(doubt))
      }
      let count = arrangement.layers.count
      return PluginFinding(
        trial: trial.name,
        result: .good(
          (manifest.output == .pixels ? "pixels" : "\(count) layer\(count == 1 ? "" : "s")")
            + ", \(shortest((time * 10).rounded() / 10)) ms"))
    } catch {
      return PluginFinding(
        trial: trial.name, result: Self.mayRefuse(error) ? .refused(error) : .wrong(error))
    }
  }

  /// Whether the contract allows a plugin to report this error.
  private static func mayRefuse(_ error: RenderError) -> Bool {
    switch error.code {
    case .pluginRefused, .noNotes, .notesDoNotFit, .textDoesNotFit, .invalidParameter: true
    default: false
    }
  }

  private func arrangement(
    of trial: PluginTrials.Trial
  ) throws(RenderError) -> (Arrangement, ComposeContext) {
    let (width, height) = (trial.canvas.width, trial.canvas.height)
    let context = ComposeContext(
      canvas: trial.canvas,
      freeArea: Rect(x: 0, y: height * 0.34, width: width, height: height * 0.5),
      obstacles: [
        Obstacle(.clock, frame: Rect(x: 0, y: 0, width: width, height: height * 0.25))
      ],
      typeScale: min(max(width / 430, 0.8), 1.5), isTablet: width > 700, content: trial.content,
      now: manifest.description.timePrecision.map { trial.now.cut(to: $0) },
      filmTime: trial.filmTime,
      overflow: trial.overflow, direction: trial.direction, measurer: text, codes: QRCodes(),
      screen: ComposeContext.Screen(
        size: PixelSize(width: Int(width), height: Int(height)), scale: Scale(x: 1, y: 1)))
    let instance = OutsideInstance(manifest: manifest, carrier: carrier, values: trial.values)
    let arrangement = try instance.arrange(in: context)
    // Missing glyphs and font families are detected only when text is laid out.
    for (_, content, _) in arrangement.layers.flatMap(\.texts) {
      _ = try text.measure(content.block, width: content.frame.width)
    }
    return (arrangement, context)
  }

  // MARK: - Purity

  /// Checks that the same input produces the same output before and after the plugin renders a
  /// different input.
  private func purity() -> PluginFinding {
    let name = "the same input twice"
    let plain = PluginTrials.Trial(name: name)
    var other = plain
    other.content.notes = [Note("Something else")]
    other.canvas = Size(width: 440, height: 956)
    do throws(RenderError) {
      let first = try arrangement(of: plain).0
      _ = try? arrangement(of: other)
      let second = try arrangement(of: plain).0
      guard first == second else {
        throw manifest.answer(
          "the same input gave two different answers; the plugin keeps state, reads a clock, or "
            + "uses randomness")
      }
      return PluginFinding(trial: name, result: .good("the same answer"))
    } catch {
      return PluginFinding(
        trial: name, result: Self.mayRefuse(error) ? .refused(error) : .wrong(error))
    }
  }

  // MARK: - Doubts

  private func doubt(
    _ arrangement: Arrangement, _ trial: PluginTrials.Trial, _ context: ComposeContext
  ) -> String? {
    if arrangement.layers.isEmpty { return "it returned no layers" }
    guard manifest.description.kind == .layout else {
      return covers(arrangement.layers, context)
        ? nil : "the screen is not covered: no layer fills it from edge to edge"
    }
    let area = context.freeArea.inset(by: Insets(horizontal: -0.5, vertical: -0.5))
    if arrangement.layers.flatMap(\.texts).contains(where: { !area.contains($0.content.frame) }) {
      return "text extends beyond the free area and may overlap the clock, widgets or buttons"
    }
    let shown = arrangement.notes.count
    let given = context.notes.count
    if shown > 0, shown < given, arrangement.warnings.isEmpty {
      return "notes are missing without a warning: \(given - shown) of \(given)"
    }
    return nil
  }

  /// Returns whether a single layer covers the entire canvas, as far as this can be determined
  /// without drawing.
  private func covers(_ layers: [Layer], _ context: ComposeContext) -> Bool {
    layers.contains { layer in
      guard layer.opacity == 1 else { return false }
      switch layer.content {
      case .fill, .image: return true
      case .pixels(let pixels):
        return stride(from: 3, to: pixels.bytes.count, by: 4).allSatisfy { pixels.bytes[$0] == 255 }
      case .shape(let shape):
        guard case .rectangle(let rect) = shape.shape, shape.fill != nil else { return false }
        return rect.contains(context.bounds)
      case .group(let group): return group.clip == nil && covers(group.layers, context)
      case .text: return false
      }
    }
  }
}
