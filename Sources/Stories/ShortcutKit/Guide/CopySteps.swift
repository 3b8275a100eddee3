package import Designs
package import WallfarmCore

/// The ways to copy the files of a bundle to a phone, in the words of the guide.
package struct CopySteps {
  private let strings: GuideStrings
  private let facts: GuideFacts

  /// Creates the steps for a bundle that is copied to a device.
  ///
  /// - Parameters:
  ///   - device: the phone or tablet.
  ///   - map: the available shortcuts.
  ///   - hasHome: whether there is a picture for the home screen.
  ///   - language: the language of the texts.
  package init(
    _ device: Device, map: PresetMap, hasHome: Bool, language: GuideLanguage
  ) {
    let system = device.system ?? .apple
    strings = GuideStrings(language, for: system)
    facts = GuideFacts(
      device: device,
      way: system == .android ? .copied : .folders(map.choice(for: .standard)), hasHome: hasHome,
      hasWidgets: false)
  }

  /// The name of the device for the user, such as `iPhone`.
  package var deviceName: String { GuideSystem(facts.device).device }

  /// The files and folders to copy, relative to the bundle.
  package var files: [String] {
    var files = ["LockScreen"]
    if facts.hasHome { files.append("HomeScreen") }
    if facts.way.system == .apple { files.append(BundleLayout.instruction) }
    return files
  }

  /// A line for each way to copy the files; the user chooses one.
  package var ways: [String] {
    let names =
      facts.way.system == .android
      ? ["files.cable", "files.share", "files.cloud"] : ["files.airdrop", "files.cloud"]
    return names.compactMap { name in
      guard let title = strings.text(name, for: facts),
        let text = strings.text(name + ".text", for: facts)
      else { return nil }
      return title + strings.colon + text
    }
  }

  /// Where to keep the files on the device; nil if the pictures are set directly.
  package var place: String? {
    facts.way.system == .android ? nil : strings.text("files.keep", for: facts)
  }
}

extension GuideStrings {
  /// The separator between a title and a text on the same line.
  fileprivate var colon: String { language == .japanese ? "：" : ": " }
}
