import { type PaidCall, SourceError, type Spending } from '#providers/search-data/port.ts'

/** A plan of calls in this process's memory: for work that lives and ends with one request. */
export function createPlannedSpending(planned: readonly PaidCall[]): Spending & { spentUsd(): number } {
  const left = planned.map((call) => ({ ...call }))
  let spent = 0
  return {
    spentUsd: () => Math.round(spent * 1e6) / 1e6,
    async reserve(call) {
      const line = left.find(
        ({ source, endpoint, calls, usd }) =>
          source === call.source && endpoint === call.endpoint && calls >= call.calls && usd >= call.usd - 1e-9,
      )
      if (!line)
        throw new SourceError(
          call.source,
          'unplanned',
          'A request may have been charged although no response arrived. It isn’t repeated automatically. Try again.',
        )
      line.calls -= call.calls
      line.usd -= call.usd
      spent += call.usd
      return {
        async settle(usd) {
          spent += usd - call.usd
          line.usd += call.usd - usd
          if (usd === 0) line.calls += call.calls
        },
      }
    },
  }
}
