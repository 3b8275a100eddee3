/// A PostgreSQL server for tests, in a temporary folder and reachable only through a Unix socket.
public enum PostgresServer {
  /// The libpq connection string, or `nil` if PostgreSQL is not installed.
  public static var address: String? { folder.map { "host=\($0) user=wallfarm dbname=postgres" } }

  /// The same address as a URI, for command-line options.
  public static var uri: String? { folder.map { "postgres://wallfarm@/postgres?host=\($0)" } }

  private static var folder: String? {
    guard let folder = running?.said, folder.hasPrefix("/") else { return nil }
    return folder
  }

  /// One server per test process, because initializing it takes several seconds.
  private static let running = ServerProcess(script)

  /// PostgreSQL refuses to run as root, so the script switches to the user postgres in that case.
  private static let script = #"""
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
    be_there QUIT "$folder"
    """#
}
