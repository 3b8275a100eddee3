import HTTP
import WallfarmPluginKit

/// Tokens are looked for before the body of a request is read, so that nobody without one costs memory.
extension PeopleEndpoint {
  /// Tells whether a request that writes may have a body, and who pays for it: the key that has made the person.
  func admit(_ token: String, mostBytes: Int, _ told: @escaping @Sendable (Admission) -> Void) {
    admitting.run(
      for: "",
      {
        do throws(RenderError) {
          guard let token = KeptPeople.Token(token), token.kind == .write,
            let owner = try people.owner(of: token)
          else { throw .noSuchAddress() }
          told(.admitted(mostBytes: mostBytes, for: owner.isEmpty ? nil : owner))
        } catch {
          told(.refused(Problem([error]).answer))
        }
      }, orElse: { told(.refused(Problem([.overloaded()]).answer)) })
  }
}
