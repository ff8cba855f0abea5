import type { ImportKind } from '../contract.ts'

/** Files of how one's own site performed in search. Other vendors' clicks are paid, or estimates for all sites. */
export const performanceKinds: ReadonlySet<ImportKind> = new Set([
  'search_console',
  'google_analytics',
  'bing_webmaster',
] satisfies ImportKind[])
