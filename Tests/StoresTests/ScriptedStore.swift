import Foundation
import Stores
import Testing
import WallfarmTesting

/// An object store that a Python script simulates; it stops when this object is released.
final class ScriptedStore {
  let store: S3Store
  let environment: S3Environment
  private let input = Pipe()

  init(_ script: String, _ words: [String], patience: Int = 30) throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [Workspace.root + "/Tests/StoresTests/\(script).py"] + words
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let port = try #require(output.line().flatMap { Int($0) })
    environment = try S3Environment([
      "AWS_ENDPOINT_URL": "http://127.0.0.1:\(port)", "AWS_ACCESS_KEY_ID": "a",
      "AWS_SECRET_ACCESS_KEY": "b",
    ])
    store = try S3Store(
      "s3://bucket/x", S3Client(environment, longestPause: 1000, patience: patience))
  }
}
