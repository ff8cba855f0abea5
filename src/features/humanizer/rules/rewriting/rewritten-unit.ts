/** What becomes of one sentence of a plan. */
import type { Sentence } from '../../contract.ts'
import type { Unit } from './rewrite-plan.ts'

export const whole = ({ lead, trail }: Unit, body: string) => lead + body + trail

export const toUnchanged = (index: number, { original }: Unit, reasons: string[]): Sentence => ({
  index,
  original,
  rewritten: original,
  reasons,
  kept: true,
})
