public import WallfarmPluginKit

/// The common parameters of layouts, with the default values for a particular layout.
public struct LayoutKeys: Sendable {
  let font = Parameter.font("font", default: "Inter", summary: "Font family of the text.")
  let weight = Parameter.integer(
    "weight", in: 100...900, default: 700, summary: "Weight of the text: 400 regular, 900 black.")
  let numberFont = Parameter.font(
    "number-font", default: "Inter", summary: "Font family of large figures.")
  let numberWeight = Parameter.integer(
    "number-weight", in: 100...900, default: 800, summary: "Weight of large figures.")
  let color = Parameter.color("color", default: .white, summary: "Color of the text and marks.")
  let accent = Parameter.color(
    "accent", default: .white, summary: "Color of the most important element.")
  let shadow = Parameter.optionalColor(
    "shadow",
    summary: "Color of the soft shadow behind the text, or none.")
  let card = Parameter.optionalColor(
    "card-color",
    summary: "Color of the panel behind the content, or none.")
  let cardLine = Parameter.optionalColor(
    "card-line-color", summary: "Color of the thin line around the panel, or none.")
  let cardRadius = Parameter.number(
    "card-radius", in: 0...60, unit: .typePoints, default: 22,
    summary: "Corner radius of the panel.")
  let maxSize: Parameter<Double>
  let minSize: Parameter<Double>
  let side = Parameter.number(
    "side", in: 8...120, unit: .typePoints, default: 30,
    summary: "Margin at the sides of the screen.")
  let align: Parameter<LayoutLook.Align>
  let anchor: Parameter<LayoutLook.Anchor>
  let emptyText: Parameter<String>

  /// Declares the parameters.
  ///
  /// - Parameters:
  ///   - largest: the default of `max-size`, the maximum size of the largest type, in points on a
  ///     phone 430 pt wide.
  ///   - smallest: the default of `min-size`, the minimum size of the smallest type, in the same
  ///     unit.
  ///   - align: the default alignment of lines.
  ///   - anchor: the default vertical position.
  ///   - emptyText: the default text for content without entries; empty for none.
  public init(
    largest: Double, smallest: Double = 13, align: LayoutLook.Align = .start,
    anchor: LayoutLook.Anchor = .center, emptyText: String = "Nothing here"
  ) {
    maxSize = .number(
      "max-size", in: 12...300, unit: .typePoints, default: largest,
      summary: "Largest type size.")
    minSize = .number(
      "min-size", in: 8...40, unit: .typePoints, default: smallest,
      summary: "Smallest type size.")
    self.align = .choice(
      "align", default: align,
      summary: "Alignment of lines: at the leading edge, or centered.")
    self.anchor = .choice(
      "anchor", default: anchor, summary: "Vertical position of the content in the free area.")
    self.emptyText = .text(
      "empty-text", limit: 80, default: emptyText,
      summary: "Text to show if there is no content; empty for none.")
  }

  /// The schema with the parameters that are specific to a layout, followed by the common
  /// parameters.
  public func schema<each Value>(with own: repeat Parameter<each Value>) -> ParameterSchema {
    let first = ParameterSchema(repeat each own)
    let common = ParameterSchema(
      font, weight, numberFont, numberWeight, color, accent, shadow, card, cardLine, cardRadius,
      maxSize, minSize, side, align, anchor, emptyText)
    return ParameterSchema(first.parameters + common.parameters)
  }
}
