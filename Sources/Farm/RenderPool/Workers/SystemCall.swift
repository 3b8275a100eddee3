internal import CFence

/// Names of system calls by their numbers on this architecture.
enum SystemCall {
  /// Returns the name of a call, such as `socket`, or its number if the call is unknown.
  static func name(_ number: Int) -> String {
    guard let name = wallfarm_call_name(Int32(clamping: number)) else { return "call \(number)" }
    defer { wallfarm_free_name(name) }
    return String(cString: name)
  }
}
