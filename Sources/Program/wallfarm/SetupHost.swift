import Arguments
import Designs
import Files
import FlowHosts
import Flows
import Graphics
import RenderPool
import ShortcutKit
import WallfarmCore
import WallfarmPluginKit

/// Performs those effects of the Notewall flow that do not require a phone.
struct SetupHost: FlowHost {
  let bundles: BundleMaker
  let pictures: any PictureMaker
  let theme: String?
  let photo: String?
  let color: String?
  let homePhoto: String?
  /// The files that the host creates.
  let files: SetupFiles
  /// The facts from which the last picture was made, or `nil` during the first setup.
  private var drawn: [FactValue]?
  /// Whether this session has made a picture.
  private var hasMade = false

  init(
    bundles: BundleMaker, pictures: any PictureMaker, theme: String?, photo: String?,
    color: String?, homePhoto: String?, files: SetupFiles
  ) {
    (self.bundles, self.pictures, self.files) = (bundles, pictures, files)
    (self.theme, self.photo, self.color, self.homePhoto) = (theme, photo, color, homePhoto)
  }

  private var language: GuideLanguage { files.language }
  private var device: Device { files.device }
  private var map: PresetMap { files.map }

  private var words: HostText { HostText(language: language.rawValue) }

  mutating func perform(
    _ effect: Effect, _ state: FlowState, of flow: Flow
  ) throws(RenderError) -> HostAnswer {
    let facts = SetupFacts(flow, state)
    switch effect.name {
    case "makeWallpapers":
      Terminal.print(words("making") + "\n")
      let answer = makeWallpapers(effect, facts)
      if case .ended(0, _, _) = answer {
        hasMade = true
        if drawn != nil { drawn = Self.inputs(of: effect, state) }
      }
      return answer
    case "saveRedPicture": return saveRedPicture(effect)
    case "openShortcutLink": return try link(facts)
    case "runShortcut":
      let name = map.choice(for: try Preset("\(facts.preset)")).shortcut.name
      return .askPersonAfter([], sentence: words("onShortcut", ["name": name]))
    case "openPhotos": return .ended(outcome: 0, found: [], said: [words("onPhotos"), ""])
    case "openSettings": return .ended(outcome: 0, found: [], said: [words("onSettings"), ""])
    // The program sends no notifications, so there is nothing to ask.
    case "askNotifications": return .ended(outcome: 0, found: [], said: [])
    default: return .askPerson
    }
  }

  /// Makes a new picture if the user has changed something since the last picture or if that picture
  /// has expired, and tells where the new picture is.
  ///
  /// During the first setup, the flow itself makes the picture.
  ///
  /// - Throws: an error if the new picture cannot be made; the changes are saved nevertheless.
  mutating func leave(_ state: FlowState, of flow: Flow) throws(RenderError) -> [String] {
    guard let drawn, let effect = flow.effects.first(where: { $0.name == "makeWallpapers" }) else {
      return []
    }
    if Self.inputs(of: effect, state) == drawn, !files.hasExpired {
      return hasMade ? files.newPicture : []
    }
    Terminal.print(words("outOfDate"))
    Terminal.print(words("making") + "\n")
    do throws(RenderError) {
      return try render(SetupFacts(flow, state)) + files.newPicture
    } catch {
      Terminal.print(words("notRemade") + "\n")
      throw error
    }
  }

  /// Records the facts from which the existing picture was made.
  mutating func know(_ state: FlowState, of flow: Flow) {
    drawn = flow.effects.first { $0.name == "makeWallpapers" }.map { Self.inputs(of: $0, state) }
  }

  private static func inputs(of effect: Effect, _ state: FlowState) -> [FactValue] {
    effect.with.map { state.facts[$0] }
  }

  private func makeWallpapers(_ effect: Effect, _ facts: SetupFacts) -> HostAnswer {
    do throws(RenderError) {
      return .ended(outcome: 0, found: [], said: try render(facts))
    } catch {
      return .ended(outcome: failure(of: effect), found: [], said: ["\(error)", ""])
    }
  }

