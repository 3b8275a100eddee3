import BuiltInPlugins
import Files
import Foundation
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Notes enter fingerprints through a keyed digest with a private key.
@Suite struct SecretKeyTests {
  private func key(_ byte: UInt8) throws -> SecretKey {
    try #require(SecretKey([UInt8](repeating: byte, count: 32)))
  }

  @Test func theSameKeyMakesTheSameFileAndAnotherKeyAnotherFingerprint() throws {
    let request = try RenderRequest.quick()
    let receipts = try [1, 1, 2].map { byte in
      try makeRenderer(key: try key(byte)).render(request)
    }
    #expect(receipts[0].bytes == receipts[1].bytes)
    #expect(receipts[0].fingerprint != receipts[2].fingerprint)
    let differing = zip(receipts[0].fingerprint.parts, receipts[2].fingerprint.parts)
      .filter { $0 != $1 }.map(\.0.name)
    #expect(differing == ["notes"])
  }

  @Test func withoutAKeyNotesAreLeftOutAndTheReceiptSaysSo() throws {
    let renderer = try makeRenderer(key: nil)
    let one = try renderer.render(try .quick(notes: ["PIN 4711"]))
    let other = try renderer.render(try .quick(notes: ["PIN 4712"]))
    #expect(one.fingerprint == other.fingerprint && one.fingerprint.notes == .leftOut)
    #expect(one.line.contains(#""notes":"left-out""#) && one.line.contains(#""notes":null"#))
    #expect(one.sha256 != other.sha256)
  }

  @Test func aPictureWithoutNotesDependsOnNoKey() throws {
    let request = try RenderRequest.quick(template: "home", notes: nil)
    let files = try [nil, try key(1), try key(2)].map {
      try makeRenderer(key: $0).render(request)
    }
    #expect(files[0].bytes == files[1].bytes && files[1].bytes == files[2].bytes)
    #expect(files[0].fingerprint.notes == .none)
  }

  /// An attacker with a receipt cannot find the notes by trying out all candidates; with unkeyed
  /// digests, 10,000 attempts were sufficient.
  @Test(arguments: ["lock", "banner"])
  func notesAreNotFoundByTryingThemOut(_ template: String) throws {
    func request(_ pin: Int) throws -> RenderRequest {
      try template == "lock"
        ? .quick(notes: ["PIN \(pin)"])
        : .quick(template: "banner", notes: nil, settings: ["message=PIN \(pin)"])
    }
    let plugins = PluginRegistry.builtIn
    func checker(_ key: SecretKey?) throws -> RequestChecker {
      try RequestChecker(installation: Workspace.installation, plugins: plugins, key: key)
    }
    let receipt = try checker(.random()).check(try request(4711)).fingerprint
    let known = Set(receipt.parts.map(\.digest) + [receipt.digest, receipt.publicDigest])
    for attempt in [try checker(nil), try checker(.known)] {
      var common: Set<String>?
      for pin in 4700..<4722 {
        let guess = try attempt.check(try request(pin)).fingerprint
        // Unkeyed digests of the text: the former format, and obvious guesses.
        let plain = ["PIN \(pin)", "4:open8:PIN \(pin)", "4 open\n8 PIN \(pin)\n"].map {
          FileDigest.sha256(of: Array($0.utf8))
        }
        let found = known.intersection(guess.parts.map(\.digest) + [guess.digest] + plain)
        // A value that is equal for every guess reveals nothing.
        if common == nil { common = found }
        #expect(found == common)
      }
    }
  }

  @Test func aKeyIsNeverPrinted() throws {
    let key = try key(0x41)
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), "\([key])", dumped] {
      #expect(!text.contains("65") && !text.contains("AAAA"), "\(text)")
    }
  }

  @Test func aKeyHasItsLength() {
    #expect(SecretKey([UInt8](repeating: 1, count: 31)) == nil)
    #expect(SecretKey([UInt8](repeating: 1, count: 1025)) == nil)
    #expect(SecretKey([UInt8](repeating: 1, count: 1024)) != nil)
  }

  // MARK: - Files

  @Test func manyThatMakeAKeyAtOnceGetTheSame() throws {
    let folder = try TemporaryFolder()
    let checks = Checks()
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      checks.add(KeyFile.find(in: folder.file("deep/er"), making: true).file?.key.check)
    }
    #expect(checks.all.count == 16 && Set(checks.all).count == 1)
    #expect(folder.names(in: "deep/er") == ["key"])
    #expect(try mode(folder.file("deep/er/key")) == 0o600)
    #expect(try mode(folder.file("deep/er")) == 0o700)
    #expect(try mode(folder.file("deep")) == 0o700)
  }

  @Test func noKeyIsMadeWhereNoneIsAskedForOrNoneCanBe() throws {
    let folder = try TemporaryFolder()
    guard case .none = KeyFile.find(in: folder.path, making: false),
      case .none = KeyFile.find(in: "/proc/nowhere", making: true)
    else { return #expect(Bool(false)) }
    #expect(folder.names == [])
  }

  /// Entries that must not be read, waited for or replaced, even if they are at the path of the
  /// key.
  @Test(arguments: [
    ("a named pipe", "mkfifo key"), ("a link", "ln -s other key"), ("a folder", "mkdir key"),
    ("a device", "ln -s /dev/zero key"), ("a short one", "head -c 31 other > key"),
    ("an empty one", ": > key"), ("one that others read", "cp other key; chmod 644 key"),
    ("one that its group reads", "cp other key; chmod 640 key"),
    ("a folder that others write into", "chmod 777 ."),
  ])
  func whatIsNoKeyIsNotUsed(title: String, line: String) throws {
    let folder = try TemporaryFolder()
    let made = Tool.run(
      "sh",
      [
        "-c",
        "cd '\(folder.path)' && umask 077 && head -c 32 /dev/urandom > other && \(line)",
      ])
    try #require(made.status == 0)
    let before = folder.names
    guard case .unusable(let reason) = KeyFile.find(in: folder.path, making: true) else {
      return #expect(Bool(false), "\(title)")
    }
    #expect(reason.code == .keyUnusable)
    #expect(folder.names == before)
  }

  @Test func aKeyThatIsNamedMayBeALinkAndItsGroupsToRead() throws {
    let folder = try TemporaryFolder()
    try folder.write([UInt8](repeating: 7, count: 40), to: "secret")
    _ = chmod(folder.file("secret"), 0o440)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "secret")
    #expect(try KeyFile(given: folder.file("link"), origin: .option("key")).key.check != 0)
    _ = chmod(folder.file("secret"), 0o444)
    let error = try #require(throws: RenderError.self) {
      try KeyFile(given: folder.file("link"), origin: .option("key"))
    }
    #expect(error.code == .keyUnusable && error.origin?.description == "--key")
  }

  private func mode(_ path: String) throws -> Int {
    let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    return found as? Int ?? 0
  }

  /// Collects the check values of keys from several threads.
  private final class Checks: @unchecked Sendable {
    // `lock` guards all access to the numbers.
    private let lock = NSLock()
    private var found: [Int] = []
    var all: [Int] { lock.withLock { found } }
    func add(_ check: Int?) { lock.withLock { found += check.map { [$0] } ?? [] } }
  }
}
