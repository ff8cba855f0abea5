const shares = ['', 'A quarter', 'Half', 'Three quarters']

/** What to say when the text reaches another quarter of its goal. Null if it doesn't. `last`: quarters before. */
export function reachedQuarter(last: number, words: number, goal: number): string | null {
  const quarters = Math.floor((4 * words) / goal)
  if (quarters <= last || quarters === 0) return null
  if (last >= 4) return null
  const target = goal.toLocaleString('en')
  return quarters >= 4 ? `Word goal of ${target} reached.` : `${shares[quarters]} of ${target} words written.`
}
