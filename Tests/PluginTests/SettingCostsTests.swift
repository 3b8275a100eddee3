import Testing

@testable import BuiltInPlugins

@Suite struct SettingCostsTests {
  /// Notes that suit a poster become one, whatever the costs are.
  @Test func aPosterCostsLessThanTheListInItsPlace() {
    let largestGrowth = 2.0
    let size = SettingCosts.size * (1 - SettingCosts.smallestShare / largestGrowth)
    let breaks = SettingCosts.anyBreak + SettingCosts.allBreaks
    let poster = size + breaks + SettingCosts.lonelyWords + SettingCosts.unevenLines
    #expect(poster < SettingCosts.listInsteadOfPoster)
  }

  @Test func columnsAreUsedFromAFifthLargerOn() {
    func cost(ofListWhereColumnsAre growth: Double) -> Double {
      SettingCosts.size * (1 - 1 / growth)
    }
    #expect(cost(ofListWhereColumnsAre: 1.19) < SettingCosts.columns)
    #expect(cost(ofListWhereColumnsAre: 1.21) > SettingCosts.columns)
  }
}
