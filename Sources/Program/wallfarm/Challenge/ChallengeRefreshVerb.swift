import Arguments
import Challenge
import Files
import Glibc
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm challenge refresh`: reads a health export and prints pending notifications.
struct ChallengeRefreshVerb: CommandVerb {
  static let health = Option(
    "health", value: "file", completion: .files(extensions: ["zip", "xml", "db"]),
    summary:
      "Export from the health app: a ZIP or XML file from Apple Health, or a ZIP file or database "
      + "from Health Connect.")

  static let command = Command(
    "refresh", summary: "Count the steps in a health export.",
    discussion: """
      The command prints each notification once as a line of JSON: passed milestones, and the daily
      reminder if it is on. Without --health, it does not count steps, and prints only pending
      notifications.

        wallfarm challenge refresh --health export.zip | jq -r .text | xargs -d '\\n' -n1 notify-send
      """,
    accepts: [
      .option(health), .option(ChallengeVerb.language), .option(ChallengeVerb.state),
      .flag(RenderOptions.quiet),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let book = try ChallengeVerb.book(invocation)
    let kept = try read(into: book)
    let events = try book.owed(by: kept)
    let zone = try kept.challenge.clock
    let words = ChallengeVerb.words(invocation)
    for event in events {
      Terminal.print(event.words(of: kept.challenge, words, zone).text(pretty: false))
    }
    if events.isEmpty, invocation.value(of: Self.health) == nil,
      !invocation.isOn(RenderOptions.quiet)
    {
      Terminal.note(
        "no steps were counted, because no health export was given; add --health export.zip")
      for line in try ChallengeVerb.lines(kept.challenge, now: book.now).prefix(2) {
        Terminal.note(line)
      }
    }
    // Print before recording: if the process exits in between, a notification is repeated rather
    // than lost.
    try book.told(events)
    return .success
  }

  private func read(into book: ChallengeBook) throws(RenderError) -> ChallengeStore.Kept {
    guard let path = invocation.value(of: Self.health) else { return try book.store.active() }
    let reader = HealthProcess(HealthReaderVerb.arguments)
    let (kept, count, isNew) = try book.refresh(origin: .option(Self.health.long)) {
      challenge throws(RenderError) in
      let file = try Files.openToRead(path)
      defer { close(file) }
      return try reader.count(file, named: path, for: challenge, now: book.now)
    }
    if !invocation.isOn(RenderOptions.quiet) {
      if !isNew { Terminal.note("this export has already been read") }
      for remark in count.remarks { Terminal.note(remark) }
      for line in try ChallengeVerb.lines(kept.challenge, now: book.now).prefix(2) {
        Terminal.note(line)
      }
    }
    return kept
  }
}
