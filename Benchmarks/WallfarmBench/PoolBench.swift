import BuiltInPlugins
import Designs
import Files
import Glibc
import RenderPool
import SourceJSON
import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// Measures a pool's throughput in orders per second, and the latency until an order starts.
///
/// Usage: `wallfarm-bench pool ORDERS WORKERS MILLISECONDS`. The workers are processes of this
/// program. They sleep instead of rendering, but they exchange messages and pass an in-memory file
/// for each picture.
enum PoolBench {
  static let workerWord = "pool-worker"

  static func work(_ milliseconds: String) throws -> Bool {
    var settings = Worker.Settings()
    settings.fence.choice = .off
    let sleeper = Sleeper(microseconds: 1000 * (UInt32(milliseconds) ?? 5))
    return Worker.run(settings, installation: try .find(), plugins: .builtIn) { _ in sleeper }
  }

  /// Sleeps for every order and draws nothing.
  private struct Sleeper: OrderMaker {
    let microseconds: UInt32

    func makes(_ order: JSONNode) -> Bool { true }

    func make(_ order: JSONNode, to descriptor: Int32, name: String?) -> MadeOrder {
      usleep(microseconds)
      return MadeOrder(receipt: "{}", milliseconds: [:])
    }

    func rest() {}
  }

  private static func pool(
    workers: Int, milliseconds: Int, tell: @escaping @Sendable (PoolEvent) -> Void
  ) throws -> RenderPool {
    try RenderPool(
      PoolSettings(
        command: ["/proc/self/exe", workerWord, "\(milliseconds)"], workers: workers), tell: tell)
  }

  private static func order(_ number: Int) -> RenderOrder {
    var request = RenderRequest(
      device: "iphone15", notes: [Note("Buy milk"), Note("Call Ana")],
      background: .photo(file: "beach.jpg"))
    request.files = FileScope(folder: "/var/empty")
    var order = RenderOrder(OrderedRequest(request))
    order.affinity = OrderAffinity(background: "beach-\(number % 500).jpg", device: "iphone15")
    order.inputs = OrderInputs()
    return order
  }

  static func run(orders: Int, workers: Int, milliseconds: Int) throws -> JSONValue {
    let clock = ContinuousClock()
    let news = News()
    let pool = try pool(workers: workers, milliseconds: milliseconds) { news.hear($0) }
    // Start the workers before starting the clock.
    for number in 0..<workers * 4 { pool.submit(order(number)) }
    news.wait(for: workers * 4)
    let before = processorSeconds()
    let took = clock.measure {
      for number in 0..<orders { pool.submit(order(number)) }
      news.wait(for: workers * 4 + orders, looking: 1000)
    }
    let used = processorSeconds() - before
    // Submit one order at a time, and measure until work starts and until the picture is received.
    var (begins, ends) = ([Double](), [Double]())
    for number in 0..<200 {
      let (before, begun) = (news.ended, news.begun)
      let start = clock.now
      pool.submit(order(number))
      news.wait(until: { $0.begun > begun })
      begins.append((clock.now - start) / .milliseconds(1))
      news.wait(for: before + 1)
      ends.append((clock.now - start) / .milliseconds(1) - Double(milliseconds))
    }
    pool.end(.finish)
    pool.wait()
    guard news.done == news.ended else { throw RenderError(.workerCrashed, "orders failed") }
    return [
      "orders": .number(Double(orders)), "workers": .number(Double(workers)),
      "perSecond": .number(Double(orders) / (took / .seconds(1))),
      "perProcessorSecond": .number(Double(orders) / used),
      "toBegin": .number(begins.sorted()[100]), "around": .number(ends.sorted()[100]),
    ]
  }

  /// The CPU time of this process, which runs the pool but not the workers.
  private static func processorSeconds() -> Double {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
    }
  }

  /// Collects events.
  private final class News: Sendable {
    struct Counts {
      var begun = 0
      var ended = 0
      var done = 0
    }

    private let counts = Mutex(Counts())

    var begun: Int { counts.withLock { $0.begun } }
    var ended: Int { counts.withLock { $0.ended } }
    var done: Int { counts.withLock { $0.done } }

    func hear(_ event: PoolEvent) {
      counts.withLock { counts in
        switch event {
        case .started: counts.begun += 1
        case .done:
          counts.done += 1
          counts.ended += 1
        case .failed, .lost, .withdrawn: counts.ended += 1
        default: break
        }
      }
    }

    func wait(for ended: Int, looking microseconds: UInt32 = 20) {
      wait(looking: microseconds) { $0.ended >= ended }
    }

    func wait(looking microseconds: UInt32 = 20, until isThere: (Counts) -> Bool) {
      while !isThere(counts.withLock { $0 }) { usleep(microseconds) }
    }
  }
}
