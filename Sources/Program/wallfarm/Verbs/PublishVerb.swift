import Arguments
import ContentSources
import Designs
import Files
import RenderFarm
import RenderPool
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm publish`: puts the pictures of people under unguessable names for a static host.
struct PublishVerb: CommandVerb {
  static let command = Command(
    "publish", summary: "Publish the pictures of people in a folder or bucket.",
    discussion: """
      Use this command if you have a web host but no server for 'wallfarm serve'. Each person has an
      address, ADDRESS/lock.png and ADDRESS/home.png, which nobody can guess. Run the command
      regularly: it writes only pictures that have changed, and prints when to run it again.

        wallfarm publish people.json --to /srv/www/p --base-url https://pictures.example/p
        wallfarm publish people.json --to s3://pictures/p --quiet

      The addresses depend on a key, people.key, which is created next to people.json. Keep a copy:
      without the key, everyone gets a new address. To change the address of one person, add
      "link": 2 to the description. The exit status is 1 if a picture could not be published.
      """,
    accepts: PublishOptions.all)

  let invocation: Invocation
  private var arguments: PublishArguments { PublishArguments(invocation: invocation) }
  private var isQuiet: Bool { invocation.isOn(RenderOptions.quiet) }

  init(invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let (target, place) = (try arguments.target(), arguments.place)
    let base = try arguments.base(target)
    let file = try PeopleFile(
      arguments.people, allowsOutside: invocation.isOn(PublishOptions.allowOutside))
    let installation = try Installation.findForUser()
    let plugins = try PluginArguments(invocation).registry(installation)
    let sources = try ContentArguments(invocation: invocation).sources()
    let lock = try place.takeLock()
    defer { withExtendedLifetime(lock) {} }
    let state = try PublishedState(place.state)
    let (key, isNew) = try place.findKey(
      state, at: target.address, allowsNew: invocation.isOn(PublishOptions.newAddresses))
    if isNew, !isQuiet {
      Terminal.note(
        "created the key '\(place.key)'; keep a copy, because without it everyone gets a new address"
      )
    }
    let planner = try PublishPlanner(
      file, installation: installation, plugins: plugins, key: key.key, sources: sources)
    let pictures = try PoolArguments(invocation: invocation).pictures(installation, key: key)
    let publisher = Publisher(file, planner, key: key.key, to: target, state: state) {
      (requests) throws(RenderError) in try pictures.results(of: requests)
    }
    let report = try publisher.run()
    tell(report, base)
    return report.hasErrors ? .failure : .success
  }

  // MARK: - Report

  private func tell(_ report: PublishReport, _ base: String) {
    for person in report.people {
      let errors = person.errors + person.pictures.flatMap(\.errors)
      for error in errors { Terminal.report(error, of: ("person", person.id)) }
      guard !isQuiet else { continue }
      for picture in person.pictures {
        for warning in picture.warnings {
          Terminal.report(warning, device: "\(person.id)/\(picture.name)")
        }
      }
    }
    for problem in report.problems { Terminal.report(problem) }
    if invocation.isOn(PublishOptions.json) {
      Terminal.print(json(report, base).text(pretty: true))
    } else if !isQuiet {
      for person in report.people {
        Terminal.printLine("\(person.id)  \(base)/\(person.folder)")
        for picture in person.pictures { Terminal.printLine("  " + line(picture)) }
        if !person.errors.isEmpty {
          Terminal.printLine("  the description is invalid; earlier pictures stay")
        }
      }
      if report.removed > 0 { Terminal.printLine("removed \(counted(report.removed, "picture"))") }
      if let next = nextRun(report) { Terminal.printLine("run again before \(next)") }
    }
  }

  private func line(_ picture: PublishReport.Picture) -> String {
    let expiry = picture.expiryText.map { ", expires \($0)" } ?? ""
    return switch picture.state {
    case .written, .unchanged: "\(picture.name)  \(picture.state.rawValue)\(expiry)"
    case .kept: "\(picture.name)  not rendered; the earlier picture stays"
    case .missing: "\(picture.name)  not rendered"
    }
  }

  /// The soonest next run, in the time zone of this machine.
  private func nextRun(_ report: PublishReport) -> String? {
    report.next.map { next in
      let zone = try? ZoneFile.zone(RenderRequest.localZone, origin: .option("zone"))
      return next.written(offset: zone?.offset(at: next) ?? 0)
    }
  }

  private func json(_ report: PublishReport, _ base: String) -> JSONValue {
    let people = report.people.map { person -> JSONValue in
      let address = "\(base)/\(person.folder)"
      let pictures = person.pictures.map { picture -> JSONValue in
        [
          "name": .string(picture.name), "address": .string("\(address)/\(picture.name)"),
          "state": .string(picture.state.rawValue),
          "expires": picture.expiryText.map { .string($0) } ?? .null,
          "errors": .array(picture.errors.map(\.json)),
        ]
      }
      return [
        "id": .string(person.id), "address": .string(address), "pictures": .array(pictures),
        "errors": .array(person.errors.map(\.json)),
      ]
    }
    return [
      "people": .array(people), "removed": .number(Double(report.removed)),
      "next": nextRun(report).map { .string($0) } ?? .null,
      "errors": .array(report.problems.map(\.json)),
    ]
  }
}
