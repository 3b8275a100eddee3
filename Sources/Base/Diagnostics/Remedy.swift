/// A correction of a request, in terms of the origin of a value.
///
/// The code that detects an error knows the right value, but not the position of the wrong one in
/// a document; on a command line, there is no document. The reader of a request turns the remedies
/// of its errors into ``RenderError/fix``.
package struct Remedy: Sendable, Hashable {
  /// The change of the value, or of its member.
  package let change: Change
  /// The value to change; nil for the origin of the error.
  package let origin: Origin?

  /// A change of a document at one value.
  package enum Change: Sendable, Hashable {
    /// Replaces the value, or adds a missing member.
    case replace(PatchValue)
    /// Renames the key of a member; if the object already has the new key, removes the member.
    case rename(String)
    /// Removes a member or an element.
    case remove
    /// Puts the value into a list, without quoting it: it may be private text.
    case wrap
    /// Adds a member to an object, or an object with it in place of a missing one.
    case add(String, PatchValue)
    /// Exchanges the values of two members of an object.
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
  /// Keeps the first of several fixes that give one key to different members.
  ///
  /// - Returns: the new keys.
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
  /// The remedy with an origin of its own, unless it already has one.
  package func at(_ origin: Origin?) -> Remedy { Remedy(change, self.origin ?? origin) }
}
