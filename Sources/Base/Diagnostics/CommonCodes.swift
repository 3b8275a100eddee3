// Error codes that modules in several layers of the architecture use.

extension ErrorCode {
  /// A parameter, option or variable has a value that is of the wrong type or out of range.
  public static let invalidParameter = ErrorCode("invalid-parameter", .invalid, isFixable: true)
}
