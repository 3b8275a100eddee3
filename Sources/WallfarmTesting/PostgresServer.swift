import Foundation

/// A PostgreSQL server of the tests' own: in a folder, at a socket alone, and gone with the process.
public enum PostgresServer {
  /// How libpq comes to it; nil where PostgreSQL is not installed.
  public static var address: String? { running?.address }

  /// The same as an address, for options of programs.
  public static var uri: String? {
    running.map { "postgres://wallfarm@/postgres?host=\($0.folder)" }
  }

  /// One for all tests of this process: making one takes some seconds.
  private static let running = Running()

  private final class Running: Sendable {
    let folder: String
    var address: String { "host=\(folder) user=wallfarm dbname=postgres" }
    /// Closed with the process, which ends the server.
    private let input: Pipe

    init?() {
      let process = Process()
      let (input, output) = (Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", Running.script]
      (process.standardInput, process.standardOutput) = (input, output)
      guard (try? process.run()) != nil else { return nil }
      var line: [UInt8] = []
      while line.last != UInt8(ascii: "\n"),
        let more = try? output.fileHandleForReading.read(upToCount: 1), !more.isEmpty
      {
        line += more
      }
      let folder = String(decoding: line.dropLast(), as: UTF8.self)
      guard folder.hasPrefix("/") else { return nil }
      (self.folder, self.input) = (folder, input)
    }

    /// PostgreSQL does not run as root.
    private static let script = #"""
      set -euo pipefail
      bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
      folder=$(mktemp -d /tmp/wallfarm-postgres.XXXXXX)
      as=()
      if [ "$(id -u)" = 0 ]; then
        chown postgres "$folder"
        as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
      fi
      cd "$folder"
      "${as[@]}" "$bin/initdb" -D "$folder/data" -A trust -U wallfarm -E UTF8 --locale=C --no-sync >/dev/null
      "${as[@]}" "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off \
        -c max_connections=200 >"$folder/log" 2>&1 &
      server=$!
      until "$bin/pg_isready" -q -h "$folder"; do
        kill -0 "$server" || exit 1
        sleep 0.05
      done
      echo "$folder"
      # Until the tests are over.
      cat >/dev/null || true
      kill -QUIT "$server"
      wait "$server" || true
      rm -rf "$folder"
      """#
  }
}
