package import WallfarmPluginKit

/// Whether text is light or dark.
package enum Letters: Hashable {
  case light
  case dark

  var opposite: Letters { self == .light ? .dark : .light }

  /// Classifies a color; above middle gray (relative luminance 0.18) it is light.
  package init(_ color: Color) { self = color.relativeLuminance > 0.18 ? .light : .dark }
}
