/**
 * Holm’s step-down correction of several p values: rejecting those at or below 5% has at most a 5% chance of any wrong one, however
 * they depend on each other. S. Holm, “A simple sequentially rejective multiple test procedure”, Scand. J. Statist. 6 (1979) 65–70.
 */
export function adjustByHolm(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((a, b) => values[a]! - values[b]!)
  const adjusted = new Array<number>(values.length)
  let highest = 0
  for (const [rank, at] of order.entries()) {
    highest = Math.max(highest, Math.min(1, (values.length - rank) * values[at]!))
    adjusted[at] = highest
  }
  return adjusted
}
