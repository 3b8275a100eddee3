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
  let language: GuideLanguage
  let device: Device
  let theme: String?
  let photo: String?
  let color: String?
  let homePhoto: String?
  let map: PresetMap
  /// The output folder.
  let folder: String
  /// The command that creates the files again.
  let command: String

  private var words: HostText { HostText(language: language.rawValue) }

  mutating func perform(
    _ effect: Effect, _ state: FlowState, of flow: Flow
  ) throws(RenderError) -> HostAnswer {
    let facts = SetupFacts(flow, state)
    switch effect.name {
    case "makeWallpapers":
      Terminal.print(words("making") + "\n")
      return makeWallpapers(effect, facts)
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

  /// Returns lines that list the files and, if requested, the next step.
  func files(withNext: Bool = true) -> [String] {
    let names: [BundlePlace: String] = [
      .lockScreen: "fileLock", .homeScreen: "fileHome", .redPicture: "fileRed",
      .guide: "fileGuide",
    ]
    let root = Files.resolved(folder) ?? folder
    let places = BundlePlace.allCases.filter { Files.exists("\(root)/\($0.path)") }
    guard places.contains(.guide) else {
      return [words("filesGone", ["folder": folder, "command": command])]
    }
    let lines = places.compactMap { place in
      names[place].map { "  \(words($0)): \(root)/\(place.path)" }
    }
    let guide = "\(root)/\(BundlePlace.guide.path)"
    return [words("filesAre")] + lines
      + (withNext ? ["", words("filesNext", ["guide": guide])] : [])
  }

  private func makeWallpapers(_ effect: Effect, _ facts: SetupFacts) -> HostAnswer {
    do throws(RenderError) {
      var lock = RenderRequest(device: device.id, notes: facts.notes.map { Note($0) })
      lock.theme = theme
      lock.widgets = facts.widgets
      lock.language = language.rawValue
      lock.background = try background(facts.lock)
      let request = BundleRequest(
        lock: lock, home: try home(facts.home), preset: try Preset("\(facts.preset)"), map: map,
        language: language)
      let made = try bundles.make(request)
      try made.write(to: folder)
      // The warnings are in English, because they are for operators; the flow explains the
      // consequences to the user.
      let lines = made.warnings.map(\.description)
      return .ended(
        outcome: 0, found: [], said: lines + files(withNext: false) + [""])
    } catch {
      return .ended(outcome: failure(of: effect), found: [], said: ["\(error)", ""])
    }
  }

  /// Saves the red placeholder photo next to the output folder, because a bundle contains only its
  /// own files.
  private func saveRedPicture(_ effect: Effect) -> HostAnswer {
    let path = folder + "-red.png"
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

  var notes: [String] { if case .texts(let texts)? = values["notes"] { texts } else { [] } }
  var preset: Int { values["preset"]?.count ?? Preset.standard.number }
  var lock: String { word("lock") }
  var home: String { word("home") }
  var widgets: Bool { values["widgets"] == .flag(true) }

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
