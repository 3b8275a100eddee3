import Arguments
import Files
import HTTP
import RenderPool
import Service
import WallfarmCore
import WallfarmPluginKit

/// What `serve` accepts.
enum ServeOptions {
  static let listen = Option(
    "listen", value: "address", default: "127.0.0.1:8080",
    summary: "Where clients come: 127.0.0.1:8080, [::1]:8080, :8080 for every address, "
      + "unix:/run/wallfarm.sock, or systemd for the socket of its unit.")
  static let metrics = Option(
    "metrics", value: "address", summary: "Serve figures for Prometheus at another address.")
  static let keys = Option(
    "keys", value: "file", completion: .files(extensions: []),
    summary: "Names and keys of clients, one on each line; without it only this machine is served.")
  static let deadline = Option(
    "deadline", value: "seconds", default: "30",
    summary: "Most time from a request to its picture, waiting included.")
  static let waiting = Option(
    "max-waiting", value: "count", default: "512",
    summary: "Most pictures that wait for a worker; more are refused.")
  static let requestBytes = Option(
    "max-request-bytes", value: "bytes", default: "4194304", summary: "Most bytes of a request.")
  static let photoBytes = Option(
    "max-photos-bytes", value: "bytes", default: "134217728",
    summary: "Most memory for the photos that clients bring.")
  static let grace = Option(
    "grace", value: "seconds", default: "30",
    summary: "Most time for what is being made when it is told to end.")
  static let announce = Option(
    "announce", value: "seconds", default: "0",
    summary: "How long it serves on when it is told to end, with /readyz saying 503.")
  static let log = Option(
    "log", value: "file", default: "-",
    summary: "Where a line of JSON for each request goes: a file, - for standard output, or none.")
  static let check = Flag("check", summary: "Check everything, and serve nothing.")

  static let all: [Declaration] =
    [
      .option(listen), .option(metrics), .option(keys), .option(PoolOptions.workers),
      .option(PoolOptions.timeout), .option(PoolOptions.memory), .option(PoolOptions.fence),
      .option(deadline), .option(waiting), .option(requestBytes), .option(photoBytes),
      .option(grace), .option(announce), .option(log), .option(RenderOptions.cache),
      .option(RenderOptions.cacheBytes), .option(KeyOptions.key), .flag(check),
    ] + PluginOptions.all
}

/// Reads the options of `serve`.
struct ServeArguments {
  let invocation: Invocation

  /// Where clients come.
  ///
  /// - Throws: `invalid-parameter`.
  func address() throws(RenderError) -> ListeningAddress {
    try ListeningAddress(
      parsing: invocation.value(of: ServeOptions.listen) ?? "127.0.0.1:8080",
      origin: .option("listen"))
  }

  /// Where the figures are; nil for nowhere.
  ///
  /// - Throws: `invalid-parameter`.
  func metricsAddress() throws(RenderError) -> ListeningAddress? {
    try invocation.value(of: ServeOptions.metrics).map { (text) throws(RenderError) in
      try ListeningAddress(parsing: text, origin: .option("metrics"))
    }
  }

  /// Workers are locked in, or there are none, unless somebody says otherwise.
  var fence: WorkerFence.Choice {
    invocation.mentions(.option(PoolOptions.fence))
      ? FenceArguments(invocation).choice : .required
  }

  /// How it works.
  ///
  /// - Throws: `invalid-parameter`, `key-unusable`, `file-unreadable`, `key-missing` where strangers would be served.
  func settings(_ address: ListeningAddress, key: KeyFile?) throws(RenderError) -> ServiceSettings {
    let pool = PoolArguments(invocation: invocation)
    var settings = ServiceSettings(pool: try pool.settings())
    settings.pool.command = try pool.command(key: key, beat: .seconds(1), fence: fence)
    settings.deadline = try invocation.seconds(ServeOptions.deadline) ?? settings.deadline
    settings.grace = try invocation.seconds(ServeOptions.grace) ?? settings.grace
    settings.mostWaiting =
      try invocation.count(ServeOptions.waiting, most: 1 << 20) ?? settings.mostWaiting
    settings.requestBytes =
      try invocation.count(ServeOptions.requestBytes, most: 1 << 30) ?? settings.requestBytes
    settings.photoBytes =
      try invocation.count(ServeOptions.photoBytes, most: 1 << 40) ?? settings.photoBytes
    settings.http.bodyBytes = max(settings.http.bodyBytes, settings.requestBytes * 2)
    if let path = invocation.value(of: ServeOptions.keys) {
      settings.keys = try AccessKeys(file: path, origin: .option("keys"))
    } else if !address.isLocal {
      throw RenderError(
        .keyMissing, "without keys everyone who reaches this machine could have pictures made",
        origin: .option("listen"),
        hint: "add --keys FILE, or listen on 127.0.0.1 and let a proxy see who asks")
    } else if case .port = address {
      settings.hostsAreLocal = true
    }
    return settings
  }

  /// How long it serves on when it is told to end.
  ///
  /// - Throws: `invalid-parameter`.
  func announcement() throws(RenderError) -> Duration {
    guard let text = invocation.value(of: ServeOptions.announce), text != "0" else { return .zero }
    return try invocation.seconds(ServeOptions.announce) ?? .zero
  }

  /// Where requests are written down.
  ///
  /// - Throws: `output-failed`.
  func accessLog() throws(RenderError) -> AccessLog? {
    switch invocation.value(of: ServeOptions.log) ?? "-" {
    case "none": return nil
    case "-": return AccessLog(descriptor: 1)
    case let path: return try AccessLog(file: path, origin: .option("log"))
    }
  }
}
