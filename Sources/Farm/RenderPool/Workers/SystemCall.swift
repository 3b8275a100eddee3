internal import CFence

/// The calls of the kernel, by the numbers that this processor has for them.
enum SystemCall {
  /// The name of a call, such as `socket`; its number where it has none here.
  static func name(_ number: Int) -> String {
    guard let name = wallfarm_call_name(Int32(clamping: number)) else { return "call \(number)" }
    defer { wallfarm_free_name(name) }
    return String(cString: name)
  }
}
