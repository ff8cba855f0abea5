/**
 * Benjamini and Hochberg (1995): which of these p values to call, so that at most `rate` of the calls are expected to be false. Returns
 * whether each is called.
 */
export function controlFalseDiscovery(pValues: readonly number[], rate: number): boolean[] {
  const order = pValues.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p)
  const last = order.findLastIndex(({ p }, index) => p <= (rate * (index + 1)) / order.length)
  const called = new Array<boolean>(pValues.length).fill(false)
  for (const { at } of order.slice(0, last + 1)) called[at] = true
  return called
}
