import WallfarmPluginKit

/// Whether the letters on a photo are light or dark.
enum Letters: Hashable {
  case light
  case dark

  var opposite: Letters { self == .light ? .dark : .light }

  /// Those of a colour: from about the middle grey on they are light.
  init(_ color: Color) { self = color.relativeLuminance > 0.18 ? .light : .dark }
}
