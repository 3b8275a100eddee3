public import WallfarmPluginKit

// Errors of flows and findings of the flow checker.

extension ErrorCode {
  /// No flow has that name.
  public static let unknownFlow = ErrorCode("unknown-flow", .invalid)
  /// A flow has no variant of that name.
  public static let unknownVariantOfFlow = ErrorCode("unknown-flow-variant", .invalid)
  /// A flow text is missing in a language.
  public static let flowTextMissing = ErrorCode("flow-text-missing", .invalid)
  /// A flow text is never shown, or refers to an unknown fact.
  public static let flowTextWrong = ErrorCode("flow-text-wrong", .finding)
  /// A declaration is never used.
  public static let flowUnused = ErrorCode("flow-unused", .finding)
  /// A fact in a condition is never set.
  public static let flowFactUnsaid = ErrorCode("flow-fact-unsaid", .finding)
  /// An outcome of an effect is not handled.
  public static let flowOutcomeUnheard = ErrorCode("flow-outcome-unheard", .finding)
  /// Steps without input form a cycle.
  public static let flowPassCircle = ErrorCode("flow-pass-circle", .finding)
  /// A step cannot be reached.
  public static let flowStepUnreachable = ErrorCode("flow-step-unreachable", .finding)
  /// An action is never available.
  public static let flowActionUnreachable = ErrorCode("flow-action-unreachable", .finding)
  /// A gate never opens.
  public static let flowGateShut = ErrorCode("flow-gate-shut", .finding)
  /// A gate can be bypassed.
  public static let flowGateGoneRound = ErrorCode("flow-gate-gone-round", .finding)
  /// A step has no available action.
  public static let flowDeadEnd = ErrorCode("flow-dead-end", .finding)
  /// The end cannot be reached from a reachable state.
  public static let flowTrap = ErrorCode("flow-trap", .finding)
  /// The story can end although a success criterion is not met.
  public static let flowEndsTooSoon = ErrorCode("flow-ends-too-soon", .finding)
  /// A success criterion is always met.
  public static let flowCriterionIdle = ErrorCode("flow-criterion-idle", .finding)
  /// Two tips are due at the same time.
  public static let flowTwoTips = ErrorCode("flow-two-tips", .finding)
  /// The story can end only if a certain effect succeeds.
  public static let flowEffectNeeded = ErrorCode("flow-effect-needed", .finding)
  /// The story never ends.
  public static let flowEndless = ErrorCode("flow-endless", .finding)
}
