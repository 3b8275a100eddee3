import Arguments
import Files
import PhotoLibrary
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm library status`: shows the counts of the index.
struct LibraryStatusVerb: CommandVerb {
  static let command = Command(
    "status", summary: "Say what is known of your photos.",
    accepts: [.option(LibraryVerb.index), .flag(ListVerb.json)])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let index = try LibraryIndex(try LibraryVerb.path(invocation), makes: false)
    let counts = try index.counts()
    let roots = try index.roots()
    let readsPlaces = try index.readsPlaces()
    if invocation.isOn(ListVerb.json) {
      let words: JSONValue = [
        "index": .string(index.path), "photos": .number(Double(counts.photos)),
        "problems": .number(Double(counts.problems)),
        "withPlace": .number(Double(counts.places)), "readsPlaces": .bool(readsPlaces),
        "unread": .number(Double(counts.unread)), "looked": .number(Double(counts.looked)),
        "folders": .array(roots.map { .string($0) }),
      ]
      Terminal.print(words.text(pretty: true))
      return .success
    }
    Terminal.printLine(
      "\(counted(counts.photos, "photo")), \(counts.places) with a place, "
        + "\(counts.looked) looked at, \(counts.problems) cannot be used")
    if counts.unread > 0 {
      Terminal.printLine("\(counted(counts.unread, "photo")) to be read by the next scan")
    }
    for root in roots { Terminal.printLine("from \(root)") }
    if !readsPlaces { Terminal.printLine("places are not read; scan with --places to read them") }
    return .success
  }
}

/// `wallfarm library problems`: lists unusable photos with reasons.
struct LibraryProblemsVerb: CommandVerb {
  static let command = Command(
    "problems", summary: "List photos that cannot be used, and why.",
    discussion: "They are tried again when they change, or by 'wallfarm library scan --retry'.",
    accepts: [.option(LibraryVerb.index), .flag(ListVerb.json)])

  let invocation: Invocation

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

/// `wallfarm library pause`: stops a running scan after its current photos.
struct LibraryPauseVerb: CommandVerb {
  static let command = Command(
    "pause", summary: "End the scan that is under way; the next one goes on there.",
    accepts: [.option(LibraryVerb.index)])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let path = try LibraryVerb.path(invocation)
    let index = try LibraryIndex(path, makes: false)
    do throws(RenderError) {
      // If the lock is free, no scan is running.
      _ = try IndexFile(path).lock()
      Terminal.printLine("no scan is under way")
    } catch {
      guard error.code == .libraryBusy else { throw error }
      try index.set(.pause, "yes")
    }
    return .success
  }
}

/// `wallfarm library privacy`: shows the stored data, or erases it.
struct LibraryPrivacyVerb: CommandVerb {
  static let erase = Flag("erase", summary: "Erase the index; photos are not touched.")
  static let command = Command(
    "privacy", summary: "Say what is kept of your photos and where, or erase it.",
    accepts: [.option(LibraryVerb.index), .flag(erase), .flag(ChallengeCancelVerb.yes)])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let index = IndexFile(try LibraryVerb.path(invocation))
    guard invocation.isOn(Self.erase) else {
      tell(try index.files())
      return .success
    }
    if !invocation.isOn(ChallengeCancelVerb.yes) {
      guard try Terminal.confirm("Erase what is known of your photos? The photos stay.") else {
        Terminal.printLine("nothing was changed")
        return .success
      }
    }
    Terminal.printLine(try index.erase() ? "erased" : "nothing was kept")
    return .success
  }

  private func tell(_ files: [String]) {
    Terminal.print(
      """
      kept of each photo: path, size, time of its file, format, pixels, orientation, date and place with what told them
      (the satellites' time too, where nothing else has one), whether it is of a screen, why it cannot be used, and a
      digest of its size and ends; of some how sharp and how light they are, 64 bits of what they look like, and a
      digest of the file
      kept beside that: the folders that were looked at
      kept never: pictures, names of people, cameras
      """)
    if files.isEmpty { Terminal.printLine("nothing is kept yet") }
    for file in files {
      let who = IndexFile.isPrivate(file) ? "for its owner alone" : "which others may read"
      Terminal.printLine("in \(file), \(who)")
    }
    Terminal.printLine(
      "read: heads and ends of photos, and some pictures, by processes without a network; nothing is sent anywhere"
    )
    Terminal.printLine("to erase it: wallfarm library privacy --erase")
  }
}
