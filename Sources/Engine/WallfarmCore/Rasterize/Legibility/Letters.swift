package import WallfarmPluginKit

/// Whether text is light or dark.
package enum Letters: Hashable {
  case light
  case dark

  var opposite: Letters { self == .light ? .dark : .light }

  /// Classifies a color, which is light if its relative luminance is above that of middle gray
  /// (0.18).
  package init(_ color: Color) { self = color.relativeLuminance > 0.18 ? .light : .dark }
}
