extension FlowState {
  /// The state with what another flow knows: facts of the same name that both call shared.
  ///
  /// A value that cannot be said here, such as a word that is no choice of this flow, is left out.
  ///
  /// - Parameters:
  ///   - flow: the flow of this state.
  ///   - other: the state of a linked flow.
  ///   - otherFlow: that flow.
  /// - Returns: this state with those facts, and nothing else changed.
  package func knowing(
    _ flow: Flow, what other: FlowState, of otherFlow: Flow
  ) -> FlowState {
    var state = self
    for (place, fact) in flow.facts.enumerated() where fact.isShared {
      let there = otherFlow.facts.firstIndex { $0.name == fact.name && $0.isShared }
      if let there, fact.accepts(other.facts[there]) { state.facts[place] = other.facts[there] }
    }
    return state
  }
}
