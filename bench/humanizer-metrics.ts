/** Figures of a score that should be high for one side. */

/** Area under the ROC curve: how often one of `high` is above one of `low`; ties count half. */
export function auc(high: number[], low: number[]): number {
  const sorted = [...low].sort((a, b) => a - b)
  let sum = 0
  for (const value of high) sum += (below(sorted, value, false) + below(sorted, value, true)) / 2
  return sum / (high.length * low.length)
}

/** The share at a limit or above it. */
export function rateAbove(values: number[], limit: number): number {
  return values.filter((value) => value >= limit).length / values.length
}

function below(sorted: number[], value: number, orSame: boolean): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (orSame ? sorted[middle]! <= value : sorted[middle]! < value) from = middle + 1
    else to = middle
  }
  return from
}
