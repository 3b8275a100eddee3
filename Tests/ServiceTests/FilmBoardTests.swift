import Designs
import Files
import Motion
import Service
import Synchronization
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the queue of film requests; the film programs in these tests wait until a file exists.
@Suite struct FilmBoardTests {
  /// Records the outcome of each request under the request's name.
  private final class Ends: Sendable {
    private let codes = Mutex<[String: String]>([:])

    func tell(_ name: String) -> FilmBoard.Completion {
      { result in
        let code: String
        switch result {
        case .success(let made): code = "\(made.file.count) bytes"
        case .failure(let error): code = error.code.rawValue
        }
        self.codes.withLock { $0[name] = ($0[name].map { $0 + "+" } ?? "") + code }
      }
    }

    var all: [String: String] { codes.withLock { $0 } }
  }

  /// Returns a board whose films are rendered only once the file `go` exists.
  private static func board(
    in folder: TemporaryFolder, deadline: Duration = .seconds(600)
  ) -> FilmBoard {
    let script = "while [ ! -e '\(folder.file("go"))' ]; do sleep 0.02; done; printf film"
    return FilmBoard(program: ["/bin/sh", "-c", script], deadline: deadline)
  }

  private static let screens = [
    "iphonese3", "iphone8", "iphone13", "iphone14", "iphone15", "iphone16", "iphone16pro",
    "iphone15plus", "iphone16promax", "iphone15pro", "iphone15promax", "iphone16plus",
  ]

  /// Returns the address of the film `hook` on the test screen with this number.
  private static func film(_ number: Int) throws -> FilmAddress {
    try FilmAddress(
      ["hook", "\(screens[number]).en.mp4"],
      OfferedFilms(MotionLibrary(folder: Workspace.installation.motions)))
  }

  private static func make(
    _ number: Int, for client: String, as name: String, of board: FilmBoard, _ ends: Ends,
    began: SuspendingClock.Instant = SuspendingClock().now
  ) throws {
    board.make(
      try film(number), for: client, since: began, whenLeft: { _ in }, completion: ends.tell(name))
  }

  /// If too many films are waiting, the client with the most requests loses its newest requests.
  ///
  /// Other clients that wait for the same films keep their positions.
  @Test func thoseWhoShareKeepTheirPlace() throws {
    let folder = try TemporaryFolder()
    let (board, ends) = (Self.board(in: folder), Ends())
    try Self.make(0, for: "a", as: "a0", of: board, ends)
    #expect(eventually { board.waiting == 0 })
    for number in 1...8 { try Self.make(number, for: "a", as: "a\(number)", of: board, ends) }
    try Self.make(8, for: "b", as: "shared", of: board, ends)
    try Self.make(9, for: "c", as: "c9", of: board, ends)
    // Removing the last request of 'a' does not shorten the queue, because 'b' still waits for that
    // film, so 'a' also loses the request before it.
    #expect(ends.all == ["a8": "service-busy", "a7": "service-busy"])
    #expect(board.waiting == 8)
    try folder.write("", to: "go")
    #expect(eventually { ends.all.count == 11 })
    #expect(ends.all["shared"] == "4 bytes" && ends.all["c9"] == "4 bytes")
    #expect(ends.all["a0"] == "4 bytes" && ends.all["a6"] == "4 bytes")
    board.end()
  }

  /// A request ends at its deadline, even if its film is being rendered; a later request for the
  /// same film has its own deadline.
  @Test func whatIsLateGivesItsPlaceBack() throws {
    let folder = try TemporaryFolder()
    let (board, ends) = (Self.board(in: folder, deadline: .seconds(100)), Ends())
    let now = SuspendingClock().now
    try Self.make(0, for: "a", as: "at work", of: board, ends, began: now)
    #expect(eventually { board.waiting == 0 })
    try Self.make(1, for: "a", as: "early", of: board, ends, began: now)
    try Self.make(1, for: "b", as: "shared", of: board, ends, began: now + .seconds(300))
    try Self.make(2, for: "c", as: "alone", of: board, ends, began: now)
    #expect(board.waiting == 2)
    // The deadline of a film is four times the deadline of a picture, which is 100 seconds here.
    board.lookAfter(now: now + .seconds(400))
    #expect(ends.all.isEmpty)
    board.lookAfter(now: now + .seconds(401))
    #expect(ends.all == ["at work": "order-late", "early": "order-late", "alone": "order-late"])
    // A film process is killed when no request waits for its film anymore, and then the next
    // process starts.
    #expect(eventually { board.waiting == 0 })
    #expect(board.flights == 1)
    try folder.write("", to: "go")
    #expect(eventually { ends.all["shared"] == "4 bytes" })
    board.end()
  }

