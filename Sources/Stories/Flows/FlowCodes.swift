public import WallfarmPluginKit

// What flows can be wrong in.

extension ErrorCode {
  /// No flow has that name.
  public static let unknownFlow = ErrorCode("unknown-flow", .invalid)
  /// A flow has no order of that name.
  public static let unknownVariantOfFlow = ErrorCode("unknown-flow-variant", .invalid)
  /// A text of a flow is missing in a language.
  public static let flowTextMissing = ErrorCode("flow-text-missing", .invalid)
  /// A text that no flow shows, or that names a fact that there is not.
  public static let flowTextWrong = ErrorCode("flow-text-wrong", .finding)
  /// Something is declared and never used.
  public static let flowUnused = ErrorCode("flow-unused", .finding)
  /// A fact that conditions ask for is never said.
  public static let flowFactUnsaid = ErrorCode("flow-fact-unsaid", .finding)
  /// An outcome of an effect leads nowhere.
  public static let flowOutcomeUnheard = ErrorCode("flow-outcome-unheard", .finding)
  /// Steps pass over to each other in a circle.
  public static let flowPassCircle = ErrorCode("flow-pass-circle", .finding)
  /// A step that nothing leads to.
  public static let flowStepUnreachable = ErrorCode("flow-step-unreachable", .finding)
  /// An action that can never be taken.
  public static let flowActionUnreachable = ErrorCode("flow-action-unreachable", .finding)
  /// A gate that never opens.
  public static let flowGateShut = ErrorCode("flow-gate-shut", .finding)
  /// A gate that can be gone round.
  public static let flowGateGoneRound = ErrorCode("flow-gate-gone-round", .finding)
  /// A step at which nothing can be done.
  public static let flowDeadEnd = ErrorCode("flow-dead-end", .finding)
  /// From somewhere the end cannot be reached.
  public static let flowTrap = ErrorCode("flow-trap", .finding)
  /// The story offers to end although a criterion of success is not met.
  public static let flowEndsTooSoon = ErrorCode("flow-ends-too-soon", .finding)
  /// A criterion of success that is always met.
  public static let flowCriterionIdle = ErrorCode("flow-criterion-idle", .finding)
  /// Two tips are due at once.
  public static let flowTwoTips = ErrorCode("flow-two-tips", .finding)
  /// Without the success of an effect the story cannot end.
  public static let flowEffectNeeded = ErrorCode("flow-effect-needed", .finding)
  /// A story that never ends.
  public static let flowEndless = ErrorCode("flow-endless", .finding)
}
