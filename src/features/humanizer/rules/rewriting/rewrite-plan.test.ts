import { expect, test } from 'vitest'
import { readSignals, threshold } from '../style/style-signals.ts'
import { planRewriting } from './rewrite-plan.ts'

const options = { strength: 'light', tone: null, language: 'en', freeze: [], voice: [] } as const

test('the same opening as the sentence before doesn’t justify a rewrite alone', () => {
  const text = 'She sold bread to the whole street. She kept the shop open until noon.'
  const reading = readSignals(text, 'en')
  expect(reading.sentences[1]!.reasons).toEqual(['same opening as the sentence before: “She”'])
  const plan = planRewriting(text, reading, { ...options, freeze: [], voice: [] }, true)
  expect(plan.units[1]!.selected).toBe(false)
})

const stock =
  `In today's fast-paced world, many people spend eight hours a day at a desk. It is important to note that sitting for long
periods strains the lower back. Furthermore, a chair without lumbar support makes the problem worse. We tested six desks for three weeks
in our office in Leeds, and Anna measured the noise of each motor at night. However, her cat slept through it all. In conclusion, a desk
that moves is a good start, but the habit of getting up matters more than the furniture you buy.`.replaceAll('\n', ' ')
const plain =
  `My gran kept bees behind the coal shed. I hated them, mostly because Dad made me carry the smoker! One July a swarm settled on
the washing line, and she walked straight up in her slippers, humming, and shook it into a bucket. Nobody got stung. Well, the cat did. He
sulked under the sideboard till Tuesday with his nose out like a radish, and Gran fed him sardines from her own fork. I asked her once
why she never wore gloves, and she said you can't feel them with gloves on.`.replaceAll('\n', ' ')

test.for(['light', 'balanced'] as const)(
  'below the threshold, %s picks the sentences with a stock phrase',
  (strength) => {
    const reading = readSignals(stock, 'en')
    expect(reading.score).toBeLessThan(threshold)
    const plan = planRewriting(stock, reading, { ...options, strength, freeze: [], voice: [] }, true)
    expect(plan.units.map(({ selected }) => selected)).toEqual([true, true, true, false, false, true])
    expect(plan.notice).toBe(
      `The style score is ${reading.score} of 100, below 80, so only sentences with a stock phrase are rewritten. Choose “Strong” to rewrite the others too.`,
    )
  },
)

test('a text below the threshold without stock phrases is left alone, and strong reads it all', () => {
  const reading = readSignals(plain, 'en')
  const balanced = planRewriting(plain, reading, { ...options, strength: 'balanced', freeze: [], voice: [] }, true)
  expect(balanced.units.some(({ selected }) => selected)).toBe(false)
  expect(balanced.notice).toMatch(/no sentence has a stock phrase, so nothing was changed/)
  const strong = planRewriting(plain, reading, { ...options, strength: 'strong', freeze: [], voice: [] }, true)
  expect(strong.units.every(({ selected }) => selected)).toBe(true)
  expect(strong.notice).toBeNull()
})
