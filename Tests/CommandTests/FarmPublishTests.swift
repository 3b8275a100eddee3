import Foundation
import SourceJSON
import Stores
import Testing
import WallfarmTesting

/// `publish` to a bucket.
@Suite(.tags(.farm)) struct FarmPublishTests {
  @Test func picturesAreObjectsOfTheBucket() throws {
    let variables = try #require(ObjectStoreServer.variables)
    let (folder, prefix) = (try TemporaryFolder(), "publish-\(UUID())")
    let out = "s3://\(ObjectStoreServer.bucket)/\(prefix)"
    func publish(_ people: String, _ more: [String: String] = [:]) throws -> Finished {
      try folder.write(#"{"format": 1, "people": {\#(people)}}"#, to: "people.json")
      return try Program.run(
        ["publish", "people.json", "--to", out, "--json", "-j1"], in: folder,
        environment: variables.merging(more) { $1 })
    }
    let ana = #""ana": {"device": "iphone8", "lock": {}, "notes": ["Buy milk"]}"#
    let first = try publish(ana)
    #expect(first.status == 0, "\(first.error)")
    let person = try #require(PublishTests.people(try JSONNode(parsing: first.output)).first)
    let address = try #require(person["address"]?.string)
    #expect(address.hasPrefix(out + "/") && address.count == out.count + 44)

    let url = address.replacing("s3:/", with: variables["AWS_ENDPOINT_URL"] ?? "") + "/lock.png"
    let user = "writer:" + (variables["AWS_SECRET_ACCESS_KEY"] ?? "")
    let head = Tool.run(
      "curl", ["-sI", "--aws-sigv4", "aws:amz:us-east-1:s3", "-u", user, url], withErrors: true
    ).text.lowercased()
    #expect(head.contains("content-type: image/png"), "\(head)")
    #expect(head.contains("cache-control: private, no-cache"), "\(head)")
    let store = try S3Store(out, try S3Environment(variables))
    let name = String(address.suffix(43)) + "/lock.png"
    let picture = try store.read(name, limit: 1 << 24)
    #expect(picture.prefix(4) == [0x89, 0x50, 0x4E, 0x47])

    let second = try publish(ana)
    #expect(
      PublishTests.states(try JSONNode(parsing: second.output)) == ["lock.png unchanged"])
    let third = try publish(ana.replacing("milk", with: "tea"))
    #expect(PublishTests.states(try JSONNode(parsing: third.output)) == ["lock.png written"])
    #expect(try store.read(name, limit: 1 << 24) != picture)

    // With credentials that cannot write, nothing is lost.
    let refused = try publish(ana, ObjectStoreServer.reader)
    #expect(refused.problem.code == "store-refused", "\(refused.error)")
    let removed = try publish("")
    #expect(try JSONNode(parsing: removed.output)["removed"]?.whole == 1, "\(removed.error)")
    #expect(try store.look(at: name) == nil)
  }
}
