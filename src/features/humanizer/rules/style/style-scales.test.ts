import { expect, test } from 'vitest'
import { scaleRanks } from './style-scale-ranks.ts'
import { toRank } from './style-scales.ts'
import { readSignals } from './style-signals.ts'

test('a rank rises with the evidence and never reaches 0 or 100', () => {
  const { wording } = scaleRanks.english
  const ranks = [-40, -20, -9, -6, -3, 0, 3, 6, 9, 20, 40].map((value) => toRank(value, wording))
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
  expect(new Set(ranks).size).toBe(ranks.length)
  expect(ranks[0]).toBeGreaterThan(0)
  expect(ranks.at(-1)).toBeLessThan(100)
})

test('a plainer wording lowers the scale of wording and leaves rhythm and structure', () => {
  const inflated =
    'We delve into the realm of tea. It is a pivotal and seamless way to foster calm. You boil the water first. You pour it on the leaves. You wait for three minutes. Then you drink it. Green leaves want cooler water than black ones, and a pot keeps them warm. People have made it this way for centuries, in kitchens and on trains. Nobody needs a thermometer for it: small bubbles at the bottom of the pan mean that the water is right. When the leaves have sunk, the cup is ready, and a second one tastes almost as good as the first.'
  const plain = inflated
    .replace('delve into the realm of', 'look into the art of')
    .replace('a pivotal and seamless way to foster', 'an old and easy way to find')
  const [before, after] = [inflated, plain].map((text) =>
    Object.fromEntries(readSignals(text, 'en').scales.map(({ id, score }) => [id, score])),
  )
  expect(after!.wording).toBeLessThan(before!.wording!)
  expect(after!.rhythm).toBe(before!.rhythm)
})

test('a short text has no scales, and other languages no wording', () => {
  expect(readSignals('Tea is hot.', 'en').scales.map(({ score }) => score)).toEqual([null, null, null])
  expect(readSignals('Tee ist heiß.', 'de').scales.map(({ id }) => id)).toEqual(['rhythm', 'structure'])
})
