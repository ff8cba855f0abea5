import { useEffect, useMemo, useState } from 'react'
import type { ScoreTarget } from '../../contract.ts'

type Rules = {
  findCovered: typeof import('../../rules/briefing/covered-headings.ts').findCovered
  getTerms: typeof import('../../rules/scoring/text-terms.ts').getTerms
}

/** For each heading of the ranking pages, whether a heading of the document covers it. Null until the rules are loaded. */
export function useCoveredHeadings(target: ScoreTarget | null, own: readonly { text: string }[]): boolean[] | null {
  const [rules, setRules] = useState<Rules | null>(null)
  const isNeeded = target !== null && target.page_headings.length > 0
  useEffect(() => {
    if (!isNeeded) return
    let unmounted = false
    Promise.all([import('../../rules/briefing/covered-headings.ts'), import('../../rules/scoring/text-terms.ts')]).then(
      ([{ findCovered }, { getTerms }]) => unmounted || setRules({ findCovered, getTerms }),
      // Without the rules, no heading is marked as covered.
      () => undefined,
    )
    return () => {
      unmounted = true
    }
  }, [isNeeded])
  const texts = own.map(({ text }) => text).join('\n')
  return useMemo(() => {
    if (!rules || !target) return null
    return rules.findCovered(
      target.page_headings.map(({ text }) => text),
      texts === '' ? [] : texts.split('\n'),
      target.keywords[0] ?? '',
      rules.getTerms(target.language),
    )
  }, [rules, target, texts])
}