  /// If a client leaves and requests the film again, the film is rendered anew, independently of
  /// the first request.
  @Test func whoComesAgainIsServed() throws {
    let folder = try TemporaryFolder()
    let (board, ends) = (Self.board(in: folder), Ends())
    let left = Mutex<(@Sendable () -> Void)?>(nil)
    board.make(
      try Self.film(0), for: "a", since: SuspendingClock().now,
      whenLeft: { leave in left.withLock { $0 = leave } }, completion: ends.tell("left"))
    #expect(eventually { board.waiting == 0 })
    left.withLock { $0 }?()
    #expect(board.flights == 0)
    try Self.make(0, for: "a", as: "again", of: board, ends)
    try folder.write("", to: "go")
    #expect(eventually { ends.all["again"] == "4 bytes" })
    #expect(ends.all["left"] == nil)
    board.end()
  }

  /// If a film process is killed from outside, the film is retried once; after that, the request
  /// fails with a retryable error.
  @Test(arguments: [
    ("kill -9 $$", "worker-killed", 2), ("kill -TERM $$", "worker-killed", 2),
    ("kill -XCPU $$", "worker-killed", 2), ("exit 143", "worker-killed", 2),
    ("kill -SEGV $$", "film-failed", 1), ("exit 1", "film-failed", 1),
    ("exit 65", "film-failed", 1),
  ])
  func whatIsKilledIsMadeAgain(_ end: String, _ code: String, _ runs: Int) throws {
    let folder = try TemporaryFolder()
    let script = "echo >> '\(folder.file("runs"))'; ulimit -c 0; \(end)"
    let board = FilmBoard(program: ["/bin/sh", "-c", script], deadline: .seconds(600))
    let ends = Ends()
    try Self.make(0, for: "a", as: "film", of: board, ends)
    #expect(eventually { ends.all.count == 1 })
    #expect(ends.all == ["film": code])
    #expect(try folder.text("runs").count == runs)
    board.end()
    // If a film's process is killed only once, the film succeeds.
    let again = FilmBoard(
      program: [
        "/bin/sh", "-c",
        "if [ -e '\(folder.file("once"))' ]; then printf film; else : > '\(folder.file("once"))'; kill -9 $$; fi",
      ], deadline: .seconds(600))
    let made = Ends()
    try Self.make(0, for: "a", as: "film", of: again, made)
    #expect(eventually { made.all == ["film": "4 bytes"] })
    again.end()
  }

  @Test func theEndIsToldToAll() throws {
    let folder = try TemporaryFolder()
    let (board, ends) = (Self.board(in: folder), Ends())
    for number in 0..<3 { try Self.make(number, for: "a", as: "\(number)", of: board, ends) }
    board.end()
    #expect(
      ends.all == Dictionary(uniqueKeysWithValues: (0..<3).map { ("\($0)", "service-stopping") }))
    try Self.make(4, for: "a", as: "late", of: board, ends)
    #expect(ends.all["late"] == "service-stopping")
  }

  /// The service reads its films at startup and never opens their files again.
  @Test func filmsAreReadOnce() throws {
    let folder = try TemporaryFolder()
    let hook = try Files.read(Workspace.installation.motions + "/hook.json")
    try folder.write(hook, to: "hook.json")
    let films = try OfferedFilms(MotionLibrary(folder: folder.path))
    try folder.write("no motion", to: "hook.json")
    #expect(try FilmAddress(["hook", "iphone15.ja.mp4"], films).language == "ja")
    #expect(throws: RenderError.self) { try OfferedFilms(MotionLibrary(folder: folder.path)) }
  }
}
