internal import Glibc

extension [String] {
  /// Calls a closure with the strings as a null-terminated array of C strings.
  package func withCStrings<Result>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies: [UnsafeMutablePointer<CChar>?] = map { strdup($0) } + [nil]
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: copies.count)
    list.initialize(from: copies, count: copies.count)
    defer {
      for copy in copies { free(copy) }
      list.deallocate()
    }
    return body(list)
  }
}
