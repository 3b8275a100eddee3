// Error codes that modules of several layers use.

extension ErrorCode {
  /// A parameter, option or variable has a value of the wrong type or out of range.
  public static let invalidParameter = ErrorCode("invalid-parameter", .invalid, isFixable: true)
}
