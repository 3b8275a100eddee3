public import WallfarmPluginKit

/// The area of a layout, its shown notes and its text settings.
public struct LayoutPlacement: Sendable, Hashable {
  /// The name of the layout.
  public let layout: String
  /// The area assigned to the layout, in points.
  public let area: Rect
  /// The type size in points; nil for a layout without text.
  public let fontSize: Double?
  /// The numbers of the shown notes, from 1.
  public let notes: [Int]
  /// The considered text settings, the chosen one first; empty if there was no choice.
  public let considered: [ConsideredSetting]
  /// The time at which the picture of the layout changes; nil for never.
  public let expires: Moment?
  /// The index of the layout's stack in the template; nil for none.
  let stack: Int?
  /// The range of the layout's layers in the foreground of the scene.
  let layers: Range<Int>
}
