import Arguments
import Designs
import Files
import ShortcutKit
import WallfarmCore
import WallfarmPluginKit

/// Reads the words of `bundle make --address`.
struct AddressArguments {
  let invocation: Invocation

  /// The guide that was asked for.
  ///
  /// - Parameters:
  ///   - typed: the address, or `-` for one on standard input.
  ///   - example: the lock screen that the guide shows.
  ///   - installation: where a map of shortcuts is looked for.
  /// - Returns: the request, checked as far as it can be without a picture.
  /// - Throws: `invalid-parameter`, `conflicting-options`, and what keeps a file from being read.
  func request(
    _ typed: String, example: RenderRequest, _ installation: Installation
  ) throws(RenderError) -> AddressRequest {
    let address = try ReadAddress(typed == "-" ? standardInput() : typed)
    try checkOthers()
    let home = try AddressHome(invocation.value(of: BundleVerb.home) ?? "keep")
    let preset = try Preset(invocation.value(of: BundleVerb.preset) ?? "3")
    // The shortcuts of an installation read folders: only those that were named fetch.
    let choice = try invocation.value(of: PresetLinkVerb.map).map { (file) throws(RenderError) in
      try PresetMap.find(file, in: installation).choice(for: preset)
    }
    return AddressRequest(
      address: address, example: example, home: home, choice: choice,
      language: BundleVerb.language(of: invocation))
  }

  /// What only a bundle with folders has a use for.
  private func checkOthers() throws(RenderError) {
    if invocation.value(of: BundleVerb.link) != nil {
      throw .excluding(
        .option(BundleVerb.link.long), "--address",
        hint: "its code goes onto the red picture, which a phone that fetches has no need of")
    }
    let namesShortcuts = invocation.value(of: PresetLinkVerb.map) != nil
    if invocation.value(of: BundleVerb.preset) != nil, !namesShortcuts {
      throw .excluding(
        .option(BundleVerb.preset.long), "--address without --shortcuts",
        hint: "the person chooses the wallpaper from a list: leave it out, or name a file of "
          + "shortcuts made for each preset")
    }
  }

  /// The one line that is there; so an address stands in no history and in no list of processes.
  private func standardInput() throws(RenderError) -> String {
    var text = String(decoding: try Files.readStandardInput(limit: 4096), as: UTF8.self)
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
