import Designs
import Files
import Foundation
import RenderFarm
import RenderPool
import Stores
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests a machine's cache of inputs and the verification of cached inputs.
@Suite struct InputCacheTests {
  private func digest(_ bytes: [UInt8]) throws -> String {
    try HeldInput(bytes).digest
  }

  private func store(_ inputs: [[UInt8]], in folder: TemporaryFolder) throws -> FolderStore {
    let store = FolderStore(folder.file("store"))
    for bytes in inputs {
      let digest = try digest(bytes)
      try store.put(
        bytes, ObjectFacts(sha256: digest, type: "image/png"), as: InputCache.name(of: digest),
        .once)
    }
    return store
  }

  @Test func anInputIsBroughtOnce() throws {
    let folder = try TemporaryFolder()
    let bytes: [UInt8] = Array("a photo".utf8)
    let store = try store([bytes], in: folder)
    let digest = try digest(bytes)
    let cache = try InputCache(folder: folder.file("cache"), mostBytes: 1000)
    #expect(cache.held(digest) == nil)
    #expect(try cache.bring(digest, from: store).digest == digest)
    #expect(cache.held(digest)?.digest == digest)
    // A second process finds the input in the folder without querying the store.
    try store.remove(InputCache.name(of: digest))
    let other = try InputCache(folder: folder.file("cache"), mostBytes: 1000)
    #expect(try other.bring(digest, from: store).digest == digest)
    // A cache without a folder cannot provide the input, because the store no longer has it.
    let none = try InputCache(folder: nil, mostBytes: 0)
    #expect(throws: RenderError.self) { try none.bring(digest, from: store) }
  }

  @Test func whatWasChangedIsBroughtAgain() throws {
    let folder = try TemporaryFolder()
    let bytes: [UInt8] = Array("a photo".utf8)
    let store = try store([bytes], in: folder)
    let digest = try digest(bytes)
    let cache = try InputCache(folder: folder.file("cache"), mostBytes: 1000)
    _ = try cache.bring(digest, from: store)
    try folder.write("something else", to: "cache/\(digest)")
    let other = try InputCache(folder: folder.file("cache"), mostBytes: 1000)
    #expect(try other.bring(digest, from: store).digest == digest)
    #expect(try folder.text("cache/\(digest)") == "a photo")
    // If the bytes in the store have a different digest, the result is an error.
    try folder.write("something else", to: "store/\(InputCache.name(of: digest))")
    let third = try InputCache(folder: nil, mostBytes: 0)
    do {
      _ = try third.bring(digest, from: store)
      Issue.record("it was believed")
    } catch {
      #expect(error.code == .inputChanged)
    }
  }

  /// The least recently used inputs are evicted first, on disk and in memory.
  @Test func thereIsALimit() throws {
    let folder = try TemporaryFolder()
    let inputs = (0..<30).map { number in [UInt8](repeating: UInt8(number), count: 100) }
    let store = try store(inputs, in: folder)
    let cache = try InputCache(folder: folder.file("cache"), mostBytes: 1000, mostHeld: 500)
    let digests = try inputs.map(digest)
    for number in digests.indices {
      _ = try cache.bring(digests[number], from: store)
      // Use the first input again, so that it is never the least recently used one.
      _ = try cache.bring(digests[0], from: store)
      // File systems may have coarse timestamps, so the test sets them.
      for (digest, later) in [(digests[number], 0), (digests[0], 0.5)] {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 + Double(number) + later)],
          ofItemAtPath: folder.file("cache/\(digest)"))
      }
    }
    cache.tidy()
    let names = folder.names(in: "cache")
    #expect(names.count <= 9 && names.contains(digests[0]) && names.contains(digests[29]))
    #expect(cache.held(digests[0]) != nil && cache.held(digests[1]) == nil)
    #expect(digests.count { cache.held($0) != nil } == 5)
  }

  @Test func aPayloadSaysNothingWithoutTheKey() throws {
    let seal = PayloadSeal(.known)
    let text = #"{"notes":["Buy milk, é, 田中"]}"#
    let sealed = seal.sealed(text)
    #expect(PayloadSeal.isSealed(sealed) && !PayloadSeal.isSealed(text))
    #expect(!sealed.contains("milk") && seal.sealed(text) == sealed)
    #expect(seal.sealed(text + " ").prefix(30) != sealed.prefix(30))
    #expect(seal.opened(sealed) == text)
    #expect(PayloadSeal(.random()).opened(sealed) == nil)
    #expect(seal.opened(text) == nil && seal.opened("sealed:") == nil)
    for place in [8, sealed.count / 2, sealed.count - 3] {
      var changed = Array(sealed)
      changed[place] = changed[place] == "A" ? "B" : "A"
      #expect(seal.opened(String(changed)) == nil)
    }
  }

  /// A toolchain's digest depends on the contents of its files, such as themes, but not on the name
  /// of its folder.
  @Test func aToolchainIsWhatDraws() throws {
    let folder = try TemporaryFolder()
    for name in ["one", "other"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
      for part in ["Templates", "Fonts"] {
        #expect(
          Tool.run("cp", ["-a", "\(Workspace.root)/\(part)", folder.file("\(name)/\(part)")])
            .status == 0)
      }
    }
    func toolchain(_ name: String) throws -> Toolchain {
      try Toolchain(
        of: Installation(root: folder.file(name)), PluginRegistry(backgrounds: [], layouts: []))
    }
    #expect(try toolchain("one") == toolchain("other"))
    let theme = "other/Templates/themes/dawn.json"
    try folder.write(try folder.text(theme) + "\n", to: theme)
    #expect(try toolchain("one") != toolchain("other"))
  }
}
