/// A SeaweedFS object store for tests, which runs on this machine in a temporary folder.
public enum ObjectStoreServer {
  /// The AWS environment variables that select this store, or `nil` if SeaweedFS is not installed.
  public static var variables: [String: String]? {
    guard let said = running?.said, let port = Int(said) else { return nil }
    return [
      "AWS_ENDPOINT_URL": "http://127.0.0.1:\(port)", "AWS_ACCESS_KEY_ID": "writer",
      "AWS_SECRET_ACCESS_KEY": "a secret/of+tests", "AWS_REGION": "us-east-1", "HOME": "/nowhere",
    ]
  }

  /// Credentials that can read the bucket but not write to it.
  public static let reader = ["AWS_ACCESS_KEY_ID": "reader", "AWS_SECRET_ACCESS_KEY": "reading"]
  /// The name of the existing bucket.
  public static let bucket = "wallpapers"

  /// One server per test process, because starting it takes several seconds.
  private static let running = ServerProcess(script)

  /// The server needs eight ports; it is ready as soon as its shell has created the bucket.
  private static let script = #"""
    weed=.build/python/bin/weed
    [ -x "$weed" ] || exit 1
    weed=$(realpath "$weed")
    folder=$(mktemp -d /tmp/wallfarm-objects.XXXXXX)
    cat >"$folder/keys.json" <<'KEYS'
    {"identities": [
      {"name": "writer", "credentials": [{"accessKey": "writer", "secretKey": "a secret/of+tests"}],
       "actions": ["Admin", "Read", "Write", "List"]},
      {"name": "reader", "credentials": [{"accessKey": "reader", "secretKey": "reading"}],
       "actions": ["Read:wallpapers", "List:wallpapers"]}]}
    KEYS
    read -r m mg v vg f fg s sg < <(scripts/free-ports 8)
    cd "$folder"
    mkdir data
    "$weed" server -dir=data -ip=127.0.0.1 -ip.bind=127.0.0.1 -master.port=$m -master.port.grpc=$mg \
      -volume.port=$v -volume.port.grpc=$vg -volume.max=20 -master.telemetry=false -filer \
      -filer.port=$f -filer.port.grpc=$fg -filer.localSocket="$folder/filer.sock" -s3 -s3.port=$s \
      -s3.port.grpc=$sg -s3.port.iceberg=0 -s3.port.lance=0 -s3.config="$folder/keys.json" -s3.iam=false -s3.autoCreateBucket=false \
      -s3.localSocket="$folder/s3.sock" >log 2>&1 &
    server=$!
    made() { echo 's3.bucket.create -name wallpapers' |
      "$weed" shell -master=127.0.0.1:$m.$mg -filer=127.0.0.1:$f.$fg 2>&1 | grep -q -e created -e exists; }
    until curl -s -o /dev/null "http://127.0.0.1:$s/" && made; do
      kill -0 "$server" || exit 1
      sleep 0.2
    done
    be_there KILL "$s"
    """#
}
