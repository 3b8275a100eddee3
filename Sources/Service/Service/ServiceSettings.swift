package import Fetching
public import HTTP
public import RenderPool

/// How a service works.
public struct ServiceSettings: Sendable {
  /// How its workers do.
  public var pool: PoolSettings
  /// How much clients may ask of the server.
  public var http = HTTPLimits()
  /// Most bytes of a request.
  public var requestBytes = 4 << 20
  /// Most bytes of one photo; what phones make has a fifth of it.
  public var photoSize = 24 << 20
  /// Whether a request has to name this machine as its host: where it listens on a port of the loopback without
  /// keys, pages of other sites could ask in the name of their reader.
  public var hostsAreLocal = false
  /// Most bytes of the photos that are kept for clients, in memory.
  public var photoBytes = 128 << 20
  /// Most requests that wait for a worker.
  public var mostWaiting = 512
  /// Most time from the moment at which a request is here until its picture is.
  public var deadline = Duration.seconds(30)
  /// Most time for what is being done when the service is to end.
  public var grace = Duration.seconds(30)
  /// Fetches photos from elsewhere; nil where that is off.
  package var fetcher: Fetcher?
  /// Pages that play flows for people, by the names of the flows.
  public var flows: [String: [UInt8]] = [:]
  /// Most bytes of an export of health data: years of a phone and a watch have some 50 MB in their ZIP.
  public var healthBytes = 128 << 20
  /// The program that reads exports, with its first words.
  package var healthReader = ["/proc/self/exe", "health-reader"]
  /// The program that makes films, with its first words.
  package var filmProgram = ["/proc/self/exe"]
  /// How many seconds an address of a picture is good for at most.
  public var addressLifetime = 30 * 86_400
  /// What stands in front of addresses, such as `https://wallpapers.example`; empty: they begin with a slash.
  public var publicAddress = ""
  /// Most bytes of the pictures that are kept for those who come with an address, in memory.
  public var pictureBytes = 256 << 20
  /// Time between two pictures that are made to see whether any can be.
  public var canaryInterval = Duration.seconds(30)

  /// What a photo or a picture that is kept counts for at least: each is an open file, and those have a limit as well.
  static let leastCost = 256 << 10

  /// How many files are open at most for pictures and photos; photos that are gone may still be waited for.
  public var keptFiles: Int {
    (pictureBytes + 2 * photoBytes + FilmDesk.mostBytes) / ServiceSettings.leastCost
  }

  /// Everything but the pool has its default.
  public init(pool: PoolSettings) { self.pool = pool }
}
