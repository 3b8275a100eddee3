/// A country or territory in ISO 3166.
package struct Country: Hashable, Sendable {
  /// The two-letter code, such as `PT`.
  package let code: String
  /// The English name, such as `Portugal`.
  package let name: String

  package init(code: String, name: String) { (self.code, self.name) = (code, name) }
}
