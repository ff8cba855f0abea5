import type { Decay, Outcome } from '../contract.ts'

export const causeLabels = { position: 'Position', ctr: 'CTR', demand: 'Demand' } as const satisfies Record<
  keyof Decay['causes'],
  string
>

/** What to do about it. */
export const causeAdvice = {
  position: 'Other pages rank above it now. A refresh can help.',
  ctr: 'People see it and click something else. Look at its title and snippet.',
  demand: 'Fewer people search for it. A rewrite won’t bring them back.',
} as const satisfies Record<keyof Decay['causes'], string>

export const actionLabels = {
  published: 'Published',
  refreshed: 'Refreshed',
  linked: 'Added internal links to',
  retitled: 'Rewrote title of',
} as const satisfies Record<Outcome['action'], string>

export const verdictLabels = {
  gained: 'gained',
  lost: 'lost',
  unclear: 'unclear',
  too_early: 'too early',
} as const satisfies Record<Outcome['verdict'], string>
