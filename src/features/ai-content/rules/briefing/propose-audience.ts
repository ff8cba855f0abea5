import type { intents, Row } from '#features/reports/contract.ts'
import type { BriefingProposal } from '../../contract.ts'

const texts: Record<(typeof intents)[number], (main: string) => string> = {
  informational: (main) => `People who want to learn about ${main}`,
  commercial: (main) => `People comparing options for ${main} before they buy`,
  transactional: (main) => `People who are ready to buy or order ${main}`,
  navigational: (main) => `People looking for a specific brand or site for ${main}`,
  local: (main) => `People looking for ${main} nearby`,
}

/** The readers behind the most common search intent of the keywords. */
export function proposeAudience(rows: readonly Pick<Row, 'intent'>[], main: string): BriefingProposal['audience'] {
  const counts = new Map<(typeof intents)[number], number>()
  for (const { intent } of rows) if (intent) counts.set(intent.main, (counts.get(intent.main) ?? 0) + 1)
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  if (!most || main === '') return { text: null, intent: null, keywords: 0, known, reason: 'no_intents' }
  return { text: texts[most[0]](main), intent: most[0], keywords: most[1], known, reason: null }
}
