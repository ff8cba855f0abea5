import { expect, test } from 'vitest'
import { readSignals } from '../style/style-signals.ts'
import { planRewriting } from './rewrite-plan.ts'

const options = { strength: 'light', tone: null, language: 'en', freeze: [], voice: [] } as const

test('the same opening as the sentence before doesn’t justify a rewrite alone', () => {
  const text = 'She sold bread to the whole street. She kept the shop open until noon.'
  const reading = readSignals(text, 'en')
  expect(reading.sentences[1]!.reasons).toEqual(['same opening as the sentence before: “She”'])
  const plan = planRewriting(text, reading, { ...options, freeze: [], voice: [] }, true)
  expect(plan.units[1]!.selected).toBe(false)
})
