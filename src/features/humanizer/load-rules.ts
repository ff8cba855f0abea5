import type { RewriteOptions } from './rules/rewriting/rewrite-plan.ts'

/** The rules with their word lists and language model, which take 18 MB of memory. */
export type Rules = Awaited<ReturnType<typeof load>>

let rules: Promise<Rules> | null = null

/** Loaded when the humanizer is first opened. */
export function loadRules(): Promise<Rules> {
  rules ??= load().catch((error) => {
    rules = null
    throw error
  })
  return rules
}

async function load() {
  const [{ readSignals, threshold }, { planRewriting }, { rewriteByModel }, { checkFacts }] = await Promise.all([
    import('./rules/style/style-signals.ts'),
    import('./rules/rewriting/rewrite-plan.ts'),
    import('./rules/rewriting/rewrite-text.ts'),
    import('./rules/rewriting/facts/check-facts.ts'),
  ])
  // Compiles patterns before the first text.
  const text = 'Moreover, it is important to note that a name such as Ada, a day such as 3 May 2021 and 12% stay.'
  const options: RewriteOptions = { strength: 'strong', tone: null, language: 'en', freeze: ['Ada'], voice: [] }
  const plan = planRewriting(text, readSignals(text, 'en'), options, true)
  checkFacts(
    plan.units.map(({ original }) => ({ original, rewritten: 'A name.' })),
    { language: 'en' },
  )
  return { readSignals, threshold, planRewriting, rewriteByModel, checkFacts }
}
