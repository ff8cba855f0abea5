/** Days as `YYYY-MM-DD`. Search Console counts them in Pacific time. */

const dayMs = 86_400_000

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Today in Pacific time. */
export const getPacificDay = (now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' }).format(now)

export type DayRange = { from: string; to: string }

/** The months of the 16 that Search Console keeps, oldest first. The first and the last may be cut. */
export function getMonths(today: string, count = 16): DayRange[] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const first = new Date(Date.UTC(year, month - 1 - count, Number(today.slice(8)))).toISOString().slice(0, 10)
  return Array.from({ length: count + 1 }, (_, index) => {
    const start = new Date(Date.UTC(year, month - 1 - count + index, 1)).toISOString().slice(0, 10)
    const end = new Date(Date.UTC(year, month - count + index, 0)).toISOString().slice(0, 10)
    return { from: start < first ? first : start, to: end > today ? today : end }
  }).filter(({ from, to }) => from <= to)
}
