/// One operation of a JSON Patch (RFC 6902).
public enum PatchOperation: Sendable, Hashable {
  /// Adds a member, or inserts an element before the element at the given position.
  case add(JSONPointer, PatchValue)
  /// Replaces an existing value.
  case replace(JSONPointer, PatchValue)
  /// Removes a member or an element.
  case remove(JSONPointer)
  /// Removes the value at the first position and adds it at the second position.
  case move(from: JSONPointer, to: JSONPointer)
}
