import Files
import Graphics
import RenderPool
import Service
import Synchronization
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests the queue of render requests; the workers in these tests never become ready.
@Suite struct RenderBoardTests {
  private final class Ends: Sendable {
    let codes = Mutex<[String: String]>([:])

    func waiter(
      _ name: String, _ client: String, began: SuspendingClock.Instant = SuspendingClock().now
    ) -> RenderBoard.Waiter {
      RenderBoard.Waiter(client: client, began: began) { result in
        let code: String
        switch result {
        case .success: code = "a picture"
        case .failure(let error): code = error.code.rawValue
        }
        self.codes.withLock { $0[name] = ($0[name].map { $0 + "+" } ?? "") + code }
      }
    }

    var all: [String: String] { codes.withLock { $0 } }
  }

  private static func board(waiting: Int = 100) throws -> RenderBoard {
    var settings = ServiceSettings(pool: PoolSettings(command: ["/bin/sleep", "1000"], workers: 1))
    settings.mostWaiting = waiting
    return try RenderBoard(settings, ServiceMetrics())
  }

  private static func planned(_ digest: String) -> PlannedPicture {
    let request = OrderedRequest(RenderRequest(device: "iphonese3"))
    return PlannedPicture(
      digest: digest, tag: digest, pixels: PixelSize(width: 1, height: 1),
      order: RenderOrder(request), format: .png)
  }

  @Test func equalPicturesAreMadeOnce() throws {
    let (board, ends) = (try Self.board(), Ends())
    for name in ["a", "b", "c"] {
      board.render(Self.planned(name == "c" ? "other" : "one"), for: ends.waiter(name, name))
    }
    #expect(board.flights == 2)
    board.end()
    #expect(
      ends.all == [
        "a": "service-stopping", "b": "service-stopping", "c": "service-stopping",
      ])
    board.render(Self.planned("late"), for: ends.waiter("late", "d"))
    #expect(ends.all["late"] == "service-stopping")
  }

  /// The service reports why its workers cannot start, instead of only letting requests time out.
  @Test func whyNoWorkerStartsIsKnown() throws {
    let settings = ServiceSettings(pool: PoolSettings(command: ["/no/such/program"], workers: 1))
    let (board, ends) = (try RenderBoard(settings, ServiceMetrics()), Ends())
    board.render(Self.planned("one"), for: ends.waiter("a", "a"))
    #expect(eventually { board.failure != nil })
    board.end()
    #expect(ends.all == ["a": "service-stopping"])
  }

  /// A later request for the same picture has its own deadline.
  @Test func everyoneHasTheirOwnDeadline() throws {
    let (board, ends) = (try Self.board(), Ends())
    let long = SuspendingClock().now - .seconds(3600)
    board.render(Self.planned("one"), for: ends.waiter("early", "a", began: long))
    board.render(Self.planned("one"), for: ends.waiter("late", "b"))
    board.render(Self.planned("two"), for: ends.waiter("alone", "c", began: long))
    board.lookAfter()
    #expect(ends.all == ["early": "order-late", "alone": "order-late"])
    #expect(board.flights == 1)
    board.end()
    #expect(ends.all["late"] == "service-stopping")
  }

  /// If the queue is full, the client with the most requests loses some; other clients that wait
  /// for the same picture keep their positions.
  @Test func thoseWhoShareKeepTheirPlace() throws {
    let (board, ends) = (try Self.board(waiting: 3), Ends())
    // Two requests are with the pool, and three are waiting.
    for number in 1...5 {
      board.render(Self.planned("a\(number)"), for: ends.waiter("a\(number)", "a"))
    }
    board.render(Self.planned("a5"), for: ends.waiter("shared", "b"))
    board.render(Self.planned("c1"), for: ends.waiter("c1", "c"))
    #expect(ends.all == ["a5": "service-busy", "a4": "service-busy"])
    board.render(Self.planned("c2"), for: ends.waiter("c2", "c"))
    #expect(ends.all["c2"] == "service-busy")
    #expect(board.waiting == 3)
    board.end()
    #expect(ends.all["shared"] == "service-stopping")
    #expect(ends.all["c1"] == "service-stopping")
  }

  /// A second order per worker is assigned in advance only while a single client requests pictures.
  @Test func noOrderIsAssignedInAdvanceAmongSeveralClients() throws {
    let (board, ends) = (try Self.board(), Ends())
    for number in 1...3 {
      board.render(Self.planned("a\(number)"), for: ends.waiter("a\(number)", "a"))
    }
    #expect(board.waiting == 1)
    board.end()

    let other = try Self.board()
    other.render(Self.planned("a1"), for: ends.waiter("a1", "a"))
    other.render(Self.planned("b1"), for: ends.waiter("b1", "b"))
    #expect(other.waiting == 1)
    other.end()
  }

  @Test func clientsCountForTenSeconds() {
    var owners = RecentOwners()
    let start = SuspendingClock().now
    owners.note("a", at: start)
    owners.note("a", at: start)
    owners.note("/canary", at: start)
    owners.note("a", at: start)
    #expect(!owners.areSeveral(at: start))
    owners.note("b", at: start)
    #expect(owners.areSeveral(at: start + .seconds(9)))
    #expect(!owners.areSeveral(at: start + .seconds(10)))
    owners.note("b", at: start + .seconds(11))
    #expect(!owners.areSeveral(at: start + .seconds(11)))
  }
}
