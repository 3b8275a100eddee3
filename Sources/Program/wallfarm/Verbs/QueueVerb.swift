import Arguments
import BuiltInPlugins
import Designs
import Glibc
import RenderFarm
import SourceJSON
import Stores
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm queue`: inspects and controls the queue of a batch or farm, even while it runs.
struct QueueVerb: CommandVerb {
  static let folder = Operand(
    "queue", completion: .directories,
    summary: "Folder that was --output, or --queue, of 'wallfarm batch'; or address of a farm's.")
  static let unit = Operand("unit", summary: "Name of a unit, such as morning/iphone15.")
  static let units = Operand(
    "unit", required: false, repeats: true, summary: "Names of units.")
  static let state = Option(
    "state", value: "state", allowed: UnitState.allCases.map(\.rawValue),
    summary: "Only units in that state.")
  static let limit = Option(
    "limit", value: "count", default: "100", summary: "Most units to list.")
  static let output = Option(
    "output", short: "o", value: "folder", completion: .directories,
    summary: "Folder to make for the unit.")
  static let all = Flag("all", summary: "All units that are not done.")
  static let json = Flag("json", summary: "Print JSON.")
  static let shard = Option(
    "shard", value: "i/n", summary: "The share whose queue is meant, where the batch had one.")

  static let command = Command(
    "queue", summary: "Look at the queue of a batch or a farm and control it.",
    discussion: """
      Works on the queue of a batch that runs, on one that has ended, and on the queue of a farm by its
      address. The words of notes are never shown.

        wallfarm queue status out
        wallfarm queue list out --state dead
        wallfarm queue retry postgres://farm@db1/wallfarm
      """,
    accepts: [.option(shard), .option(FarmOptions.schema), .option(KeyOptions.key)]
      + PluginOptions.finding,
    subcommands: [
      Command(
        "status", summary: "Show how many units are in each state.",
        accepts: [.operand(folder), .flag(json)]),
      Command(
        "list", summary: "List units.",
        accepts: [.operand(folder), .option(state), .option(limit), .flag(json)]),
      Command(
        "show", summary: "Show one unit: its job, and its receipt or error.",
        accepts: [.operand(folder), .operand(unit), .flag(json)]),
      Command(
        "retry", summary: "Queue units again: those named, or all that failed.",
        accepts: [.operand(folder), .operand(units)]),
      Command(
        "cancel", summary: "Give up units that are not done.",
        accepts: [.operand(folder), .operand(units), .flag(all)]),
      Command(
        "pause", summary: "Begin nothing more until resume; what runs is finished.",
        accepts: [.operand(folder)]),
      Command("resume", summary: "Go on after pause.", accepts: [.operand(folder)]),
      Command(
        "purge", summary: "Forget units in one state; their files stay.",
        accepts: [.operand(folder), .option(state)]),
      Command(
        "repro", summary: "Pack up a unit with its inputs, to render it elsewhere.",
        discussion: """
          The folder has the words of its notes and its photo.

            wallfarm queue repro out morning/iphone15 --output case
            wallfarm render --repro case
          """,
        accepts: [.operand(folder), .operand(unit), .option(output)]),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let place = try queuePlace()
    let queue = place.queue
    switch invocation.path.last {
    case "status": try status(place)
    case "list": try list(queue)
    case "show": try show(try row(queue), key: try key(place))
    case "retry": try retry(place)
    case "cancel": try cancel(queue)
    case "pause": try setPaused(true, place)
    case "resume": try setPaused(false, place)
    case "purge": try purge(queue)
    case "repro": try repro(try row(queue), place)
    default: preconditionFailure("a declared verb is not run: \(invocation.path)")
    }
    return .success
  }

  private var place: String { invocation.operands(Self.folder).first ?? "." }

  /// The queue for messages, without a password.
  private var shown: String {
    PostgresJobQueue.isAddress(place) ? PostgresJobQueue.shown(place) : place
  }

  private func queuePlace() throws(RenderError) -> QueuePlace {
    if PostgresJobQueue.isAddress(place) {
      return .farm(try FarmArguments(invocation: invocation).queue(at: place))
    }
    let shard = try invocation.value(of: Self.shard).map { (text) throws(RenderError) in
      try Shard(parsing: text)
    }
    let folders = [
      QueueFolder(out: place, shard: shard), QueueFolder(out: place, named: place, shard: shard),
    ]
    if let found = folders.first(where: \.exists) {
      return .folder(found, try SQLiteJobQueue(path: found.queue))
    }
    throw RenderError(
      .queueFailed, "there is no queue in '\(place)'", origin: .argument("queue"),
      hint: "give the folder that was --output of 'wallfarm batch'"
        + (shard == nil ? ", and --shard if it had one" : ""))
  }

  /// The key that the queue was created with; `nil` if it is not available.
  private func key(_ place: QueuePlace) throws(RenderError) -> SecretKey? {
    let arguments = KeyArguments(invocation: invocation)
    if let named = try arguments.named() {
      guard try place.isMade(with: named.key) else { throw .wrongKey(place.name) }
      return named.key
    }
    for found in place.keys {
      if let key = found.file?.key, try place.isMade(with: key) { return key }
    }
    return nil
  }

  private func row(_ queue: any QueueAdmin) throws(RenderError) -> UnitRow {
    let id = invocation.operands(Self.unit).first ?? ""
    if let row = try queue.unit(id) { return row }
    throw RenderError(
      .unknownUnit, "the queue has no unit '\(id)'", origin: .argument("unit"),
      hint: "'wallfarm queue list \(shown)' shows them")
  }

  // MARK: - Inspection

  private func status(_ place: QueuePlace) throws(RenderError) {
    let queue = place.queue
    let counts = try queue.counts()
    let (renderers, isPaused) = (try place.renderers(), try queue.isPaused())
    if invocation.isOn(Self.json) {
      var members: [String: JSONValue] = [
        "running": .bool(renderers != nil), "paused": .bool(isPaused),
        "units": .number(Double(counts.all)),
      ]
      for state in UnitState.allCases { members[state.rawValue] = .number(Double(counts[state])) }
      return Terminal.print(JSONValue.object(members).text(pretty: true))
    }
    let none = place.isFarm ? "no machine is rendering" : "no batch is rendering"
    let doing =
      switch (renderers, isPaused) {
      case (let renderers?, false): "\(renderers) rendering"
      case (let renderers?, true): "\(renderers) waiting: the queue is paused"
      case (nil, true): "\(none), and the queue is paused"
      case (nil, false): none
      }
    Terminal.print("\(counted(counts.all, "unit")); \(doing)")
    let rows = UnitState.allCases.map { state in
      [Table.Cell.text(state.rawValue), .number(Double(counts[state]))]
    }
    Terminal.print(Table(["state", "units"], rows).text)
    if counts.dead > 0 { Terminal.print("\n" + (try FailureTable(queue).text)) }
  }

  private func list(_ queue: any QueueAdmin) throws(RenderError) {
    let limit = try invocation.count(Self.limit, most: 10_000_000)
    let state = invocation.value(of: Self.state).flatMap(UnitState.init(rawValue:))
    let rows = try queue.units(in: state, most: limit ?? 100, after: nil)
    let table = Table(
      ["unit", "state", "failures", "output", "reason"],
      rows.map { row in
        [
          .text(row.spec.id), .text(row.state.rawValue), .number(Double(row.failures)),
          .text(row.spec.output),
          .text(row.state == .done ? "" : row.error?.code.rawValue ?? ""),
        ]
      })
    if invocation.isOn(Self.json) { return Terminal.print(table.json.text(pretty: true)) }
    Terminal.print(table.text)
    let counts = try queue.counts()
    let total = state.map { counts[$0] } ?? counts.all
    if total > rows.count {
      Terminal.report("\(rows.count) of \(total) shown; --limit shows more")
    }
  }

  private func show(_ row: UnitRow, key: SecretKey?) throws(RenderError) {
    let shown = UnitDescription(row, key: key)
    Terminal.print(invocation.isOn(Self.json) ? shown.json.text(pretty: true) : shown.text)
  }

  // MARK: - Control

  private func retry(_ place: QueuePlace) throws(RenderError) {
    let count = try place.queue.retry(try chosen(place.queue))
    Terminal.print(
      "\(counted(count, "unit")) queued again; "
        + (place.isFarm
          ? "machines of the farm take them"
          : "a batch that runs takes them, and otherwise 'wallfarm batch --output \(place.name)'"))
  }

  private func cancel(_ queue: any QueueAdmin) throws(RenderError) {
    let ids = try chosen(queue)
    guard ids != nil || invocation.isOn(Self.all) else {
      throw RenderError(
        .optionMissing, "no unit was named", origin: .argument("unit"),
        hint: "name units, or give --all for all that are not done")
    }
    Terminal.print("\(counted(try queue.cancel(ids), "unit")) cancelled")
  }

  /// The named units, all of which must exist; `nil` if none is named.
  private func chosen(_ queue: any QueueAdmin) throws(RenderError) -> [String]? {
    let ids = invocation.operands(Self.units)
    for id in ids where try queue.unit(id) == nil {
      throw RenderError(
        .unknownUnit, "the queue has no unit '\(id)'", origin: .argument("unit"),
        hint: "'wallfarm queue list \(shown)' shows them")
    }
    return ids.isEmpty ? nil : ids
  }

  private func setPaused(_ isPaused: Bool, _ place: QueuePlace) throws(RenderError) {
    try place.queue.setPaused(isPaused)
    let open = try place.queue.counts().open
    let none = place.isFarm ? "; no machine is rendering" : "; no batch is rendering"
    let renderers = try place.renderers()
    Terminal.print(
      isPaused
        ? "paused with \(counted(open, "unit")) to go"
        : "\(counted(open, "unit")) to go" + (renderers == nil ? none : ""))
  }

  private func purge(_ queue: any QueueAdmin) throws(RenderError) {
    guard let state = invocation.value(of: Self.state).flatMap(UnitState.init(rawValue:)),
      state != .leased
    else {
      throw RenderError(
        invocation.value(of: Self.state) == nil ? .optionMissing : .invalidParameter,
        invocation.value(of: Self.state) == nil
          ? "purge needs the state of the units to forget"
          : "units that are leased cannot be forgotten", origin: .option("state"),
        hint: "give --state done, --state dead or --state queued")
    }
    Terminal.print(
      "\(counted(try queue.purge(state), "unit")) forgotten; their files are untouched")
  }

  private func repro(_ row: UnitRow, _ place: QueuePlace) throws(RenderError) {
    if place.isFarm { return try reproOfFarm(row, place) }
    let key = try key(place)
    let folder = folder(for: row)
    let installation = try Installation.find()
    let plugins = try PluginArguments(invocation).registry(installation)
    if let key {
      if try row.hasChangedInputs(installation: installation, plugins: plugins, key: key) {
        Terminal.report(
          "its inputs have changed since it was queued; they are packed as they are now")
      }
    } else {
      Terminal.report(
        "without the key of the queue nothing tells whether its inputs have changed; give it with "
          + "--key")
    }
    let missing = try ReproBundle.write(row, to: folder)
    for name in missing { Terminal.report("'\(name)' is gone; it is not in the folder") }
    Terminal.printLine("\(folder)  render it with: wallfarm render --repro \(folder)")
  }

  /// Packs up a farm unit, whose inputs are in the store of its pictures.
  private func reproOfFarm(_ row: UnitRow, _ place: QueuePlace) throws(RenderError) {
    guard let key = try key(place) else { throw FarmArguments.noKey() }
    let folder = folder(for: row)
    let cache = try InputCache(folder: nil, mostBytes: 0)
    try ReproBundle.write(row, to: folder, key: key, stores: ObjectCache(), cache: cache)
    Terminal.printLine("\(folder)  render it with: wallfarm render --repro \(folder)")
  }

  private func folder(for row: UnitRow) -> String {
    invocation.value(of: Self.output) ?? "repro-\(row.spec.id.replacing("/", with: "-"))"
  }
}
