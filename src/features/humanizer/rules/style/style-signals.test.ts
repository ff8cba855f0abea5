import { expect, test } from 'vitest'
import { minWords, readSignals, threshold } from './style-signals.ts'

// Both texts were written for this test.
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

test('prose full of stock phrases is classified as machine-written, and every signal explains its score', () => {
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

test('each sentence has a score with reasons and its position', () => {
  const { sentences } = readSignals(machine, 'en-GB')
  expect(sentences).toHaveLength(5)
  for (const { start, end } of sentences) expect(machine.slice(start, end)).toMatch(/^[A-Z].*\.$/)
  expect(sentences[0]!.reasons).toContain('stock phrase: “plays a crucial role”')
  expect(sentences[1]!.reasons).toContain('opens with a connector: “Moreover”')
  const own = readSignals(plain, 'en').sentences
  const mean = (scores: { score: number }[]) => scores.reduce((sum, { score }) => sum + score, 0) / scores.length
  expect(mean(sentences)).toBeGreaterThan(mean(own) + 20)
})

test('a plain style of short sentences is classified as human', () => {
  const reading = readSignals(plain, 'en')
  expect(reading.words).toBeGreaterThan(minWords)
  expect(reading.verdict).toBe('human')
})

test('short texts and other languages have signals but no verdict, and a note says why', () => {
  const short = readSignals(machine.slice(0, 300), 'en')
  expect(short.words).toBeLessThan(minWords)
  expect([short.verdict, short.note]).toEqual(['unclear', expect.stringContaining('At least 80 words')])
  const german = readSignals('Das ist ein Satz, der etwas sagt. '.repeat(40), 'de')
  expect(german.verdict).toBe('unclear')
  expect(german.signals.map(({ id }) => id)).toEqual(['rhythm', 'structure', 'punctuation'])
  expect(german.note).toContain('no verdict')
})

test('a text without words has no NaN or null in its result', () => {
  for (const text of ['', '   \n', '!!! — …', '1.', '😀😀', 'a', '\ud800']) {
    const reading = readSignals(text, 'en')
    expect(reading.scales.map(({ score }) => score)).toEqual([null, null, null])
    expect(JSON.stringify({ ...reading, scales: [] })).not.toMatch(/null|NaN/)
    expect(reading.verdict).toBe('unclear')
  }
})

test('invisible characters and look-alike letters change no score, and are a signal of their own', () => {
  const edited = machine.replace(/communication/g, 'communi\u200bcation').replace(/innovation/g, 'innоvаtion')
  const [before, after] = [readSignals(machine, 'en'), readSignals(edited, 'en')]
  expect([after.score, after.words]).toEqual([before.score, before.words])
  expect(after.signals.slice(0, 6).map(({ score }) => score)).toEqual(before.signals.map(({ score }) => score))
  const hidden = after.signals[6]!
  expect(hidden).toMatchObject({ id: 'hidden', label: 'Hidden characters' })
  expect(hidden.note).toMatch(/^1 invisible character and 2 letters of other alphabets that look Latin\./)
  expect(hidden.examples[0]!.text).toBe('communi\u200bcation')
  for (const { examples } of after.signals)
    for (const { text, start, end } of examples) expect(text).toBe(edited.slice(start, end))
  for (const { start, end } of after.sentences) expect(edited.slice(start, end)).toMatch(/^[A-Z].*\.$/)
})
