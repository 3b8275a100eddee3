// The protocol JobQueue documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Postgres
public import WallfarmPluginKit

// Adding and removing units.

extension PostgresJobQueue {
  public func together<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    let usual = database.patience
    database.patience = PostgresJobQueue.longestChange
    defer { database.patience = usual }
    return try database.transaction(body)
  }

  public func add(
    _ units: [UnitSpec], generation: Int
  ) throws(RenderError) -> AddedUnits {
    try together { () throws(RenderError) in
      // Without this lock, one of two concurrent additions of the same unit would be lost.
      try database.run(PostgresSchema.lock(schema))
      try database.run(
        """
        CREATE TEMP TABLE IF NOT EXISTS adding(
          place bigint, id text, digest text, priority bigint, affinity text,
          output text, payload text, seal text, toolchain text) ON COMMIT DROP;
        TRUNCATE adding; SET LOCAL enable_seqscan = on
        """)
      try database.copy(
        into: "adding",
        units.enumerated().lazy.map { place, unit in
          [
            .integer(place), .text(unit.id), .text(unit.digest), .integer(unit.priority),
            .text(unit.affinity), .text(unit.output), .text(unit.payload), PostgresValue(unit.seal),
            .text(unit.toolchain),
          ]
        })
      try database.run("ANALYZE adding")
      let added = try merge(generation)
      try notify()
      return added
    }
  }

  /// Merges the copied rows into the tables.
  private func merge(_ generation: Int) throws(RenderError) -> AddedUnits {
    var added = AddedUnits()
    let generation = PostgresValue.integer(generation)
    let areAnyKnown =
      try database.run(
        "SELECT EXISTS (SELECT 1 FROM adding JOIN units USING(id))", []
      ).text(0, 0) == "t"
    if areAnyKnown { try update(&added, generation) }
    added.new = try database.run(
      """
      WITH new AS (
        INSERT INTO units(id, digest, priority, generation, toolchain, added, token)
        SELECT id, digest, priority, $1, toolchain, \(Self.serverTime),
          coalesce((SELECT value FROM settings WHERE key = 'tokens'), 0) FROM adding
        WHERE NOT EXISTS (SELECT 1 FROM units WHERE units.id = adding.id) ORDER BY place
        RETURNING seq, id
      )
      INSERT INTO work SELECT new.seq, affinity, output, payload, seal FROM new JOIN adding USING(id)
      """, [generation]
    ).changes
    try set("generation", to: generation)
    return added
  }

  /// Updates known units: unchanged units keep their state, and changed units are queued again.
  private func update(
    _ added: inout AddedUnits, _ generation: PostgresValue
  ) throws(RenderError) {
    // Values that do not affect the picture, such as priority and timeout, are updated without
    // rendering the unit again.
    added.known = try database.run(
      """
      UPDATE units SET generation = $1, priority = adding.priority, toolchain = adding.toolchain
      FROM adding WHERE units.id = adding.id AND units.digest = adding.digest
      """, [generation]
    ).changes
    try database.run(
      """
      UPDATE work SET affinity = adding.affinity, output = adding.output,
        payload = adding.payload, seal = adding.seal
      FROM adding JOIN units USING(id)
      WHERE work.seq = units.seq AND (work.affinity, work.output, work.payload, work.seal)
        IS DISTINCT FROM (adding.affinity, adding.output, adding.payload, adding.seal)
      """, [])
    added.changed = try database.run(
      """
      WITH changed AS (
        UPDATE units SET digest = adding.digest, state = 0, token = token + 1, failures = 0,
          due = 0, expires = 0, milliseconds = NULL, generation = $1, priority = adding.priority,
          toolchain = adding.toolchain, added = \(Self.serverTime)
        FROM adding WHERE units.id = adding.id AND units.digest <> adding.digest
        RETURNING units.seq
      ), forgotten AS (DELETE FROM outcomes USING changed WHERE outcomes.seq = changed.seq)
      SELECT count(*) FROM changed
      """, [generation]
    ).integer(0, 0)
  }

  static let serverTime = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

  /// A part of a statement that records the highest token of the deleted units `gone`, with which
  /// units that are added later start; see ``Lease/token``.
  static let keepingTokens = """
    kept AS (
      INSERT INTO settings SELECT 'tokens', max(token) FROM gone HAVING count(*) > 0
      ON CONFLICT(key) DO UPDATE SET value = greatest(settings.value, excluded.value))
    """

  public func removeUnits(before generation: Int) throws(RenderError) -> RemovedUnits {
    try together { () throws(RenderError) in
      let gone = try database.run(
        """
        WITH gone AS (DELETE FROM units WHERE generation < $1 RETURNING state, token),
          \(Self.keepingTokens)
        SELECT count(*), count(*) FILTER (WHERE state <> 2) FROM gone
        """, [.integer(generation)])
      return RemovedUnits(all: gone.integer(0, 0), undone: gone.integer(0, 1))
    }
  }
}
