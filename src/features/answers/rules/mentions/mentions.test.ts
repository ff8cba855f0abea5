import { expect, test } from 'vitest'
import evaluationSet from './evaluation-set.json' with { type: 'json' }
import { type Brand, findMentions, getListPosition, quoteSentence } from './find-mentions.ts'
import { readBrand } from './read-answer.ts'

const oak = { name: 'Hollow Oak Coffee', aliases: ['Hollow Oak'], domains: ['hollowoak.example'] }

test('precision and recall on the labeled set, common words included', () => {
  const brands = new Map((evaluationSet.brands as Brand[]).map((brand) => [brand.name, brand]))
  const isCommon = (name: string) => (brands.get(name)!.context?.length ?? 0) > 0
  const read = evaluationSet.answers.map((answer) => ({
    ...answer,
    found: findMentions(answer.text, brands.get(answer.brand)!).length > 0,
  }))
  for (const part of [read, read.filter(({ brand }) => isCommon(brand))]) {
    const right = part.filter(({ found, mentioned }) => found && mentioned).length
    const precision = right / part.filter(({ found }) => found).length
    const recall = right / part.filter(({ mentioned }) => mentioned).length
    const wrong = part
      .filter(({ found, mentioned }) => found !== mentioned)
      .map(({ brand, text }) => `${brand}: ${text}`)
    expect({
      precision: precision >= 0.97,
      recall: recall >= 0.95,
      wrong: precision >= 0.97 && recall >= 0.95 ? [] : wrong,
    }).toEqual({
      precision: true,
      recall: true,
      wrong: [],
    })
  }
  expect(read).toHaveLength(300)
})

test('mentioned, cited and absent are told apart', () => {
  const read = (text: string, urls: string[] = []) => {
    const citations = urls.map((url) => ({ url, domain: new URL(url).hostname }))
    const { mentioned, cited } = readBrand({ text, citations }, oak)
    return [mentioned, cited]
  }
  expect(read('Try Hollow Oak.')).toEqual([true, false])
  expect(read('Try this one.', ['https://www.hollowoak.example/shop'])).toEqual([false, true])
  expect(read('Try Brewline.', ['https://other.example/hollow-oak'])).toEqual([false, false])
  const redirect = {
    url: 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/x',
    domain: 'hollowoak.example',
  }
  expect(readBrand({ text: '-', citations: [redirect] }, oak).cited).toBe(true)
})

test('a mention has its place in a list and its sentence', () => {
  const text = 'Some options:\n\n1. Brewline – sweet\n2. **Hollow Oak** – low acid. Ships fast.\n3. Fernway'
  const [mention] = findMentions(text, oak)
  expect(getListPosition(text, mention!)).toBe(2)
  expect(quoteSentence(text, mention!)).toBe('**Hollow Oak** – low acid.')
  const bullets = '- Brewline\n- Fernway\n- Hollow Oak'
  expect(getListPosition(bullets, findMentions(bullets, oak)[0]!)).toBe(3)
  expect(getListPosition('I like Hollow Oak.', findMentions('I like Hollow Oak.', oak)[0]!)).toBeNull()
})

test('a name of regex signs and a very long text take no time', () => {
  expect(findMentions('a+b(c) is here', { name: 'a+b(c)' })).toHaveLength(1)
  const long = 'Hollow Oa '.repeat(6000)
  expect(findMentions(long, oak)).toEqual([])
})
