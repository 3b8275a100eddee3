import HTTP
import WallfarmPluginKit

/// Checks tokens before the request body is read, so that invalid requests use no memory.
extension PeopleEndpoint {
  /// Decides whether a write request can send a body, and charges the request to the person's
  /// client.
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
