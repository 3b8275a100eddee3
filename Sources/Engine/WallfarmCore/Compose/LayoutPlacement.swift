public import WallfarmPluginKit

/// The placement of a layout, and its text settings.
public struct LayoutPlacement: Sendable, Hashable {
  /// Its name.
  public let layout: String
  /// The area assigned to it, in points.
  public let area: Rect
  /// Type size in points; nil if it shows no text.
  public let fontSize: Double?
  /// The numbers of the notes that it shows.
  public let notes: [Int]
  /// The text settings that it considered, the chosen one first; empty if there was no choice.
  public let considered: [ConsideredSetting]
  /// The time at which its picture changes; nil for never.
  public let expires: Moment?
  /// The index of its stack in the template; nil for none.
  let stack: Int?
  /// The range of its layers in the foreground of the scene.
  let layers: Range<Int>
}
