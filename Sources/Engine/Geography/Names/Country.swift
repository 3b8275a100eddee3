/// A country or territory, as ISO 3166 lists them.
package struct Country: Hashable, Sendable {
  /// Two letters, such as `PT`.
  package let code: String
  /// In English, such as `Portugal`.
  package let name: String

  /// Makes one.
  package init(code: String, name: String) { (self.code, self.name) = (code, name) }
}
