import WallfarmTesting

/// Validates texts with python-jsonschema.
enum Schema {
  /// The output, and status 0 if a published schema accepts the text or 3 if it rejects it.
  static func judge(_ text: String, by path: String) -> (text: String, status: Int32) {
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      sys.exit(0 if jsonschema.Draft202012Validator(schema).is_valid(json.loads(sys.argv[2])) else 3)
      """
    return Tool.run(
      "/usr/bin/python3", ["-c", script, Document.file(path), text], withErrors: true)
  }
}
