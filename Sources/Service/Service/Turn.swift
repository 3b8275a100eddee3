/// The line of a fair queue in which a task waits: owners take turns, and so do the parts of each
/// owner.
///
/// The owner is the client that is charged for the task. A part is one of the owner's people or
/// addresses; the owner's own requests do not belong to a part.
package struct Turn: Hashable, Sendable {
  let owner: String
  let part: String

  package init(_ owner: String, part: String = "") { (self.owner, self.part) = (owner, part) }
}
