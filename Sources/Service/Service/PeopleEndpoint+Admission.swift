import HTTP
import WallfarmPluginKit

/// Checks tokens before the request body is read, so that an invalid request uses no memory for a
/// body.
extension PeopleEndpoint {
  /// Decides whether a write request may send its body, and charges the request to the client that
  /// created the person.
  func admit(
    _ token: String, mostBytes: Int, _ work: @escaping Admission.Work,
    _ completion: @escaping @Sendable (Admission) -> Void
  ) {
    admitting.run(
      for: "",
      {
        do throws(RenderError) {
          guard let token = KeptPeople.Token(token), token.kind == .write,
            let owner = try people.owner(of: token)
          else { throw .noSuchAddress() }
          completion(.admitted(mostBytes: mostBytes, for: owner.isEmpty ? nil : owner, work))
        } catch {
          completion(.refused(Problem([error]).answer))
        }
      }, orElse: { completion(.refused(Problem([.overloaded()]).answer)) })
  }
}
