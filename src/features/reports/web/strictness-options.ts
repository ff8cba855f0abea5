import type { Strictness } from '../contract.ts'

/** How closely keywords of one topic must be related, and what each choice makes. */
export const strictnessOptions: { value: Strictness; label: string; line: string }[] = [
  { value: 'loose', label: 'Loose', line: 'Fewer, larger topics: keywords with something in common share a topic.' },
  { value: 'balanced', label: 'Balanced', line: 'Keywords that one page can cover share a topic.' },
  { value: 'strict', label: 'Strict', line: 'More, smaller topics: only close variants share a topic.' },
]
