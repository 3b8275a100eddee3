import Arguments
import Authoring
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
    summary: "The --output or --queue folder of 'wallfarm batch', or the address of a farm's queue."
  )
  static let unit = Operand("unit", summary: "Id of a unit, such as morning/iphone15.")
  static let units = Operand(
    "unit", required: false, repeats: true, summary: "Ids of units.")
  static let state = Option(
    "state", value: "state", allowed: UnitState.allCases.map(\.rawValue),
    summary: "Select units in this state.")
  static let olderThan = Option(
    "older-than", value: "age",
    summary: "Select only units that finished at least this long ago, such as 30d or 12h.")
  static let limit = Option(
    "limit", value: "count", default: "100", summary: "Maximum number of units to list.")
  static let output = Option(
    "output", short: "o", value: "folder", completion: .directories,
    summary: "Folder to create for the unit.")
  static let all = Flag("all", summary: "Select all units that are not done.")
  static let json = Flag("json", summary: "Print JSON.")
  static let shard = Option(
    "shard", value: "i/n", summary: "Shard of the queue, if the batch used --shard.")

  static let command = Command(
    "queue", summary: "Inspect and control the queue of a batch or farm.",
    discussion: """
      The commands work on the queue of a running or finished batch, and on a farm's queue, which
      you specify by its address. They never show the text of notes.

        wallfarm queue status out
        wallfarm queue list out --state dead
        wallfarm queue retry postgres://farm@db1/wallfarm
      """,
    accepts: [.option(shard), .option(FarmOptions.schema), .option(KeyOptions.key)]
      + PluginOptions.finding,
    subcommands: [
      Command(
        "status", summary: "Show the number of units in each state.",
        accepts: [.operand(folder), .flag(json)]),
      Command(
        "list", summary: "List units.",
        accepts: [.operand(folder), .option(state), .option(limit), .flag(json)]),
      Command(
        "show", summary: "Show a unit's job and its receipt or error.",
        accepts: [.operand(folder), .operand(unit), .flag(json)]),
      Command(
        "retry", summary: "Queue the given units, or all failed units, again.",
        accepts: [.operand(folder), .operand(units)]),
      Command(
        "cancel", summary: "Cancel units that are not done.",
        accepts: [.operand(folder), .operand(units), .flag(all)]),
      Command(
        "pause", summary: "Stop starting units until 'resume'; running units finish.",
        accepts: [.operand(folder)]),
      Command("resume", summary: "Resume a paused queue.", accepts: [.operand(folder)]),
      Command(
        "purge", summary: "Remove all units in one state from the queue; their files are kept.",
        discussion: """
          With --older-than, the state is 'done' unless you specify --state dead.

            wallfarm queue purge out --older-than 30d
          """,
        accepts: [.operand(folder), .option(state), .option(olderThan)]),
      Command(
        "repro",
        summary: "Pack a unit and its inputs into a folder to render it on another machine.",
        discussion: """
          The folder contains the text of the notes, and the photo.

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
    case "purge": try purge(place)
    case "repro": try repro(try row(queue), place)
    default: preconditionFailure("no code runs the declared verb: \(invocation.path)")
    }
    return .success
  }

  private var place: String { invocation.operands(Self.folder).first ?? "." }

  /// The queue name for messages, without a password.
  private var shown: String {
    PostgresJobQueue.isAddress(place) ? PostgresJobQueue.shown(place) : place
  }

  private func queuePlace() throws(RenderError) -> QueuePlace {
    if PostgresJobQueue.isAddress(place) {
      do throws(RenderError) {
        return .farm(try FarmArguments(invocation: invocation).queue(at: place))
      } catch {
        guard error.origin == .option("queue") else { throw error }
        var refusal = error
        refusal.origin = .argument("queue")
        throw refusal
      }
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
      .queueFailed, "'\(place)' contains no queue", origin: .argument("queue"),
      hint: "use the --output folder of 'wallfarm batch', or its --queue folder"
        + (shard == nil ? ", and --shard if the batch used it" : ""))
  }

  /// Returns the key with which the queue was created, or `nil` if the key is not available.
  private func key(_ place: QueuePlace) throws(RenderError) -> SecretKey? {
    let arguments = KeyArguments(invocation: invocation)
    if let named = try arguments.named() {
      guard try place.isMade(with: named.key) else {
        throw .wrongKey(place.name, isFarm: place.isFarm)
      }
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
      hint: "'wallfarm queue list \(shown)' lists the units")
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
      Terminal.report("showing \(rows.count) of \(total) units; raise --limit to show more")
    }
  }

  private func show(_ row: UnitRow, key: SecretKey?) throws(RenderError) {
    let shown = UnitDescription(row, key: key)
    Terminal.print(invocation.isOn(Self.json) ? shown.json.text(pretty: true) : shown.text)
  }

  // MARK: - Control

  private func retry(_ place: QueuePlace) throws(RenderError) {
    let count = try place.queue.retry(try chosen(place.queue))
    guard count > 0 else { return Terminal.print("no failed units to retry") }
    let units = count == 1 ? "it" : "them"
    let renderers =
      switch place {
      case .farm: "the machines of the farm will render \(units)"
      case .folder(let folder, _):
        "a running batch will render \(units); if no batch is running, run '\(batch(of: folder))'"
      }
    Terminal.print("\(counted(count, "unit")) queued again; \(renderers)".visible)
  }

  /// Returns the command that renders from a queue in the output folder or in a separate folder.
  private func batch(of folder: QueueFolder) -> String {
    let output = folder.path == place ? "FOLDER --queue \(place)" : place
    let shard = invocation.value(of: Self.shard).map { " --shard \($0)" } ?? ""
    return "wallfarm batch --output \(output)\(shard)"
  }

  private func cancel(_ queue: any QueueAdmin) throws(RenderError) {
    let ids = try chosen(queue)
    guard ids != nil || invocation.isOn(Self.all) else {
      throw RenderError(
        .optionMissing, "no unit was given", origin: .argument("unit"),
        hint: "name units, or add --all for all units that are not done")
    }
    Terminal.print("\(counted(try queue.cancel(ids), "unit")) canceled")
  }

  /// Returns the specified units, all of which must exist, or `nil` if no units are specified.
  private func chosen(_ queue: any QueueAdmin) throws(RenderError) -> [String]? {
    let ids = invocation.operands(Self.units)
    for id in ids where try queue.unit(id) == nil {
      throw RenderError(
        .unknownUnit, "the queue has no unit '\(id)'", origin: .argument("unit"),
        hint: "'wallfarm queue list \(shown)' lists the units")
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
        ? "paused with \(counted(open, "unit")) left"
        : "\(counted(open, "unit")) left" + (renderers == nil ? none : ""))
  }

  private func purge(_ place: QueuePlace) throws(RenderError) {
    let age = try invocation.age(Self.olderThan)
    let given = invocation.value(of: Self.state).flatMap(UnitState.init(rawValue:))
    guard let state = given ?? (age == nil ? nil : .done), state != .leased else {
      throw RenderError(
        given == nil ? .optionMissing : .invalidParameter,
        given == nil
          ? "no state was given for the units to remove"
          : "leased units cannot be removed", origin: .option("state"),
        hint: "add --state done, --state dead or --state queued")
    }
    guard age == nil || state != .queued else {
      throw RenderError(
        .invalidParameter, "queued units have not finished, so --older-than does not apply to them",
        origin: .option("state"), hint: "use --state done or --state dead, or omit --older-than")
    }
    let count =
      if let age {
        try place.queue.purge(state, finishedBy: try place.now().adding(Duration.zero - age))
      } else {
        try place.queue.purge(state)
      }
    Terminal.print("\(counted(count, "unit")) removed; their files are unchanged")
  }

  private func repro(_ row: UnitRow, _ place: QueuePlace) throws(RenderError) {
    if place.isFarm { return try reproOfFarm(row, place) }
    let key = try key(place)
    let folder = folder(for: row)
    let installation = try Installation.findForUser()
    let plugins = try PluginArguments(invocation).registry(installation)
    if let key {
      if try row.hasChangedInputs(installation: installation, plugins: plugins, key: key) {
        Terminal.report(
          "the inputs have changed since the unit was queued, so the current versions are packed")
      }
    } else {
      Terminal.report(
        "without the key of the queue, changes to the inputs cannot be detected; add it with "
          + "--key")
    }
    let missing = try ReproBundle.write(row, to: folder)
    for name in missing {
      Terminal.report(
        "'\(name)' no longer exists, so the folder does not contain it")
    }
    Terminal.printLine("\(folder)  to render it: wallfarm render --repro \(folder)")
  }

  /// Packs a farm unit so that it can be rendered again; its inputs are in the same store as its
  /// pictures.
  private func reproOfFarm(_ row: UnitRow, _ place: QueuePlace) throws(RenderError) {
    guard let key = try key(place) else {
      throw FarmArguments.noKey(hint: "pass the farm's key file with --key")
    }
    let folder = folder(for: row)
    let cache = try InputCache(folder: nil, mostBytes: 0)
    try ReproBundle.write(row, to: folder, key: key, stores: ObjectCache(), cache: cache)
    Terminal.printLine("\(folder)  to render it: wallfarm render --repro \(folder)")
  }

  private func folder(for row: UnitRow) -> String {
    invocation.value(of: Self.output) ?? "repro-\(row.spec.id.replacing("/", with: "-"))"
  }
}
