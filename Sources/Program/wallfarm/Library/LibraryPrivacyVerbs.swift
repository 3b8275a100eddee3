import Arguments
import Files
import PhotoLibrary
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm library status`: shows statistics about the photo index.
struct LibraryStatusVerb: CommandVerb {
  static let command = Command(
    "status", summary: "Show statistics about the photo index.",
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
        + "\(counts.looked) analyzed, \(counts.problems) unusable")
    if counts.unread > 0 {
      Terminal.printLine("\(counted(counts.unread, "photo")) left for the next scan")
    }
    for root in roots { Terminal.printLine("from \(root)") }
    if !readsPlaces {
      Terminal.printLine(
        "places are not indexed; to index them, scan with --places")
    }
    return .success
  }
}

/// `wallfarm library problems`: lists unusable photos and why they are unusable.
struct LibraryProblemsVerb: CommandVerb {
  static let command = Command(
    "problems", summary: "List unusable photos and why they are unusable.",
    discussion: "The next scan retries photos that have changed; 'wallfarm library scan --retry' "
      + "retries all of them.",
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
      Terminal.printLine("none found")
    } else {
      for problem in problems { Terminal.printLine("\(problem.path): \(problem.reason)") }
    }
    return .success
  }
}

/// `wallfarm library pause`: stops a running scan after it has read its current photos.
struct LibraryPauseVerb: CommandVerb {
  static let command = Command(
    "pause", summary: "Pause the running scan; the next scan resumes it.",
    accepts: [.option(LibraryVerb.index)])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let path = try LibraryVerb.path(invocation)
    let index = try LibraryIndex(path, makes: false)
    do throws(RenderError) {
      // A scan holds the lock while it runs, so if the lock is free, no scan is running.
      _ = try IndexFile(path).lock()
      Terminal.printLine("no scan is running")
    } catch {
      guard error.code == .libraryBusy else { throw error }
      try index.set(.pause, "yes")
    }
    return .success
  }
}

/// `wallfarm library privacy`: shows the stored data, or erases it.
struct LibraryPrivacyVerb: CommandVerb {
  static let erase = Flag("erase", summary: "Erase the index; the photos are not changed.")
  static let command = Command(
    "privacy", summary: "Show or erase the stored data about your photos.",
    accepts: [.option(LibraryVerb.index), .flag(erase), .flag(ChallengeCancelVerb.yes)])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let index = IndexFile(try LibraryVerb.path(invocation))
    guard invocation.isOn(Self.erase) else {
      tell(try index.files())
      return .success
    }
    if !invocation.isOn(ChallengeCancelVerb.yes) {
      guard
        try Terminal.confirm(
          "Erase the index of your photos? The photos are not changed.")
      else {
        Terminal.printLine("no change")
        return .success
      }
    }
    Terminal.printLine(try index.erase() ? "erased" : "no data was stored")
    return .success
  }

  private func tell(_ files: [String]) {
    Terminal.print(
      """
      stored for each photo: path, size, file time, format, pixels, orientation, date and place with their sources
      (the GPS time if there is no other time), whether it is a screenshot, why it is unusable, and a digest of its size
      and of the start and end of the file; for some photos also sharpness, brightness, a 64-bit perceptual hash and a
      digest of the whole file
      also stored: the scanned folders
      never stored: pictures, names of people, cameras
      """)
    if files.isEmpty { Terminal.printLine("no data is stored yet") }
    for file in files {
      let who = IndexFile.isPrivate(file) ? "private to its owner" : "readable by other users"
      Terminal.printLine("in \(file), \(who)")
    }
    Terminal.printLine(
      "read: the start and end of photos, and some pictures, in processes without network access; "
        + "no data is sent"
    )
    Terminal.printLine("to erase it: wallfarm library privacy --erase")
  }
}
