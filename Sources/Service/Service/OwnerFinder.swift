import HTTP
internal import Synchronization
import WallfarmPluginKit
internal import Work

/// Finds the client who pays for a token or an address, so that its work waits in the turn of that client.
///
/// Nothing else tells a token that was made up from one that opens something: those that are not known wait in one line,
/// and never for a thread that makes plans.
final class OwnerFinder: Sendable {
  private let known: Mutex<BoundedCache<String, String>>
  private let finding: PlanningThread

  /// Room for what is known of tokens and addresses: some 20,000 of them.
  private static let bytes = 8 << 20

  /// Has room for so many that are looked for.
  init(most: Int) {
    known = Mutex(BoundedCache(mostBytes: OwnerFinder.bytes))
    finding = PlanningThread("wallfarm owners", most: most)
  }

  /// Finds the owner of something, and goes on in the owner's turn; what goes wrong is answered.
  ///
  /// - Parameters:
  ///   - name: what it is known by here; nothing of a secret.
  ///   - exchange: what is answered.
  ///   - lookUp: finds the owner, or throws what the answer is.
  ///   - then: hears the turn, on any thread.
  func find(
    _ name: String, _ exchange: HTTPExchange,
    by lookUp: @escaping @Sendable () throws(RenderError) -> String,
    then: @escaping @Sendable (Turn) -> Void
  ) {
    if let owner = known.withLock({ $0.value(for: name) }) {
      return then(Turn(owner, part: name))
    }
    finding.run(
      for: "",
      { [self] in
        do throws(RenderError) {
          let owner = try lookUp()
          known.withLock {
            $0.insert(owner, for: name, bytes: name.utf8.count + owner.utf8.count)
          }
          then(Turn(owner, part: name))
        } catch {
          exchange.answer(Problem([error]).answer)
        }
      },
      orElse: { exchange.answer(Problem([.overloaded()]).answer) })
  }
}
