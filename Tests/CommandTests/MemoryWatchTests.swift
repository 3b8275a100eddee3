import Glibc
import Graphics
import Testing
import WallfarmPluginKit

/// Tests the counting of failed calls to `malloc`; the code that counts is part of the program,
/// which these tests link.
@Suite struct MemoryWatchTests {
  @Test func refusedMemoryIsFoundByTheThreadThatAskedForIt() throws {
    let (before, watch) = (MemoryWatch(), MemoryWatch())
    let granted = malloc(64)
    #expect(granted != nil)
    free(granted)
    try watch.check()
    // A size that is larger than any address space.
    #expect(malloc(1 << 62) == nil)
    let error = #expect(throws: RenderError.self) { try before.check() }
    #expect(error?.code == .rasterFailed)
    // The count was reset, so the next picture is not affected.
    try MemoryWatch().check()
  }

  @Test(arguments: ["calloc", "realloc", "posix_memalign", "aligned_alloc"])
  func everyWayToAskIsCounted(_ way: String) throws {
    let (watch, much) = (MemoryWatch(), 1 << 62)
    var memory: UnsafeMutableRawPointer?
    switch way {
    case "calloc": memory = calloc(much, 1)
    case "realloc": memory = realloc(nil, much)
    case "posix_memalign": #expect(posix_memalign(&memory, 64, much) == ENOMEM)
    default: memory = aligned_alloc(64, much)
    }
    #expect(memory == nil)
    #expect(throws: RenderError.self) { try watch.check() }
  }
}
