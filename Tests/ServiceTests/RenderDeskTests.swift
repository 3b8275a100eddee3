import Files
import Graphics
import RenderPool
import Synchronization
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@testable import Service

/// What becomes of those who wait; the workers of these desks never begin.
@Suite struct RenderDeskTests {
  private final class Ends: Sendable {
    let codes = Mutex<[String: String]>([:])

    func waiter(
      _ name: String, _ client: String, began: SuspendingClock.Instant = SuspendingClock().now
    ) -> RenderDesk.Waiter {
      RenderDesk.Waiter(client: client, began: began) { result in
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

  private static func desk(waiting: Int = 100) throws -> RenderDesk {
    var settings = ServiceSettings(pool: PoolSettings(command: ["/bin/sleep", "1000"], workers: 1))
    settings.mostWaiting = waiting
    return try RenderDesk(settings, ServiceMetrics())
  }

  private static func planned(_ digest: String) -> PlannedPicture {
    let request = OrderedRequest(device: "iphonese3", fields: [:], files: FileScope())
    return PlannedPicture(
      digest: digest, tag: digest, pixels: PixelSize(width: 1, height: 1),
      order: RenderOrder(request), format: .png)
  }

  @Test func equalPicturesAreMadeOnce() throws {
    let (desk, ends) = (try Self.desk(), Ends())
    for name in ["a", "b", "c"] {
      desk.render(Self.planned(name == "c" ? "other" : "one"), for: ends.waiter(name, name))
    }
    #expect(desk.flights == 2)
    desk.end()
    #expect(
      ends.all == [
        "a": "service-stopping", "b": "service-stopping", "c": "service-stopping",
      ])
    desk.render(Self.planned("late"), for: ends.waiter("late", "d"))
    #expect(ends.all["late"] == "service-stopping")
  }

  /// Why nothing is made has to be found out from the service, and not from the pictures that never come.
  @Test func whyNoWorkerStartsIsKnown() throws {
    let settings = ServiceSettings(pool: PoolSettings(command: ["/no/such/program"], workers: 1))
    let (desk, ends) = (try RenderDesk(settings, ServiceMetrics()), Ends())
    desk.render(Self.planned("one"), for: ends.waiter("a", "a"))
    #expect(eventually { desk.failure != nil })
    desk.end()
    #expect(ends.all == ["a": "service-stopping"])
  }

  /// One that came later has a time of its own.
  @Test func everyoneHasTheirOwnDeadline() throws {
    let (desk, ends) = (try Self.desk(), Ends())
    let long = SuspendingClock().now - .seconds(3600)
    desk.render(Self.planned("one"), for: ends.waiter("early", "a", began: long))
    desk.render(Self.planned("one"), for: ends.waiter("late", "b"))
    desk.render(Self.planned("two"), for: ends.waiter("alone", "c", began: long))
    desk.lookAfter()
    #expect(ends.all == ["early": "order-late", "alone": "order-late"])
    #expect(desk.flights == 1)
    desk.end()
    #expect(ends.all["late"] == "service-stopping")
  }

  /// Who makes room is the one who asked for much, and not those who share a picture with them.
  @Test func thoseWhoShareKeepTheirPlace() throws {
    let (desk, ends) = (try Self.desk(waiting: 3), Ends())
    // Two are with the pool, three wait.
    for number in 1...5 {
      desk.render(Self.planned("a\(number)"), for: ends.waiter("a\(number)", "a"))
    }
    desk.render(Self.planned("a5"), for: ends.waiter("shared", "b"))
    desk.render(Self.planned("c1"), for: ends.waiter("c1", "c"))
    #expect(ends.all == ["a5": "service-busy", "a4": "service-busy"])
    desk.render(Self.planned("c2"), for: ends.waiter("c2", "c"))
    #expect(ends.all["c2"] == "service-busy")
    #expect(desk.waiting == 3)
    desk.end()
    #expect(ends.all["shared"] == "service-stopping")
    #expect(ends.all["c1"] == "service-stopping")
  }
}
