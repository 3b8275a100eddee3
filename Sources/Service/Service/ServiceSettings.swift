public import HTTP
import Processes
public import RenderPool

/// The settings of a service.
public struct ServiceSettings: Sendable {
  /// The settings of the worker pool.
  public var pool: PoolSettings
  /// The limits on clients when the service starts.
  public var limits = ServiceLimits()
  /// The limits of the HTTP server.
  public var http = HTTPLimits()
  /// Maximum request size in bytes.
  public var requestBytes = 4 << 20
  /// The maximum photo size in bytes, about five times the size of a phone photo.
  public var photoSize = 24 << 20
  /// Whether the `Host` header must name this machine.
  ///
  /// If a service without keys listens on a loopback port, pages of other sites could otherwise
  /// send requests to it through a visitor's browser.
  public var hostsAreLocal = false
  /// Maximum size in bytes of the clients' photos and other uploads in memory.
  public var photoBytes = 128 << 20
  /// Maximum number of requests that wait for a worker.
  public var mostWaiting = 512
  /// Maximum time from the arrival of a request to its picture.
  public var deadline = Duration.seconds(30)
  /// The maximum time for which the service waits at shutdown for requests in progress.
  public var grace = Duration.seconds(30)
  /// The fetchers for the hosts that the operator allows when the service starts.
  package var fetchers = ServiceFetchers.Allowed()
  /// The number of intervals without a fetch after which an event about a picture is sent.
  public var unfetchedIntervals = 3
  /// The export of traces, or `nil` if traces are not exported.
  package var traces: TraceSettings?
  /// Flow pages for people, by flow name.
  public var flows: [String: [UInt8]] = [:]
  /// Whether each person has an app at the write address.
  public var offersApp = false
  /// The maximum size of a health export in bytes.
  ///
  /// Years of data from a phone and a watch take about 50 MB.
  public var healthBytes = 128 << 20
  /// The command that reads health exports.
  package var healthReader = [CurrentProgram.path, "health-reader"]
  /// The command that renders films.
  package var filmProgram = [CurrentProgram.path]
  /// Maximum lifetime of a picture address in seconds.
  public var addressLifetime = 30 * 86_400
  /// The prefix of addresses, such as `https://wallpapers.example`; empty for relative addresses.
  public var publicAddress = ""
  /// Maximum size in bytes of cached pictures with addresses.
  public var pictureBytes = 256 << 20
  /// Interval between health checks that render a test picture.
  public var canaryInterval = Duration.seconds(30)

  /// The minimum size in bytes that is charged for a stored upload or picture.
  ///
  /// Each stored upload or picture is an open file, and the number of open files is limited.
  static let leastCost = 256 << 10

  /// Maximum number of open files for pictures and uploads, including evicted uploads that are still
  /// in use.
  public var keptFiles: Int {
    (pictureBytes + 2 * photoBytes + FilmBoard.mostBytes) / ServiceSettings.leastCost
  }

  /// Creates settings with defaults for everything except the pool.
  public init(pool: PoolSettings) { self.pool = pool }
}
