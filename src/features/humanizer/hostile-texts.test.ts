import { expect, test } from 'vitest'
import { builtinEdit } from '#features/ai-content/builtin-edit.ts'
import { findClaims } from '#features/ai-content/claims.ts'
import { AppError } from '#kit/errors.ts'
import { compareFacts } from './compare-facts.ts'
import { maxTextLength } from './contract.ts'
import { planRewriting } from './rewrite-plan.ts'
import { readSignals } from './style-signals.ts'

const options = { strength: 'strong', tone: null, language: 'en', freeze: [], voice: [] } as const

/** Those are read where everybody else's calls are answered. */
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
])('a text of nothing but %s holds nobody up', (_name, unit) => {
  const text = unit.repeat(Math.ceil(maxTextLength / unit.length)).slice(0, maxTextLength)
  const before = process.threadCpuUsage()
  planRewriting(text, readSignals(text, 'en'), { ...options, freeze: [], voice: [] }, true)
  compareFacts(text, `${text} x`, { language: 'en' })
  findClaims(text, [], 'en')
  try {
    builtinEdit('shorten', text, 'en')
  } catch (error) {
    // Nothing in it can be left out.
    expect(error).toBeInstanceOf(AppError)
  }
  const { user, system } = process.threadCpuUsage(before)
  // Some took ten seconds once. What the processor spent on it, for others may be waiting for it too.
  expect((user + system) / 1000).toBeLessThan(1500)
})
