import { expect, test } from 'vitest'
import { builtinEdit } from '#features/ai-content/rules/builtin-writer/builtin-edit.ts'
import { findClaims } from '#features/ai-content/rules/scoring/claims.ts'
import { AppError } from '#kit/errors.ts'
import { maxTextLength } from '../../contract.ts'
import { readSignals } from '../style/style-signals.ts'
import { compareFacts } from './facts/compare-facts.ts'
import { planRewriting } from './rewrite-plan.ts'

const options = { strength: 'strong', tone: null, language: 'en', freeze: [], voice: [] } as const

/** These functions run on the event loop of the API. */
test.each([
  ['a', 'a'],
  ['letters and hyphens', 'a-'],
  ['domains', 'a.'],
  ['figures', '1-'],
  ['code marks', '`'],
  ['opened quotations', '„'],
  ['opened brackets', '['],
  ['opened links', ']( "'],
  ['blanks in a link', '](   '],
  ['opened tags', '<a'],
  ['line breaks', '\n'],
  ['rows of a table', '|\n'],
  ['list items', 'x\n- '],
  ['quoted lines', '\n> '],
  ['tabs', '\t'],
  ['initials', 'S. '],
  ['one sign and its mark', '猫。'],
])('a text of nothing but %s takes less than 1.5 s of CPU time', (_name, unit) => {
  const text = unit.repeat(Math.ceil(maxTextLength / unit.length)).slice(0, maxTextLength)
  const before = process.threadCpuUsage()
  planRewriting(text, readSignals(text, 'en'), { ...options, freeze: [], voice: [] }, true)
  compareFacts(text, `${text} x`, { language: 'en' })
  findClaims(text, [], 'en')
  try {
    builtinEdit('shorten', text, 'en')
  } catch (error) {
    // There is nothing to shorten.
    expect(error).toBeInstanceOf(AppError)
  }
  const { user, system } = process.threadCpuUsage(before)
  // Regression: some took ten seconds. Measures CPU time, because other tests may be running.
  expect((user + system) / 1000).toBeLessThan(1500)
})
