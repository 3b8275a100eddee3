import Digests
import Files
import Foundation
import Graphics
import RenderPool
import SourceJSON
import Synchronization
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Inputs that are included in an order replace the files that the order's request names.
struct HeldInputTests {
  private static let photo = "/usr/share/backgrounds/mate/nature/Aqua.jpg"

  /// Renders pictures with one worker, one after the other.
  private func pictures(
    of orders: [RenderOrder]
  ) throws -> [Result<[UInt8], RenderError>] {
    let command = [
      "/usr/bin/env", "WALLFARM_HOME=\(Workspace.root)", Program.path, "worker",
      "--key=\(Program.keyFile)",
    ]
    let ended = Mutex<[OrderID: Result<[UInt8], RenderError>]>([:])
    let pool = try RenderPool(PoolSettings(command: command, workers: 1)) { event in
      ended.withLock { ended in
        switch event {
        case .done(let id, let rendered): ended[id] = .success(rendered.bytes?.array() ?? [])
        case .failed(let id, let error): ended[id] = .failure(error)
        default: break
        }
      }
    }
    let ids = orders.map { pool.submit($0) }
    pool.end(.finish)
    pool.wait()
    return try ids.map { id in try #require(ended.withLock { $0[id] }) }
  }

  private func request(
    in folder: TemporaryFolder, isConfined: Bool = true, _ change: (inout RenderRequest) -> Void
  ) -> OrderedRequest {
    var request = RenderRequest(device: "iphonese3", notes: [Note("Buy milk")])
    request.files = FileScope(folder: folder.path, isConfined: isConfined)
    change(&request)
    return OrderedRequest(request)
  }

  @Test func aPhotoNeedsNoFile() throws {
    let folder = try TemporaryFolder()
    let input = try HeldInput(file: Self.photo)
    #expect(
      input.name == "sha256-"
        + SHA256.hex(of: Array(try Data(contentsOf: URL(fileURLWithPath: Self.photo)))))
    let named = request(in: folder, isConfined: false) {
      $0.background = .photo(file: Self.photo)
    }
    let brought = request(in: folder) { $0.background = .photo(file: input.name) }
    var order = RenderOrder(brought)
    order.inputs.hold(input, as: input.name, in: brought.request.files)
    let made = try pictures(of: [RenderOrder(named), order, order]).map { try $0.get() }
    #expect(made[0].count > 10_000)
    #expect(made[1] == made[0])
    #expect(made[2] == made[0])
    #expect(folder.names == [])
  }

  /// An editor's unsaved text takes precedence over the saved file, but only for the order that
  /// includes the text.
  @Test func whatNobodyHasSavedGoesBeforeWhatIsSaved() throws {
    let folder = try TemporaryFolder()
    func theme(_ color: String) -> String {
      #"{"format": 1, "extends": "midnight", "summary": "A test.", "palette": {"ink": "\#(color)"}}"#
    }
    try folder.write(theme("#f0f0ff"), to: "mine.json")
    let request = request(in: folder) { $0.theme = "./mine.json" }
    var unsaved = RenderOrder(request)
    unsaved.inputs.hold(
      try HeldInput(Array(theme("#ffe0c0").utf8)), as: "./mine.json", in: request.request.files)
    var wrong = RenderOrder(request)
    wrong.inputs.hold(try HeldInput(Array("{".utf8)), as: "./mine.json", in: request.request.files)
    let made = try pictures(of: [RenderOrder(request), unsaved, wrong, RenderOrder(request)])
    let saved = try made[0].get()
    #expect(try made[1].get() != saved)
    #expect(try made[3].get() == saved)
    guard case .failure(let error) = made[2] else {
      Issue.record("half a theme is no theme")
      return
    }
    #expect(error.origin?.file?.hasSuffix("mine.json") == true, "\(error)")
    // The same text, once saved, produces the same picture.
    try folder.write(theme("#ffe0c0"), to: "mine.json")
    #expect(try pictures(of: [RenderOrder(request)])[0].get() == made[1].get())
  }

  /// A path that contains dots names the same file, and a theme's relative paths are resolved
  /// against the theme's folder.
  @Test func whatAThemeNamesCanBeBroughtAlong() throws {
    let folder = try TemporaryFolder()
    let request = request(in: folder) { $0.theme = "./mine.json" }
    var order = RenderOrder(request)
    let base = ##"""
      {"format": 1, "extends": "midnight", "summary": "A test.", "palette": {"ink": "#ffe0c0"}}
      """##
    let mine = #"{"format": 1, "extends": "./base.json", "summary": "A test."}"#
    order.inputs.hold(try HeldInput(Array(mine.utf8)), as: "mine.json", in: request.request.files)
    // The link on disk leads outside the folder, but the input in the order replaces it.
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("base.json"), withDestinationPath: "/etc/passwd")
    order.inputs.hold(
      try HeldInput(Array(base.utf8)), as: "x/.././base.json", in: request.request.files)
    let made = try pictures(of: [order])[0].get()
    #expect(made.count > 1000)
  }

  @Test func aFileThatHasChangedSinceItWasOrderedIsAnError() throws {
    let folder = try TemporaryFolder()
    try folder.write("one", to: "notes.txt")
    let digest = try HeldInput(file: folder.file("notes.txt")).digest
    #expect(try HeldInput(file: folder.file("notes.txt"), digest: digest).count == 3)
    try folder.write("two", to: "notes.txt")
    let error = try #require(throws: RenderError.self) {
      try HeldInput(file: folder.file("notes.txt"), digest: digest)
    }
    #expect(error.code == .inputChanged)
    #expect(error.origin == .file(folder.file("notes.txt")))
  }
}
