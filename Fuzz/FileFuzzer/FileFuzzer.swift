import BuiltInPlugins
import Glibc
import WallfarmCore
import WallfarmPluginKit

/// Hands one input of libFuzzer to everything that reads files of people: notes, themes, templates.
@c(LLVMFuzzerTestOneInput)
public func fuzzFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? NotesReader.parse(bytes, file: "fuzz")
  let checker = FileChecker(
    installation: Installation(root: "."), plugins: .builtIn, fontFamilies: ["Inter"])
  _ = checker.check(bytes, named: "fuzz.json")
  return 0
}
