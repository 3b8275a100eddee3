import Arguments
import Designs
import Files
import ShortcutKit
import WallfarmCore
import WallfarmPluginKit

/// Reads the options of `bundle make --address`.
struct AddressArguments {
  let invocation: Invocation

  /// Reads the request for a guide.
  ///
  /// - Parameters:
  ///   - typed: The address, or `-` to read it from standard input.
  ///   - example: The lock screen that the guide shows.
  ///   - installation: The installation that provides the shortcut map.
  /// - Returns: The request, checked as far as possible without rendering.
  /// - Throws: `invalid-parameter`, `conflicting-options`, and file errors.
  func request(
    _ typed: String, example: RenderRequest, _ installation: Installation
  ) throws(RenderError) -> AddressRequest {
    let address = try ReadAddress(typed == "-" ? standardInput() : typed)
    try checkOthers()
    let home = try AddressHome(invocation.value(of: BundleVerb.home) ?? "keep")
    let preset = try Preset(invocation.value(of: BundleVerb.preset) ?? "3")
    // Use a map only if the option specifies one, because the installed shortcuts read folders and
    // cannot fetch an address.
    let choice = try invocation.value(of: PresetLinkVerb.map).map { (file) throws(RenderError) in
      try PresetMap.find(file, in: installation).choice(for: preset)
    }
    return AddressRequest(
      address: address, example: example, home: home, choice: choice,
      language: BundleVerb.language(of: invocation))
  }

  /// Rejects options that apply only to a bundle with folders.
  private func checkOthers() throws(RenderError) {
    if invocation.value(of: BundleVerb.link) != nil {
      throw .excluding(
        .option(BundleVerb.link.long), "--address",
        hint: "remove it, because only a bundle with pictures includes a QR code for the guide")
    }
    let namesShortcuts = invocation.value(of: PresetLinkVerb.map) != nil
    if invocation.value(of: BundleVerb.preset) != nil, !namesShortcuts {
      throw .excluding(
        .option(BundleVerb.preset.long), "--address without --shortcuts",
        hint:
          "remove --preset, because the person selects the wallpaper from a list, or add "
          + "--shortcuts with a file that has a shortcut for each preset")
    }
  }

  /// Reads the address from standard input, which keeps it out of the shell history and the process
  /// list.
  private func standardInput() throws(RenderError) -> String {
    var text = String(decoding: try Files.readStandardInput(limit: 4096), as: UTF8.self)
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
