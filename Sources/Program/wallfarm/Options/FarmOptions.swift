import Arguments
import Designs
import Files
import Glibc
import HTTP
import RenderFarm
import WallfarmCore
import WallfarmPluginKit

/// Options of the `farm` verbs.
enum FarmOptions {
  static let jobs = Operand(
    "job-file", completion: .files(extensions: ["json", "jsonl", "ndjson"]),
    summary: "Job file in JSON or JSON Lines: a path, s3://BUCKET/KEY, or - for standard input.")
  static let queue = Option(
    "queue", value: "address",
    summary: "Address of the queue: postgres://USER@HOST,OTHER/DATABASE; default: WALLFARM_QUEUE.")
  /// The environment variable for the queue address, which keeps a password out of the process
  /// list.
  static let queueVariable = "WALLFARM_QUEUE"
  static let schema = Option(
    "schema", value: "name", default: "wallfarm",
    summary: "Database schema of the queue.")
  static let out = Option(
    "output", short: "o", aliases: ["--out"], value: "address", completion: .directories,
    summary:
      "Store for pictures and inputs: s3://BUCKET/PREFIX, or a folder that all machines share.")
  static let roles = Option(
    "roles", value: "prefix",
    summary:
      "Also create the roles PREFIX_reader, PREFIX_submitter, PREFIX_worker and PREFIX_admin.")
  static let checkedOut = Option(
    "out", short: "o", value: "address", completion: .directories,
    summary: "Also check whether a farm can use this bucket or folder.")
  static let replace = Flag(
    "replace", summary: "Remove from the queue all units that are not in this job file.")
  static let inputs = Option(
    "inputs", value: "folder", default: "~/.cache/wallfarm/inputs", completion: .directories,
    summary: "Folder for the input cache.")
  static let inputBytes = Option(
    "inputs-bytes", value: "count", default: "10737418240",
    summary: "Maximum size of the input cache in bytes; least recently used entries are evicted "
      + "first.")
  static let listen = Option(
    "listen", value: "address",
    summary: "Listening address for /healthz, /readyz and /metrics, such as 127.0.0.1:9464.")
  static let untilEmpty = Flag(
    "until-empty", summary: "Exit when the queue is empty.")
  static let keepFinished = Option(
    "keep-finished", value: "age",
    summary: "Remove done units from the queue after this age, such as 30d; their files are kept.")
  static let watch = Flag("watch", summary: "Refresh every 2 seconds until Ctrl-C.")
  static let json = Flag("json", summary: "Print JSON.")

  /// The options that specify the queue.
  static let place: [Declaration] = [.option(queue), .option(schema)]
}

/// Reads the options of the `farm` verbs.
struct FarmArguments {
  let invocation: Invocation

  /// Connects to the specified queue.
  ///
  /// - Parameter making: Whether to create missing tables.
  /// - Returns: The connected queue.
  /// - Throws: `option-missing`, `invalid-parameter`, `queue-failed`.
  func queue(making: Bool = false) throws(RenderError) -> PostgresJobQueue {
    let variable = getenv(FarmOptions.queueVariable).map { String(cString: $0) }
    guard let address = invocation.value(of: FarmOptions.queue) ?? variable, !address.isEmpty
    else {
      throw RenderError(
        .optionMissing, "no queue was given", origin: .option("queue"),
        hint: "add --queue postgres://USER@HOST/DATABASE, or set \(FarmOptions.queueVariable)")
    }
    return try queue(at: address, making: making)
  }

  func queue(
    at address: String, making: Bool = false
  ) throws(RenderError) -> PostgresJobQueue {
    guard PostgresJobQueue.isAddress(address) else {
      throw RenderError(
        .invalidParameter, "the queue address is not a PostgreSQL URL",
        origin: .option("queue"),
        hint: "write postgres://USER@HOST/DATABASE; 'wallfarm batch' uses a queue in a folder")
    }
    return try PostgresJobQueue(
      address: address, schema: invocation.value(of: FarmOptions.schema) ?? "wallfarm",
      makesTables: making)
  }

  /// Reads the key that all machines of the farm share.
  ///
  /// - Parameter making: Whether to create the user's key if it is missing.
  /// - Returns: The specified key, or else the user's key.
  /// - Throws: `key-unusable` if there is no key.
  func key(making: Bool) throws(RenderError) -> KeyFile {
    if let key = try KeyArguments(invocation: invocation).key(making: making, isQuiet: true) {
      return key
    }
    throw FarmArguments.noKey()
  }

  static func noKey(
    hint: String =
      "use --key with the key file of the submission; 'head -c 32 /dev/urandom' creates a key"
  ) -> RenderError {
    RenderError(
      .keyUnusable, "the shared key of the farm is missing", origin: .option("key"), hint: hint)
  }

  /// Opens the input cache of this machine.
  ///
  /// - Throws: `invalid-parameter`, `output-failed`.
  func cache() throws(RenderError) -> InputCache {
    try InputCache(
      folder: invocation.value(of: FarmOptions.inputs) ?? standardFolder,
      mostBytes: try invocation.count(FarmOptions.inputBytes, most: 1 << 50) ?? 10 << 30)
  }

  /// The default cache folder: the folder in CACHE_DIRECTORY, which systemd sets, or a folder in
  /// the user's cache folder.
  private var standardFolder: String? {
    let given = getenv("CACHE_DIRECTORY").map { String(cString: $0) }
    if let given, given.hasPrefix("/") { return given + "/inputs" }
    return Files.userCache.map { $0 + "/inputs" }
  }

  /// Returns the listening address for health and metrics, or `nil` if there is none.
  ///
  /// - Throws: `invalid-parameter`.
  func address() throws(RenderError) -> ListeningAddress? {
    try invocation.value(of: FarmOptions.listen).map { (text) throws(RenderError) in
      try ListeningAddress(parsing: text, origin: .option("listen"))
    }
  }
}
