import Stores
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Signatures equal the examples in the S3 API reference, "Examples: Signature Calculations".
@Suite struct S3SignerTests {
  private let signer = S3Signer(
    credentials: S3Environment.Credentials(
      key: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      session: nil), region: "us-east-1")
  private let time = "20130524T000000Z"
  private let host = "examplebucket.s3.amazonaws.com"

  private func signature(
    _ method: String, _ path: String, _ headers: [String: String], _ payload: String
  ) -> String {
    let signed = signer.sign(method, path: path, headers: headers, payload: payload, time: time)
    let value = signed.first { $0.name == "authorization" }?.value ?? ""
    return String(value.split(separator: "=").last ?? "")
  }

  @Test func aGetIsSignedAsInTheReference() {
    let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    #expect(
      signature("GET", "/test.txt", ["host": host, "range": "bytes=0-9"], nothing)
        == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
  }

  @Test func aPutIsSignedAsInTheReference() {
    let headers = [
      "host": host, "date": "Fri, 24 May 2013 00:00:00 GMT",
      "x-amz-storage-class": "REDUCED_REDUNDANCY",
    ]
    #expect(
      signature(
        "PUT", S3Signer.encoded("/test$file.text"), headers,
        "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072")
        == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
  }

  @Test(arguments: [
    (0, "19700101T000000Z"), (951_782_399, "20000228T235959Z"), (951_782_400, "20000229T000000Z"),
    (1_369_353_600, "20130524T000000Z"), (1_709_251_199, "20240229T235959Z"),
    (1_735_689_599, "20241231T235959Z"), (4_107_542_400, "21000301T000000Z"),
  ])
  func aTimeIsThatOfTheCalendar(_ seconds: Int, _ expected: String) {
    #expect(S3Signer.time(seconds) == expected)
  }

  @Test(arguments: [
    ("/a b+c=@,()'*.png", "/a%20b%2Bc%3D%40%2C%28%29%27%2A.png"), ("/ö/☂", "/%C3%B6/%E2%98%82"),
    ("/-._~", "/-._~"), ("/%2F?#&", "/%252F%3F%23%26"),
  ])
  func whatIsNotPlainIsEncoded(_ path: String, _ expected: String) {
    #expect(S3Signer.encoded(path) == expected)
  }
}

/// The address and credentials of a store are read in the same way as by AWS's own programs.
@Suite struct S3EnvironmentTests {
  private func environment(_ more: [String: String]) throws -> S3Environment {
    try S3Environment(more)
  }

  @Test func variablesGoBeforeFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "[default]\naws_access_key_id = one\naws_secret_access_key= two\n[other]\n"
        + "aws_access_key_id=three\naws_secret_access_key=four=\naws_session_token=five\n",
      to: "credentials")
    try folder.write(
      "# none\n[default]\nregion = eu-west-1\n[profile other]\nendpoint_url = http://here:1\n",
      to: "config")
    var variables = [
      "AWS_SHARED_CREDENTIALS_FILE": folder.file("credentials"),
      "AWS_CONFIG_FILE": folder.file("config"),
    ]
    let first = try environment(variables)
    #expect(first.region == "eu-west-1" && first.endpoint == nil)
    #expect(try first.credentials() == .init(key: "one", secret: "two", session: nil))
    variables["AWS_PROFILE"] = "other"
    let second = try environment(variables)
    #expect(second.region == "us-east-1" && second.endpoint == "http://here:1")
    #expect(try second.credentials() == .init(key: "three", secret: "four=", session: "five"))
    variables["AWS_ACCESS_KEY_ID"] = "six"
    variables["AWS_SECRET_ACCESS_KEY"] = "seven"
    #expect(
      try environment(variables).credentials() == .init(key: "six", secret: "seven", session: nil))
  }

  @Test func withoutAKeyNothingIsAsked() throws {
    let error = #expect(throws: RenderError.self) { try environment([:]).credentials() }
    #expect(error?.code == .storeRefused)
    #expect(throws: RenderError.self) { try environment(["AWS_ENDPOINT_URL": "here:1"]) }
  }

  @Test(arguments: [
    "s3://", "s3://a", "s3://Abc/x", "s3://-ab/x", "s3://a_b/x", "http://abc/x", "s3:///x",
  ])
  func whatIsNoAddressIsSaid(_ text: String) {
    let error = #expect(throws: RenderError.self) { try S3Address(text) }
    #expect(error?.code == .invalidParameter)
  }

  @Test func anAddressStaysAsItWasWritten() throws {
    let address = try S3Address("s3://my.bucket-1/a b/%2F/ö?#.png")
    #expect(address.bucket == "my.bucket-1" && address.key == "a b/%2F/ö?#.png")
    #expect(address.description == "s3://my.bucket-1/a b/%2F/ö?#.png")
    #expect(throws: RenderError.self) {
      try S3Address("s3://abc/" + String(repeating: "x", count: 1025))
    }
  }
}
