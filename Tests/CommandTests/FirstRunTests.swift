import Testing
import WallfarmTesting

/// A fresh installation with an empty font cache.
@Suite(.tags(.torture)) struct FirstRunTests {
  /// Eight programs write the font cache at the same time, which used to cause an error in
  /// fontconfig.
  @Test func manyProgramsMayBeTheFirst() throws {
    let finished = try Program.bash(
      #"""
      mkdir -p home/Fonts && ln -s "$WALLFARM_HOME/Templates" "$WALLFARM_HOME/Devices" home &&
      cp "$WALLFARM_HOME"/Fonts/fonts.* home/Fonts && cp -a "$WALLFARM_HOME/Fonts/files" home/Fonts/files || exit 1
      export WALLFARM_HOME=$PWD/home
      for round in $(seq \#(Torture.isOn ? 8 : 2)); do
        rm -rf home/Fonts/cache
        for program in 1 2 3 4 5 6 7 8; do
          "$wallfarm" render -q -t lock -d iphonese3 -n a --color=navy -o "$program.png" &
        done
        wait
        for program in 2 3 4 5 6 7 8; do cmp 1.png "$program.png" || exit 1; done
      done
      ls home/Fonts/cache/*/* > caches
      """#, in: try TemporaryFolder())
    #expect(finished.status == 0)
    #expect(finished.error == "")
  }
}
