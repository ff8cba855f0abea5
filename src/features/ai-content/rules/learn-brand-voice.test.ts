import { expect, test } from 'vitest'
import { getLanguage, learnVoice } from './learn-brand-voice.ts'

const casual = `You don't need much. It's just coffee, and you've got a jar. However, don't rush it — that's where things go wrong. Why rush anyway?

Grind it. Pour it. Wait. However, if you can't wait, that's okay: drink it early. You'll get something a bit thinner, and it isn't bad at all. Don't tell your friends, though.`

const formal = `The extraction of coffee in cold water is governed by the solubility of its compounds. Consequently, the resulting beverage contains fewer of the acids that are associated with hot preparation. It is not established that this difference is of clinical relevance.

The temperature of the water is not the only factor. Moreover, the duration of the extraction has been shown to influence the concentration of caffeine; it does not, however, influence the pH to a comparable degree. It is therefore advisable to measure both.`

test('recognizes a casual voice', () => {
  const { traits, words } = learnVoice([casual])
  expect(words).toBeGreaterThan(50)
  expect(traits).toContainEqual(expect.stringMatching(/^Sentences average \d+ words and vary/))
  expect(traits).toContainEqual(expect.stringMatching(/^Uses contractions \(\d+% of the places/))
  expect(traits).toContainEqual(expect.stringMatching(/^Speaks to the reader directly/))
  expect(traits).toContainEqual(expect.stringMatching(/“however” \(2 of/))
  expect(traits).toContainEqual(expect.stringMatching(/^Asks questions/))
  expect(traits).toContainEqual(expect.stringMatching(/very short sentences/))
})

test('recognizes a formal voice', () => {
  const { traits } = learnVoice([formal])
  expect(traits).toContain('Writes words out: no contractions.')
  expect(traits).toContain('Formal in its choice of words.')
  expect(traits).toContain('Impersonal: neither the writer nor the reader appears.')
  const grade = Number(/grade (\d+)/.exec(traits.join())![1])
  expect(grade).toBeGreaterThan(Number(/grade (\d+)/.exec(learnVoice([casual]).traits.join())![1]))
})

test('headings, lists and bold text become traits', () => {
  const { traits } = learnVoice([
    `## How It Is Made Today\n\n${casual}\n\n- one item\n- another item\n- a third\n\n## What Comes After That\n\n${casual}\n\n## Where People Keep It\n\n**Bold** and **bolder** and **boldest**.`,
  ])
  expect(traits).toContainEqual(expect.stringMatching(/^Divides text with headings, one for about \d+ words/))
  expect(traits).toContain('Writes headings in title case.')
  expect(traits).toContain('Uses lists (3 items in the samples).')
  expect(traits).toContainEqual(expect.stringMatching(/^Sets key words in bold/))
})

test('other languages get no traits that apply to English only', () => {
  const german =
    'Der Kaffee wird mit kaltem Wasser angesetzt und über Nacht stehen gelassen. Wenn Sie ihn verdünnen, hält er nicht so lange. Wir empfehlen Ihnen, die Kanne zu schließen. Unsere Kannen sind aus Glas und lassen sich leicht reinigen.'
  const { traits } = learnVoice([german])
  expect(getLanguage(german)).toBe('de')
  expect(traits).toContain('Addresses readers formally, as “Sie”.')
  expect(traits).toContainEqual(expect.stringMatching(/^Speaks as “we”/))
  expect(traits.join(' ')).not.toMatch(/contraction|grade|Formal|Casual/)
  const japanese = learnVoice([
    '水出しコーヒーは冷たい水で作ります。一晩おいておきます。とてもまろやかです。七日ほど保存できます。',
  ])
  expect(japanese.traits[0]).toMatch(/^Sentences average \d+ characters/)
  expect(japanese.traits.join(' ')).not.toMatch(/contraction|grade|person|Impersonal/)
})

test('a text that is too short has no traits', () => {
  expect(learnVoice(['Hello there.'])).toEqual({ traits: [], words: 2 })
  expect(learnVoice([])).toEqual({ traits: [], words: 0 })
})
