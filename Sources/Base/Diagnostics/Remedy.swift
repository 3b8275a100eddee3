/// A correction to a request, expressed in terms of the origin of a value.
///
/// The code that detects an error knows the correct value, but not the position of the wrong value
/// in the document; on a command line, there is no document. The reader of a request converts the
/// remedies of its errors into ``RenderError/fix``.
package struct Remedy: Sendable, Hashable {
  /// The change to the value, or to the member that contains it.
  package let change: Change
  /// The origin of the value to change, or nil to use the origin of the error.
  package let origin: Origin?

  /// A change to one value in a document.
  package enum Change: Sendable, Hashable {
    /// Replaces the value, or adds a missing member.
    case replace(PatchValue)
    /// Renames the key of a member; if the object already has the new key, removes the member.
    case rename(String)
    /// Removes a member or an element.
    case remove
    /// Wraps the value in a list; the fix does not contain the value itself, which may be private
    /// text.
    case wrap
    /// Adds a member to an object, and creates the object if it is missing.
    case add(String, PatchValue)
    /// Swaps the values of two members of an object.
    case exchange(String, String)
  }

  private init(_ change: Change, _ origin: Origin?) {
    (self.change, self.origin) = (change, origin)
  }

  package static func replace(by value: PatchValue, at origin: Origin? = nil) -> Remedy {
    Remedy(.replace(value), origin)
  }

  package static func rename(to key: String, at origin: Origin? = nil) -> Remedy {
    Remedy(.rename(key), origin)
  }

  package static func remove(_ origin: Origin? = nil) -> Remedy { Remedy(.remove, origin) }

  package static func wrap(_ origin: Origin? = nil) -> Remedy { Remedy(.wrap, origin) }

  package static func add(
    _ key: String, _ value: PatchValue, to origin: Origin? = nil
  ) -> Remedy {
    Remedy(.add(key, value), origin)
  }

  package static func exchange(
    _ one: String, _ other: String, in origin: Origin? = nil
  ) -> Remedy {
    Remedy(.exchange(one, other), origin)
  }
}

extension [RenderError] {
  /// If several errors suggest renaming a member to the same key, keeps only the first suggestion.
  ///
  /// - Returns: the suggested keys.
  package mutating func keepFirstRenames() -> Set<String> {
    var keys: Set<String> = []
    for index in indices {
      guard case .rename(let key)? = self[index].remedies.first?.change else { continue }
      if !keys.insert(key).inserted { self[index].remedies = [] }
    }
    return keys
  }
}

extension Remedy {
  /// Returns the remedy, with the given origin if it does not have an origin yet.
  package func at(_ origin: Origin?) -> Remedy { Remedy(change, self.origin ?? origin) }
}
