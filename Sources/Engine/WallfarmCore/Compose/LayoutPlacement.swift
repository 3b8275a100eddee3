public import WallfarmPluginKit

/// The area of a layout, the notes that it shows, and its text settings.
public struct LayoutPlacement: Sendable, Hashable {
  /// The name of the layout.
  public let layout: String
  /// The area assigned to the layout, in points.
  public let area: Rect
  /// The type size in points; nil for a layout without text.
  public let fontSize: Double?
  /// The numbers of the shown notes, from 1.
  public let notes: [Int]
  /// The text settings that the layout considered, starting with the setting it chose; empty if it
  /// had no choice.
  public let considered: [ConsideredSetting]
  /// The time at which the layout's picture changes; nil if it never changes.
  public let expires: Moment?
  /// The index of the layout's stack in the template; nil if the layout is not in a stack.
  let stack: Int?
  /// The range of the layout's layers in the foreground of the scene.
  let layers: Range<Int>
}
