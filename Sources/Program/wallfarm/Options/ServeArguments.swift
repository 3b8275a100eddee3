import Arguments
import HTTP
import RenderPool
import Service
import WallfarmCore
import WallfarmPluginKit

/// Reads the options of `serve`.
struct ServeArguments {
  let invocation: Invocation

  /// Returns the address that the service listens on.
  ///
  /// - Throws: `invalid-parameter`.
  func address() throws(RenderError) -> ListeningAddress {
    try ListeningAddress(
      parsing: invocation.value(of: ServeOptions.listen) ?? "127.0.0.1:8080",
      origin: .option("listen"))
  }

  /// Returns the address for metrics, or `nil` if there is none.
  ///
  /// - Throws: `invalid-parameter`.
  func metricsAddress() throws(RenderError) -> ListeningAddress? {
    try invocation.value(of: ServeOptions.metrics).map { (text) throws(RenderError) in
      try ListeningAddress(parsing: text, origin: .option("metrics"))
    }
  }

  /// The strength of the fence; `required` unless the option specifies another strength.
  var fence: WorkerFence.Choice {
    invocation.mentions(.option(ServeOptions.fence))
      ? FenceArguments(invocation).choice : .required
  }

  /// Reads the settings of the service.
  ///
  /// - Throws: `invalid-parameter`, `key-unusable`, `file-unreadable`, and the first error in the
  ///   file of limits; `key-missing` for a public address without keys.
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
    settings.pictureBytes =
      try invocation.count(ServeOptions.pictureBytes, most: 1 << 40) ?? settings.pictureBytes
    settings.addressLifetime =
      try invocation.count(ServeOptions.addressLifetime, most: 1 << 32) ?? settings.addressLifetime
    settings.healthBytes =
      try invocation.count(ServeOptions.healthBytes, most: 1 << 30) ?? settings.healthBytes
    settings.publicAddress = try publicAddress()
    settings.limits = try limits()
    settings.fetchers = try fetchers(mostPhotoBytes: settings.photoSize)
    settings.offersApp = invocation.isOn(ServeOptions.people)
    settings.unfetchedIntervals =
      try invocation.count(ServeOptions.unfetchedIntervals, most: 1000)
      ?? settings.unfetchedIntervals
    settings.traces = try TraceArguments(invocation: invocation).settings(fence)
    settings.http.bodyBytes = max(
      settings.http.bodyBytes, (settings.requestBytes + settings.photoSize) * 2)
    // One health export may use at most two thirds of the memory for request bodies, because other
    // requests also need memory.
    settings.http.bodyBytes = max(
      settings.http.bodyBytes + settings.healthBytes, settings.healthBytes / 2 * 3 + 3)
    // If systemd opened the socket, check the address of that socket.
    let address = address.resolved
    if invocation.value(of: ServeOptions.keys) != nil {
      return settings
    } else if !address.isLocal {
      throw RenderError(
        .keyMissing, "without keys, anyone who can reach this machine could render pictures",
        origin: .option("listen"),
        hint: "add --keys FILE, or listen on 127.0.0.1 behind a proxy that authenticates clients")
    } else if case .port = address {
      settings.hostsAreLocal = true
    }
    return settings
  }

  /// Reads the clients' access keys and the keys that sign picture addresses.
  ///
  /// - Throws: `key-unusable`, `file-unreadable`.
  func keys() throws(RenderError) -> KeyRing {
    KeyRing(
      access: try accessKeys() ?? AccessKeys(), addresses: try addressKeys() ?? AddressKeys())
  }

  /// Reads the limits on clients; without a file, there are none.
  ///
  /// - Parameter areStrict: Whether limits on a client without a key are an error.
  /// - Returns: The limits.
  /// - Throws: `file-unreadable`, `key-unusable`, and the first error in the file.
  func limits(areStrict: Bool = true) throws(RenderError) -> ServiceLimits {
    guard let path = invocation.value(of: ServeOptions.limits) else { return ServiceLimits() }
    let names = areStrict ? try accessKeys()?.names ?? [] : nil
    return try ServiceLimits(file: path, clients: names, origin: .option("limits"))
  }

  /// Reloads the keys.
  ///
  /// - Throws: Errors from ``keys()`` and ``ownAddressKeys(isNeeded:)``; if an error is thrown, the
  ///   current keys stay in use.
  func reload(_ ring: KeyRing) throws(RenderError) {
    let access = try accessKeys()
    var addresses = try addressKeys()
    if addresses == nil { addresses = try ownAddressKeys(isNeeded: true) }
    if let access { ring.replace(access: access) }
    if let addresses { ring.replace(addresses: addresses) }
  }

  private func accessKeys() throws(RenderError) -> AccessKeys? {
    try invocation.value(of: ServeOptions.keys).map { (path) throws(RenderError) in
      try AccessKeys(file: path, origin: .option("keys"))
    }
  }

  private func addressKeys() throws(RenderError) -> AddressKeys? {
    try invocation.value(of: ServeOptions.addressKeys).map { (path) throws(RenderError) in
      try AddressKeys(file: path, origin: .option("address-keys"))
    }
  }

  /// Checks the folder of the store without creating or opening it.
  ///
  /// - Throws: The same errors as ``store()``.
  func checkStore() throws(RenderError) {
    _ = try invocation.count(ServeOptions.storeBytes, most: 1 << 44)
    guard let folder = invocation.value(of: ServeOptions.state) else { return }
    try ServiceStore.check(folder: folder, origin: .option("state"))
  }

  /// Checks folders and addresses without creating or opening them.
  ///
  /// - Throws: `store-failed`, `output-failed`, `cannot-listen`.
  func check() throws(RenderError) {
    try checkStore()
    if let log = invocation.value(of: ServeOptions.log), !["-", "none"].contains(log) {
      try AccessLog.check(file: log, origin: .option("log"))
    }
    let (address, metrics) = (try address(), try metricsAddress())
    try ListeningSocket.check(address, origin: .option("listen"))
    guard let metrics else { return }
    try ListeningSocket.check(metrics, origin: .option("metrics"))
    if case .port(_, 0) = address { return }
    guard address != metrics else {
      throw RenderError(
        .cannotListen, "--listen and --metrics have the same address", origin: .option("metrics"),
        hint: "use another port or path for one of them")
    }
  }

  /// Returns the maximum number of connections per client address.
  ///
  /// - Throws: `invalid-parameter`.
  func connectionsOfAddress(of all: Int) throws(RenderError) -> Int {
    try invocation.count(ServeOptions.addressConnections, most: 1 << 20) ?? max(16, all / 4)
  }

  /// Returns the address keys in the state folder, or `nil` without `--state` or with
  /// `--address-keys`.
  ///
  /// - Parameter isNeeded: Whether stored data is encrypted with the keys, so that missing keys
  ///   must not be replaced.
  /// - Returns: The keys, or `nil`.
  /// - Throws: `store-failed`, `key-unusable`, `file-unreadable`.
  func ownAddressKeys(isNeeded: Bool) throws(RenderError) -> AddressKeys? {
    guard let folder = invocation.value(of: ServeOptions.state),
      invocation.value(of: ServeOptions.addressKeys) == nil
    else { return nil }
    return try AddressKeys(keptIn: folder, isNeeded: isNeeded, origin: .option("state"))
  }

  /// Opens the store, in the state folder or in memory.
  ///
  /// - Throws: `invalid-parameter`, `store-failed`.
  func store() throws(RenderError) -> ServiceStore {
    let most = try invocation.count(ServeOptions.storeBytes, most: 1 << 44) ?? 1 << 30
    guard let folder = invocation.value(of: ServeOptions.state) else {
      return try ServiceStore.inMemory(mostBytes: most)
    }
    return try ServiceStore(folder: folder, mostBytes: most, origin: .option("state"))
  }

  /// Returns the public base URL without a trailing slash, or an empty string.
  ///
  /// - Throws: `invalid-parameter`.
  private func publicAddress() throws(RenderError) -> String {
    guard let text = invocation.value(of: ServeOptions.publicAddress) else { return "" }
    let rest = text.hasPrefix("https://") ? text.dropFirst(8) : text.dropFirst(7)
    let isSound =
      (text.hasPrefix("https://") || text.hasPrefix("http://")) && !rest.isEmpty
      && text.utf8.count < 1000
      && rest.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}?#@".utf8.contains($0) }
    guard isSound else {
      throw RenderError(
        .invalidParameter, "'\(text.prefix(80))' is not the URL of a site",
        origin: .option("public-address"), hint: "write a URL such as https://wallpapers.example")
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// Returns how long the service still accepts requests after a stop signal, while /readyz returns
  /// 503.
  ///
  /// - Throws: `invalid-parameter`.
  func announcement() throws(RenderError) -> Duration {
    guard let text = invocation.value(of: ServeOptions.announce), text != "0" else { return .zero }
    return try invocation.seconds(ServeOptions.announce) ?? .zero
  }

  /// Opens the access log; `nil` for `none`.
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
