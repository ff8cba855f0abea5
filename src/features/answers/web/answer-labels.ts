import { formatPercent, plural } from '#ui/format/format.ts'
import { countryName, languageName } from '#web/components/locales.ts'
import type { AnswerWatch, EngineId, ListedWatch } from '../contract.ts'

export const watchHref = (id: string) => `/app/answers/${id}`

export const getLines = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]

/** "Fernway, fernway.example": a name, then its websites. One competitor per line. */
export const getCompetitors = (text: string) =>
  getLines(text).map((each) => {
    const [name = '', ...domains] = each.split(',').map((part) => part.trim())
    return { name, domains: domains.filter(Boolean) }
  })

/** Whole percent: an interval has no use for more digits. */
export const formatShare = (share: number) => formatPercent(Math.round(share * 100) / 100)

/** "18–57%" */
export const formatInterval = (low: number, high: number) => `${Math.round(low * 100)}–${Math.round(high * 100)}%`

export const shortEngineNames: Record<EngineId, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Gemini',
  perplexity: 'Perplexity',
  dataforseo_chatgpt: 'ChatGPT (DataForSEO)',
  dataforseo_gemini: 'Gemini (DataForSEO)',
  google_ai_overview: 'AI Overview',
}

export const describeWatch = ({ country, language, prompt_count, engines, runs }: AnswerWatch) =>
  `${countryName(country)} · ${languageName(language)} · ${prompt_count} ${prompt_count === 1 ? 'prompt' : 'prompts'} × ${engines.length} ${engines.length === 1 ? 'engine' : 'engines'} × ${runs} ${runs === 1 ? 'run' : 'runs'}`

type Result = NonNullable<ListedWatch['result']>

/** "Mentioned in 34% of answers (18–52%)", or why there is no share. */
export function describeShare({ mentioned: { share, low, high }, failed }: Result): string {
  if (share === null)
    return `No answers to count in the latest run${failed > 0 ? `: ${plural(failed, 'failed run')}` : ''}`
  return `Mentioned in ${formatShare(share)} of answers${low === null || high === null ? '' : ` (${formatInterval(low, high)})`}`
}

/** "+6 points, within noise": the change against the run before, and whether chance explains it. */
export function describeChange({ change, period }: Result): string {
  if (change === null) return period === 1 ? 'first run' : 'not comparable with the run before'
  const points = Math.round(change.difference * 100)
  const verdict = { moved: 'changed', within_noise: 'within noise', too_few_runs: 'too few prompts to rule out chance' }
  // A change that rounds to nothing has no direction.
  const sign = points === 0 ? '' : points > 0 ? '+' : '−'
  return `${sign}${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}, ${verdict[change.verdict]}`
}

/** Host and path. Engines that cite over a redirect don’t tell the page. */
export function getPageLabel(url: string): string {
  const address = URL.parse(url)
  if (!address || address.hostname === 'vertexaisearch.cloud.google.com') return 'page not given by the engine'
  return `${address.hostname.replace(/^www\./, '')}${address.pathname === '/' ? '' : address.pathname}`
}
