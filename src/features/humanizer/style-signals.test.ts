import { expect, test } from 'vitest'
import { minWords, readSignals, threshold } from './style-signals.ts'

// Both written for this test.
const machine =
  `In today's fast-paced digital world, effective communication plays a crucial role in fostering meaningful
connections, building trust, and driving innovation. Moreover, it is important to note that organizations are increasingly leveraging
innovative technologies to enhance collaboration, streamline processes, and unlock new opportunities, ensuring a seamless experience
for all stakeholders. Furthermore, a comprehensive approach not only empowers individuals but also cultivates a vibrant culture of
growth, highlighting the importance of resilience in the face of unprecedented challenges. Additionally, leaders must navigate the
complexities of a rapidly evolving landscape, showcasing a profound commitment to sustainability. Ultimately, this journey serves as a
testament to the transformative power of collaboration, paving the way for a brighter and more inclusive future.`.replaceAll(
    '\n',
    ' ',
  )

const plain =
  `My name is Anna. I live in a small town near the sea. I have two brothers. We have a dog and his name is Max. Every
day I get up at seven. I drink tea and eat bread with jam. Then I go to work by bus. The bus is often late. Last Monday it did not
come at all, so I walked. It rained and I got wet. My boss was not angry. She gave me a towel and we laughed. In the evening I cook
for my family. My husband likes fish but I do not. On Sunday we visit my mother. She is eighty and she lives alone. We bring her cake.
She tells us the same stories and we listen. I want to learn better English because my daughter lives in Leeds now. I will visit her in
May. I am a little afraid of the plane.`.replaceAll('\n', ' ')

test('prose full of stock phrases reads machine-made, and every part says what was counted', () => {
  const reading = readSignals(machine, 'en')
  expect(reading.verdict).toBe('machine')
  expect(reading.score).toBeGreaterThanOrEqual(threshold)
  expect(reading.signals.map(({ id }) => id)).toEqual([
    'rhythm',
    'vocabulary',
    'structure',
    'punctuation',
    'specificity',
    'predictability',
  ])
  const vocabulary = reading.signals[1]!
  expect(vocabulary.score).toBeGreaterThan(80)
  expect(vocabulary.note).toMatch(/^\d+ stock phrases, \d+ hedges?, \d+ inflated words/)
  expect(reading.signals[2]!.note).toContain('4 sentences starting with a connector')
  for (const { examples } of reading.signals)
    for (const { text, start, end } of examples) expect(text).toBe(machine.slice(start, end))
  expect(vocabulary.examples.length).toBeGreaterThan(0)
})

test('sentences are scored each, in their places, with reasons', () => {
  const { sentences } = readSignals(machine, 'en-GB')
  expect(sentences).toHaveLength(5)
  for (const { start, end } of sentences) expect(machine.slice(start, end)).toMatch(/^[A-Z].*\.$/)
  expect(sentences[0]!.reasons).toContain('stock phrase: “plays a crucial role”')
  expect(sentences[1]!.reasons).toContain('opens with a connector: “Moreover”')
  const own = readSignals(plain, 'en').sentences
  const mean = (scores: { score: number }[]) => scores.reduce((sum, { score }) => sum + score, 0) / scores.length
  expect(mean(sentences)).toBeGreaterThan(mean(own) + 20)
})

test('a plain style of short sentences is not held against its writer', () => {
  const reading = readSignals(plain, 'en')
  expect(reading.words).toBeGreaterThan(minWords)
  expect(reading.verdict).toBe('human')
})

test('short texts and other languages get signals and no verdict, and the note says why', () => {
  const short = readSignals(machine.slice(0, 300), 'en')
  expect(short.words).toBeLessThan(minWords)
  expect([short.verdict, short.note]).toEqual(['unclear', expect.stringContaining('At least 80 words')])
  const german = readSignals('Das ist ein Satz, der etwas sagt. '.repeat(40), 'de')
  expect(german.verdict).toBe('unclear')
  expect(german.signals.map(({ id }) => id)).toEqual(['rhythm', 'structure', 'punctuation'])
  expect(german.note).toContain('no verdict')
})

test('what holds no word is read without a number that is none', () => {
  for (const text of ['', '   \n', '!!! — …', '1.', '😀😀', 'a', '\ud800']) {
    const reading = readSignals(text, 'en')
    expect(JSON.stringify(reading)).not.toMatch(/null|NaN/)
    expect(reading.verdict).toBe('unclear')
  }
})
