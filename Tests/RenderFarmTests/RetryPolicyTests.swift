import Files
import Graphics
import RenderFarm
import RenderPool
import Stores
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Only retryable failures are retried, with increasing delays up to a limit and a maximum number
/// of attempts.
@Suite struct RetryPolicyTests {
  private let now = Timestamp(milliseconds: 1000)

  @Test func waitsLongerEachTime() {
    let policy = RetryPolicy(
      attempts: 6, firstDelay: .milliseconds(500), longestDelay: .seconds(20))
    let waits = (1...5).map { failures in
      policy.retry(after: .workerCrashed, failures: failures, now: now).map {
        $0.milliseconds - 1000
      }
    }
    #expect(waits == [500, 2000, 8000, 20_000, 20_000])
    #expect(policy.retry(after: .workerCrashed, failures: 6, now: now) == nil)
  }

  @Test func threeAttemptsUnlessToldOtherwise() {
    #expect(RetryPolicy().retry(after: .workerTimeout, failures: 2, now: now) != nil)
    #expect(RetryPolicy().retry(after: .workerTimeout, failures: 3, now: now) == nil)
  }

  @Test(arguments: ErrorCode.declared)
  func onlyWhatCanHealIsTriedAgain(_ code: ErrorCode) {
    let heals: Set<ErrorCode> = [
      .workerCrashed, .workerKilled, .workerTimeout, .workerMemory, .workerSilent, .leaseExpired,
      .outputFailed, .inputFailed,
      .rasterFailed, .pluginTimeout, .pluginMemory, .messageDamaged, .segmentDamaged,
      .storeUnreachable, .storeRefused,
    ]
    #expect(
      (RetryPolicy().retry(after: code, failures: 1, now: now) != nil) == heals.contains(code))
  }
}
