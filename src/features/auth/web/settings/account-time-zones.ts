/** A time zone as the list shows it: `label` is “Lisbon, Europe”, `offset` “UTC+1”. */
export type ZoneChoice = { zone: string; label: string; offset: string }

/** Some browsers use outdated names of zones. */
const renamed: Record<string, string> = {
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** "America/Argentina/Buenos_Aires" → "Buenos Aires, Argentina, America". */
export const toZoneLabel = (zone: string) =>
  (renamed[zone] ?? zone).split('/').reverse().join(', ').replaceAll('_', ' ')

/** "UTC+5:30" of a zone at a moment; "UTC" at zero. */
export function getOffset(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  return name.replace(/^GMT(\+0$)?/, 'UTC').replace('-', '−')
}

/** Every zone this browser knows, sorted by label. */
export function zoneChoices(at: Date): ZoneChoice[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
    .map((zone) => ({ zone, label: toZoneLabel(zone), offset: getOffset(zone, at) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}
