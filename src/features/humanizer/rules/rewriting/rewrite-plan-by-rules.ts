/** Rewrites the sentences of a plan without an AI model. Loads the tagger, so it runs in a worker thread. */
import type { Sentence } from '../../contract.ts'
import { compareFacts, type FactOptions } from './facts/compare-facts.ts'
import { describeChange } from './facts/validate-rewrite.ts'
import type { RewriteOptions, RewritePlan, Unit } from './rewrite-plan.ts'
import { rewriteByRules } from './rewrite-rules.ts'
import { toUnchanged, whole } from './rewritten-unit.ts'

export function* rewriteByPlan(plan: RewritePlan, options: RewriteOptions): Generator<Sentence> {
  const facts: FactOptions = { language: options.language, freeze: options.freeze }
  let opening = ''
  let paragraph = -1
  for (const [index, unit] of plan.units.entries()) {
    if (unit.paragraph !== paragraph) opening = ''
    paragraph = unit.paragraph
    const sentence = unit.selected || unit.held ? decide(index, unit) : toUnchanged(index, unit, [])
    opening = /^\W*([\p{L}'’]+)/u.exec(sentence.rewritten.slice(unit.lead.length))?.[1] ?? ''
    yield sentence
  }

  function decide(index: number, unit: Unit): Sentence {
    const { text, reasons } = rewriteByRules(unit.joined?.text ?? unit.body, {
      strength: options.strength,
      register: plan.register,
      contracts: plan.contracts,
      facts,
      previousOpening: opening,
    })
    const why = [...(unit.joined ? [unit.joined.reason] : []), ...reasons]
    if (why.length === 0 || text === unit.body) return toUnchanged(index, unit, [])
    if (unit.held) return toUnchanged(index, unit, [unit.held])
    const change = describeChange(compareFacts(unit.body, text, facts))
    if (change !== null) return toUnchanged(index, unit, [`${change} Original kept.`])
    return { index, original: unit.original, rewritten: whole(unit, text), reasons: why, kept: false }
  }
}
