import { sourceLabel } from '../../keyword-labels.ts'

/** A source in one or two letters, told apart from all others. */
const marks: Record<string, string> = {
  google_suggest: 'G',
  bing_suggest: 'B',
  duckduckgo_suggest: 'D',
  youtube_suggest: 'Y',
  wikipedia: 'W',
  stackexchange: 'S',
  reddit: 'R',
  searxng: 'SX',
  dataforseo: 'DF',
  dataforseo_serp: 'DS',
  dataforseo_ideas: 'DI',
  dataforseo_volumes: 'DV',
  dataforseo_trends: 'DT',
  serpapi: 'SA',
  serper: 'SE',
  imported: 'IM',
  patterns: 'T',
  sample: 'EX',
}

export const getSourceMark = (id: string) => marks[id] ?? id.slice(0, 2).toUpperCase()

/** "G Google · D DuckDuckGo": what the letters of these sources stand for. */
export const getSourceLegend = (ids: Iterable<string>) =>
  [...new Set(ids)]
    .map((id) => `${getSourceMark(id)} ${sourceLabel(id)}`)
    .sort()
    .join(' · ')
