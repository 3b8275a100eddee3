public import WallfarmPluginKit

/// A layout that shows one instruction step: its number, text and picture.
public struct StepCard: LayoutPlugin {
  /// The identifier, `step-card`.
  public static let id = "step-card"
  /// The version; since version 2, the picture is aligned with the text and has rounded corners.
  public static let version = 2
  /// The one-line summary for lists.
  public static let summary = "A numbered instruction with a picture."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: step)
  /// The content: steps, which are required.
  public static let content = [ContentUse(.steps, isNeeded: true)]

  private static let step = Parameter.integer(
    "step", in: 1...1000, default: 1, summary: "Number of the step to show.")
  private static let keys = LayoutKeys(largest: 42, smallest: 13, emptyText: "No step yet")

  private let step: Int
  private let stepOrigin: Origin?
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    step = try values.value(of: Self.step)
    stepOrigin = values.origin(of: "step")
    look = try LayoutLook(Self.keys, values)
  }

  /// Arranges the step at the largest size at which the text and the picture fit the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let steps = context.content[.steps] ?? []
    guard !steps.isEmpty else { return try look.nothing(in: context) }
    guard step <= steps.count else {
      throw RenderError(
        .invalidParameter, "step \(step) does not exist: the last step is number \(steps.count)",
        origin: stepOrigin, hint: "set 'step' to a number from 1 to \(steps.count)")
    }
    let number = try context.words.number(Double(step), .plain(decimals: 0))
    return try StepPage(steps[step - 1], number, of: (step, steps.count), look, context)
      .arrangement()
  }
}
