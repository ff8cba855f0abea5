/** A time as people write it, in the browser's time zone. */
export const formatDateTime = (iso: string) =>
  new Date(iso).toLocaleString('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** The name of the browser's time zone. */
export const getTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
