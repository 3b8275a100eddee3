import Glibc
import HTTP
import Testing

/// Tests which connections are closed when new connections need space.
@Suite struct ConnectionTableTests {
  /// The connection that has been idle longest is closed first; a connection with a pending request
  /// is never closed.
  @Test func theLongestQuietIsEndedFirst() {
    var limits = HTTPLimits()
    limits.connections = 3
    var table = ConnectionTable(limits)
    let pairs = (1...5).map { _ in SocketPair() }
    defer { for pair in pairs { pair.close() } }
    func add(_ id: UInt64) -> Bool { table.add(id, pairs[Int(id) - 1].server, of: .local) }
    for id: UInt64 in 1...3 { #expect(add(id)) }
    // The first connection has had a request and is idle again; the third connection is waiting for
    // its response.
    table.mark(1, isQuiet: false)
    table.mark(1, isQuiet: true)
    table.mark(3, isQuiet: false)
    #expect(add(4))
    #expect(pairs.map(\.isEnded) == [false, true, false, false, false])
    table.mark(4, isQuiet: false)
    table.mark(1, isQuiet: false)
    #expect(!add(5))
    #expect(table.count == 3)
    #expect(pairs.map(\.isEnded) == [false, true, false, false, false])
  }
}

/// Two connected sockets.
private struct SocketPair {
  let server: Int32
  private let client: Int32

  init() {
    var both: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &both)
    (server, client) = (both[0], both[1])
  }

  /// Whether the client receives the end of the stream.
  var isEnded: Bool {
    var byte: UInt8 = 0
    return recv(client, &byte, 1, Int32(MSG_DONTWAIT)) == 0
  }

  func close() {
    Glibc.close(server)
    Glibc.close(client)
  }
}
