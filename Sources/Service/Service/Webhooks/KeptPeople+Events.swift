import Challenge
internal import Requests
import SourceJSON
internal import Storage
import WallfarmCore
import WallfarmPluginKit

/// Reports changes of people to webhooks.
extension KeptPeople {
  /// Queues the events of a change, in the transaction that stores the change.
  ///
  /// - Parameters:
  ///   - person: The new version.
  ///   - stored: The previous version, encrypted.
  ///   - kept: The person who is changed.
  ///   - database: The database of the transaction.
  /// - Throws: `store-failed`.
  func announce(
    _ person: Person, over stored: Stored, of kept: Kept, in database: Database
  ) throws(RenderError) {
    let webhooks = sources.webhooks
    guard try webhooks.wants([.changed, .milestone], of: kept.client, in: database),
      let before = KeptPeople.person(stored, kept.key)
    else { return }
    var events: [WebhookEvent] = []
    if person.hasOtherPictures(than: before) {
      events.append(WebhookEvent(.changed, person: kept.id))
    }
    events += person.milestones(after: before).map {
      WebhookEvent(.milestone, person: kept.id, .percent($0))
    }
    try webhooks.post(events, of: kept.client, in: database)
  }
}

extension KeptPeople {
  /// Queues the event of a description that a client has stored by ID, which cannot be compared with
  /// the previous one.
  func announcePut(
    of id: String, client: String, in database: Database
  ) throws(RenderError) {
    try sources.webhooks.post([WebhookEvent(.changed, person: id)], of: client, in: database)
  }

  /// Removes the rhythms of pictures that a person no longer has, such as those of a device that was
  /// removed.
  func dropRhythms(
    of id: String, except person: Person, in database: Database
  ) throws(RenderError) {
    let names = Set(person.displays.map(\.name))
    let known = try database.rows("SELECT screen FROM fetches WHERE person = ?", .text(id)) {
      (row) throws(RenderError) in row.text(0)
    }
    for name in known where !names.contains(name) {
      try database.run(
        "DELETE FROM fetches WHERE person = ? AND screen = ?", .text(id), .text(name))
    }
  }
}

extension SourceRecords {
  /// The webhooks that receive events about sources and their people.
  var webhooks: WebhookRecords { WebhookRecords(store: store, ring: ring, clock: clock) }
}

extension Person {
  /// Returns whether the requests for the pictures, or the states of flows, differ.
  fileprivate func hasOtherPictures(than other: Person) -> Bool {
    states != other.states
      || Set(displays + other.displays).contains {
        request(for: $0, format: .png)?.plain != other.request(for: $0, format: .png)?.plain
      }
  }

  /// Returns the milestones of the challenge that were reached since an earlier version.
  fileprivate func milestones(after other: Person) -> [Int] {
    guard let ledger else { return [] }
    let before = other.ledger?.id == ledger.id ? other.ledger?.challenge.percent ?? 0 : 0
    let reached = ledger.challenge.percent
    return Challenge.marks.filter { before < $0 && $0 <= reached }
  }
}
