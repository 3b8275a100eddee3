import Arguments
import Files
import Glibc
import PhotoLibrary
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm library status`: what is known.
struct LibraryStatusVerb {
  static let command = Command(
    "status", summary: "Say what is known of your photos.",
    accepts: [.option(LibraryVerb.index), .flag(ListVerb.json)])

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let index = try LibraryIndex(try LibraryVerb.path(invocation), makes: false)
    let counts = try index.counts()
    let roots = (try index.setting("roots") ?? "").split(separator: "\n").map(String.init)
    let readsPlaces = try index.setting("places") != "no"
    if invocation.isOn(ListVerb.json) {
      let words: JSONValue = [
        "index": .string(index.path), "photos": .number(Double(counts.photos)),
        "problems": .number(Double(counts.problems)),
        "withPlace": .number(Double(counts.places)), "readsPlaces": .bool(readsPlaces),
        "folders": .array(roots.map { .string($0) }),
      ]
      Terminal.print(words.text(pretty: true))
      return .success
    }
    Terminal.printLine(
      "\(counted(counts.photos, "photo")), \(counts.places) with a place, "
        + "\(counts.problems) cannot be used")
    for root in roots { Terminal.printLine("from \(root)") }
    if !readsPlaces { Terminal.printLine("places are not read; scan with --places to read them") }
    return .success
  }
}

/// `wallfarm library problems`: photos that cannot be used, and why.
struct LibraryProblemsVerb {
  static let command = Command(
    "problems", summary: "List photos that cannot be used, and why.",
    discussion: "They are tried again when they change, or by 'wallfarm library scan --retry'.",
    accepts: [.option(LibraryVerb.index), .flag(ListVerb.json)])

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let index = try LibraryIndex(try LibraryVerb.path(invocation), makes: false)
    let problems = try index.problems()
    if invocation.isOn(ListVerb.json) {
      let list = problems.map { problem -> JSONValue in
        ["path": .string(problem.path), "reason": .string(problem.reason)]
      }
      Terminal.print(JSONValue.array(list).text(pretty: true))
    } else if problems.isEmpty {
      Terminal.printLine("there are none")
    } else {
      for problem in problems { Terminal.printLine("\(problem.path): \(problem.reason)") }
    }
    return .success
  }
}

/// `wallfarm library pause`: ends a scan in good order.
struct LibraryPauseVerb {
  static let command = Command(
    "pause", summary: "End the scan that is under way; the next one goes on there.",
    accepts: [.option(LibraryVerb.index)])

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let index = try LibraryIndex(try LibraryVerb.path(invocation), makes: false)
    try index.set("pause", "yes")
    return .success
  }
}

/// `wallfarm library privacy`: what is kept, and its end.
struct LibraryPrivacyVerb {
  static let erase = Flag("erase", summary: "Erase the index; photos are not touched.")
  static let command = Command(
    "privacy", summary: "Say what is kept of your photos and where, or erase it.",
    accepts: [.option(LibraryVerb.index), .flag(erase), .flag(ChallengeCancelVerb.yes)])

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let path = try LibraryVerb.path(invocation)
    let files = ["", "-wal", "-shm", ".lock"].map { path + $0 }.filter { Files.exists($0) }
    guard invocation.isOn(Self.erase) else {
      Terminal.printLine("kept: paths, dates, sizes, orientation and places of photos; no pictures")
      if files.isEmpty { Terminal.printLine("nothing is kept yet") }
      for file in files { Terminal.printLine("in \(file), for its owner alone") }
      Terminal.printLine(
        "read: heads and ends of photos, by processes without a network; nothing is sent anywhere")
      Terminal.printLine("to erase it: wallfarm library privacy --erase")
      return .success
    }
    if !invocation.isOn(ChallengeCancelVerb.yes) {
      guard isatty(0) == 1 else {
        throw RenderError(
          .optionMissing, "nobody can be asked here", origin: .option("yes"),
          hint: "add --yes where it is meant")
      }
      Terminal.prompt("Erase what is known of your photos? The photos stay. [y/N] ")
      guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
        Terminal.printLine("nothing was changed")
        return .success
      }
    }
    for file in files { try WholeFile.remove(file) }
    Terminal.printLine(files.isEmpty ? "nothing was kept" : "erased")
    return .success
  }
}
