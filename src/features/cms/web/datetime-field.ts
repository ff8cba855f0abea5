/** An ISO time as the value of a `datetime-local` field, in the browser's time zone, to the minute. */
export function toLocalField(iso: string | null): string {
  if (!iso) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The ISO time of a `datetime-local` value; null when empty. */
export const fromLocalField = (value: string): string | null => (value ? new Date(value).toISOString() : null)

/** Tomorrow at 9:00 in the browser's time zone, as an ISO time. */
export function tomorrowMorning(): string {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(9, 0, 0, 0)
  return at.toISOString()
}

/** "Coffee, cold brew," → ["Coffee", "cold brew"] */
export const getTags = (line: string) =>
  line
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
