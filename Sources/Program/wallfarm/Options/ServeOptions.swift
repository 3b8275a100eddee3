import Arguments
import Fetching
import RenderPool

/// The options of `serve`.
enum ServeOptions {
  static let listen = Option(
    "listen", value: "address", default: "127.0.0.1:8080",
    summary: "Listening address: 127.0.0.1:8080, [::1]:8080, :8080 for all interfaces, "
      + "unix:/run/wallfarm.sock, or systemd for a socket from systemd.")
  static let metrics = Option(
    "metrics", value: "address",
    summary: "Separate address for Prometheus metrics and health checks.")
  static let limits = Option(
    "limits", value: "file", completion: .files(extensions: ["json"]),
    summary: "JSON file with limits on clients and addresses, such as {\"format\": 1, "
      + "\"client\": {\"requests\": 600}} for 600 requests per minute.")
  static let keys = Option(
    "keys", value: "file", completion: .files(extensions: []),
    summary:
      "Key file with one client name and key per line; without it, the service accepts only "
      + "local clients.")
  static let addressConnections = Option(
    "max-address-connections", value: "count",
    summary:
      "Maximum connections per client address; idle connections are closed first (default: a "
      + "quarter of all connections)."
  )
  /// The fence option of pools, but with a stricter default, because a service renders for
  /// untrusted clients.
  static let fence = Option(
    PoolOptions.fence.long, value: "choice", default: WorkerFence.Choice.required.rawValue,
    allowed: PoolOptions.fence.allowed, summary: PoolOptions.fence.summary)
  static let deadline = Option(
    "deadline", value: "seconds", default: "30",
    summary: "Maximum time to render a requested picture, including time in the queue.")
  static let waiting = Option(
    "max-waiting", value: "count", default: "512",
    summary: "Maximum number of queued pictures; further requests are rejected.")
  static let requestBytes = Option(
    "max-request-bytes", value: "bytes", default: "4194304",
    summary: "Maximum size of a request in bytes.")
  static let photoBytes = Option(
    "max-photos-bytes", value: "bytes", default: "134217728",
    summary: "Maximum total size in bytes of the uploaded photos in memory.")
  static let healthBytes = Option(
    "max-health-bytes", value: "bytes", default: "134217728",
    summary: "Maximum size of a health export in bytes.")
  static let grace = Option(
    "grace", value: "seconds", default: "30",
    summary: "Maximum time to finish open requests at shutdown.")
  static let announce = Option(
    "announce", value: "seconds", default: "0",
    summary: "Time after a stop signal during which /readyz returns 503 and the service still "
      + "accepts requests.")
  static let log = Option(
    "log", value: "file", default: "-",
    summary: "Access log with one JSON line per request: a file, - for standard output, or none.")
  static let state = Option(
    "state", value: "folder",
    summary: "Folder for encrypted requests and encrypted data of people; without it, both are "
      + "kept only in memory.")
  static let addressKeys = Option(
    "address-keys", value: "file", completion: .files(extensions: []),
    summary: "File with names and keys for signed addresses; the first key signs, and all keys "
      + "verify.")
  static let addressLifetime = Option(
    "address-lifetime", value: "seconds", default: "2592000",
    summary: "Maximum lifetime of a picture address.")
  static let publicAddress = Option(
    "public-address", value: "URL",
    summary: "Public base URL of returned addresses, such as https://wallpapers.example.")
  static let pictureBytes = Option(
    "max-pictures-bytes", value: "bytes", default: "268435456",
    summary: "Maximum total size in bytes of the cached pictures in memory.")
  static let storeBytes = Option(
    "max-store-bytes", value: "bytes", default: "1073741824",
    summary: "Maximum total size in bytes of the stored requests and the data of people.")
  static let photosFrom = Option(
    "photos-from", value: "host", repeats: true,
    summary: "Host that photo URLs in requests may use, with an optional port: "
      + "photos.example.com, or *.example.com for its subdomains. Without it, photo URLs are "
      + "rejected.")
  static let photoNetwork = Option(
    "photo-network", value: "network", repeats: true,
    summary: "Private network to allow for --photos-from hosts, such as 10.1.0.0/16.")
  static let photoAuthority = Option(
    "photo-authority", value: "file", completion: .files(extensions: ["pem", "crt"]),
    summary: "CA bundle for --photos-from hosts, instead of the system's certificates.")
  static let contentFrom = Option(
    ContentOptions.from.long, value: "host", repeats: true,
    summary: "Host that content URLs of people may use, with an optional port: data.example.com, "
      + "or *.example.com for its subdomains. Without it, content URLs are rejected.")
  static let contentNetwork = ContentOptions.network
  static let contentAuthority = ContentOptions.authority
  static let webhookTo = Option(
    FetchedResource.webhook.hostOption, value: "host", repeats: true,
    summary: "Host to which webhooks of clients may send events, with an optional port: "
      + "hooks.example.com, or *.example.com for its subdomains. Without it, webhooks are rejected."
  )
  static let webhookNetwork = Option(
    FetchedResource.webhook.networkOption, value: "network", repeats: true,
    summary: "Private network to allow for --webhook-to hosts, such as 10.1.0.0/16.")
  static let webhookAuthority = Option(
    FetchedResource.webhook.authorityOption, value: "file",
    completion: .files(extensions: ["pem", "crt"]),
    summary: "CA bundle for --webhook-to hosts, instead of the system's certificates.")
  static let unfetchedIntervals = Option(
    "unfetched-intervals", value: "count", default: "3",
    summary: "Number of intervals without a fetch after which webhooks are told that a picture is "
      + "not fetched.")
  static let traces = Option(
    "traces", value: "URL",
    summary: "OpenTelemetry collector that receives traces over HTTP, such as "
      + "http://localhost:4318/v1/traces.")
  static let traceSample = Option(
    "trace-sample", value: "ratio", default: "1",
    summary: "Fraction of requests to trace, from 0 to 1; the traceparent header of a request "
      + "takes precedence."
  )
  static let flow = Option(
    "flow", value: "name", repeats: true,
    summary:
      "Flow to offer at each person's address, such as notewall, or the path of a flow folder; "
      + "linked flows are included.")
  static let people = Flag(
    "people", summary: "Offer each person an app at the person's write address.")
  static let check = Flag("check", summary: "Check the configuration without serving.")

  static let all: [Declaration] =
    [
      .option(ServeConfiguration.file), .option(listen), .option(metrics), .option(keys),
      .option(limits),
      .option(DeviceOptions.devices), .option(PoolOptions.workers),
      .option(PoolOptions.timeout), .option(PoolOptions.memory), .option(fence),
      .option(deadline), .option(waiting), .option(addressConnections), .option(requestBytes),
      .option(photoBytes),
      .option(state), .option(addressKeys), .option(addressLifetime), .option(publicAddress),
      .option(pictureBytes), .option(storeBytes), .option(photosFrom), .option(photoNetwork),
      .option(photoAuthority), .option(contentFrom), .option(contentNetwork),
      .option(contentAuthority), .option(webhookTo), .option(webhookNetwork),
      .option(webhookAuthority), .option(unfetchedIntervals), .flag(people), .option(flow),
      .option(healthBytes),
      .option(PresetLinkVerb.map),
      .option(grace),
      .option(announce), .option(log), .option(traces), .option(traceSample),
      .option(RenderOptions.cache),
      .option(RenderOptions.cacheBytes), .option(KeyOptions.key), .flag(check),
    ] + PluginOptions.all
}
