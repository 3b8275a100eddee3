import Designs
import Files
import FlowHosts
import ShortcutKit
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The files of a setup on this computer, and the steps that bring them to the phone, as lines.
struct SetupFiles {
  /// The output folder.
  let folder: String
  /// The command that creates the files again.
  let command: String
  let device: Device
  let map: PresetMap
  let language: GuideLanguage

  private var words: HostText { HostText(language: language.rawValue) }

  /// The output folder, as an absolute path if it exists.
  private var root: String { Files.resolved(folder) ?? folder }

  private func path(_ place: BundlePlace) -> String { "\(root)/\(place.path)" }

  private func has(_ place: BundlePlace) -> Bool { Files.exists(path(place)) }

  private var steps: CopySteps {
    CopySteps(device, map: map, hasHome: has(.homeScreen), language: language)
  }

  /// The paths of the files that concern the user.
  var list: [String] {
    let names: [BundlePlace: String] = [
      .lockScreen: "fileLock", .homeScreen: "fileHome", .redPicture: "fileRed",
      .guide: "fileGuide",
    ]
    guard has(.guide) else {
      return [words("filesGone", ["folder": folder, "command": command])]
    }
    let lines = BundlePlace.allCases.filter(has).compactMap { place in
      names[place].map { "  \(words($0)): \(path(place))" }
    }
    return [words("filesAre")] + lines
  }

  /// Whether the picture has expired, because it counts days.
  var hasExpired: Bool {
    guard let node = try? JSONFile.read("\(root)/bundle.json"),
      let expires = node["expires"]?.string.flatMap(Moment.init)
    else { return false }
    return expires <= TimeSource.machine.read()
  }

  /// The files, and the numbered steps that bring them to the phone.
  var listAndSteps: [String] {
    guard has(.guide) else { return list }
    let steps = steps
    let copy = words(
      "copyFiles",
      ["files": joined(steps.files), "folder": root, "device": steps.deviceName])
    var numbered = [(copy, steps.ways.map { "   - " + $0 })]
    if let place = steps.place { numbered.append((place, [])) }
    numbered.append((words("openGuide", ["guide": path(.guide)]), []))
    let lines = numbered.enumerated().flatMap { number, step in
      ["\(number + 1). \(step.0)"] + step.1
    }
    return list + ["", words("toPhone", ["device": steps.deviceName])] + lines
  }

  /// The path of a new picture, and the step that replaces the previous picture on the phone.
  var newPicture: [String] {
    let key = device.system == .android ? "copyAgainAndSet" : "copyAgain"
    return [
      words("newPicture", ["file": path(.lockScreen)]),
      words(key, ["device": steps.deviceName]), "",
    ]
  }

  private func joined(_ names: [String]) -> String {
    switch language {
    case .english:
      [names.dropLast().joined(separator: ", "), names.last ?? ""]
        .filter { !$0.isEmpty }.joined(separator: " and ")
    case .arabic: names.joined(separator: "، ")
    case .japanese: names.joined(separator: "、")
    }
  }
}
