/// Simple icons for actions, drawn for this project without Apple's colors.
///
/// An icon indicates the purpose of an action, and the name next to the icon identifies the action.
enum RecipeIcon {
  /// The icon of an action, 24 units wide; it is decorative and hidden from screen readers.
  static func svg(of kind: RecipeAction.Kind) -> String {
    "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\">\(shapes(of: kind))</svg>"
  }

  private static func shapes(of kind: RecipeAction.Kind) -> String {
    switch kind {
    // A stack of pictures.
    case .wallpapers:
      #"<rect x="7.5" y="6.5" width="13" height="15" rx="2.5"/><path d="M4 17V6a3 3 0 0 1 3-3h9"/>"#
        + #"<path d="m7.5 18.5 4-4.5 2.5 2.5 2-2 4.5 4"/>"#
    // A list with one selected row.
    case .item:
      #"<path d="M9 6h11M9 18h11M4 6h.01M4 18h.01"/><path class="strong" d="M9 12h11M4 12h.01"/>"#
    case .folder:
      #"<path d="M3 18V6.5A1.5 1.5 0 0 1 4.5 5H9l2 2.5h8.5A1.5 1.5 0 0 1 21 9v9"/>"#
        + #"<path d="M3 18a1.5 1.5 0 0 0 1.5 1.5h15A1.5 1.5 0 0 0 21 18"/>"#
    // An arrow that points down from a globe.
    case .fetch:
      #"<path d="M8.5 16.2A7 7 0 1 1 17 14.5"/><path d="M4 9h15M11.5 2.6c-4 4-4 8.8-1.5 13"/>"#
        + #"<path d="M11.5 2.6c2.5 2.6 3.4 5.4 3.1 8.4M14 14v7.5m-3-3 3 3 3-3"/>"#
    // A path that forks.
    case .condition:
      #"<path d="M12 21v-6c0-3-6-3-6-7V3.5M12 15c0-3 6-3 6-7V3.5M3.5 6 6 3.5 8.5 6"/>"#
        + #"<path d="m15.5 6 2.5-2.5L20.5 6"/>"#
    // An arrow that turns to the right.
    case .otherwise:
      #"<path d="M5 3.5V9c0 4 4 5 8 5h6.5M16.5 11l3 3-3 3"/>"#
    // Two paths that merge.
    case .end:
      #"<path d="M6 3v4c0 4 6 3 6 7v6.5M18 3v4c0 4-6 3-6 7M9.5 18l2.5 2.5 2.5-2.5"/>"#
    // A picture on a phone.
    case .set:
      #"<rect x="6" y="2.5" width="12" height="19" rx="3"/>"#
        + #"<path d="m6.5 17 3.5-4 3 3 2-2 2.5 2.5"/><circle cx="14.5" cy="8.5" r="1.5"/>"#
    case .notify:
      #"<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2 2 0 0 0 4 0M12 3v2"/>"#
    case .stop:
      #"<path d="M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM9.5 9.5v5h5v-5z"/>"#
    }
  }
}
