import { z } from 'zod'

/** Sections of the glossary page, in their order. */
export const glossaryGroups = ['keywords', 'reports', 'listeners', 'content', 'plans'] as const

const sentence = z.string().regex(/^\S.*[.)]$/s, 'must be one or more sentences')

export const glossaryEntry = z.strictObject({
  /** The entry's anchor on /docs/glossary. Tooltips link to it: never rename one. */
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  term: z.string().min(2).max(40),
  /** What screens call it for short. */
  short: z.string().min(2).max(20).optional(),
  group: z.enum(glossaryGroups),
  meaning: sentence,
  /** How it's computed. */
  computed: sentence,
  /** Who supplies or computes it. */
  source: sentence,
  /** What it can't tell. */
  limits: sentence,
})
export type GlossaryEntry = z.output<typeof glossaryEntry>