  /// Renders and writes the bundle, and returns lines about its files.
  private func render(_ facts: SetupFacts) throws(RenderError) -> [String] {
    var lock = RenderRequest(device: device.id, notes: facts.notes.map { Note($0) })
    try SetupDates(facts.dates).add(to: &lock)
    lock.theme = theme
    lock.widgets = facts.widgets
    lock.language = language.rawValue
    lock.background = try background(facts.lock)
    let request = BundleRequest(
      lock: lock, home: try home(facts.home), preset: try Preset("\(facts.preset)"), map: map,
      language: language)
    let made = try bundles.make(request)
    try made.write(to: files.folder)
    // The warnings are in English, because they are for operators; the flow explains the
    // consequences to the user.
    var lines = made.warnings.map(\.description) + files.list
    if let lifetime = made.lifetime {
      lines += ["", words("trueUntil", ["time": lifetime.localTime])]
    }
    return lines + [""]
  }

  /// Saves the red placeholder photo next to the output folder, because a bundle contains only its
  /// own files.
  private func saveRedPicture(_ effect: Effect) -> HostAnswer {
    let path = files.folder + "-red.png"
    do throws(RenderError) {
      var request = RenderRequest(template: "instruction", device: device.id)
      request.language = language.rawValue
      let made = try pictures.pictures(of: [request])
      try WholeFile.write([made[0].bytes], to: path)
      let place = Files.resolved(path) ?? path
      return .ended(outcome: 0, found: [], said: [words("redSaved", ["file": place]), ""])
    } catch {
      return .ended(outcome: failure(of: effect), found: [], said: ["\(error)", ""])
    }
  }

  private func failure(of effect: Effect) -> Int {
    effect.outcomes.firstIndex(of: "failed") ?? effect.outcomes.count - 1
  }

  private func background(_ choice: String) throws(RenderError) -> BackgroundChoice {
    switch choice {
    case "photo":
      guard let photo else { throw .photoNotNamed(RenderOptions.photo.long) }
      return .photo(file: photo)
    case "color": return .color(color ?? "black")
    default: return .theme
    }
  }

  private func home(_ choice: String) throws(RenderError) -> HomeChoice {
    switch choice {
    case "photo":
      guard let homePhoto else { throw .photoNotNamed(SetupVerb.homePhoto.long) }
      return .photo(homePhoto)
    case "none": return .keep
    default: return try HomeChoice(choice)
    }
  }

  /// Returns the address for installing the shortcut and, if the output is a terminal, a QR code of
  /// the address.
  private func link(_ facts: SetupFacts) throws(RenderError) -> HostAnswer {
    let choice = map.choice(for: try Preset("\(facts.preset)"))
    let url = choice.shortcut.link.url
    let code = Terminal.outputIsTerminal ? try QRCode(url).terminal : nil
    return .askPersonAfter([url], drawing: code, sentence: words("onLink"))
  }
}

/// The facts of the flow, under the names that Notewall uses.
private struct SetupFacts {
  private let values: [String: FactValue]

  init(_ flow: Flow, _ state: FlowState) {
    values = Dictionary(
      zip(flow.facts.map(\.name), state.facts), uniquingKeysWith: { $1 })
  }

  var notes: [String] { texts("notes") }
  var dates: [String] { texts("dates") }
  var preset: Int { values["preset"]?.count ?? Preset.standard.number }
  var lock: String { word("lock") }
  var home: String { word("home") }
  /// Whether the row of widgets is kept clear, which is the default.
  var widgets: Bool { values["widgets"] != .flag(false) }

  private func texts(_ name: String) -> [String] {
    if case .texts(let texts)? = values[name] { texts } else { [] }
  }

  private func word(_ name: String) -> String {
    if case .word(let word)? = values[name] { word } else { "none" }
  }
}

extension RenderError {
  fileprivate static func photoNotNamed(_ option: String) -> RenderError {
    RenderError(
      .optionMissing, "no photo was given", origin: .option(option),
      hint:
        "press Ctrl-C and run the command again with --\(option) beach.jpg, or choose another photo"
    )
  }
}
