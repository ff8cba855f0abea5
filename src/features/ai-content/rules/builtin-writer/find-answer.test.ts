import { expect, it } from 'vitest'
import { bareContext } from '../generation/sample-context.test-rows.ts'
import { findAnswers } from './find-answer.ts'

const page = (n: number, title: string, ...sections: [heading: string, text: string][]) => ({
  n,
  url: `https://site-${n}.example/`,
  title,
  headings: [
    { type: 'h1' as const, text: title },
    ...sections.slice(1).map(([heading]) => ({ type: 'h2' as const, text: heading })),
  ],
  content: sections.map(([heading, text]) => `${heading}\n\n${text}`).join('\n\n'),
})

function answer(topic: string, heading: string, ...pages: ReturnType<typeof page>[]): string | undefined {
  const context = bareContext('blog_post', topic, { keywords: [topic] }, { pages })
  return findAnswers(context, heading)[0]?.statement.sentences.join(' ')
}

const kettles = page(
  1,
  'Electric kettles',
  ['Electric kettles', 'An electric kettle is a jug that boils water with an element in its base.'],
  ['Price', 'Electric kettles cost between 20 and 90 dollars.'],
  ['Filters', 'A spare filter costs 4 dollars and is the cheapest way to keep water clear.'],
  ['How heavy they are', 'Most electric kettles weigh about 1.2 kilograms when they are empty.'],
  ['Can it go in the dishwasher?', 'No. The contacts under the base would rust within weeks.'],
  ['Scale', 'Boil equal parts of vinegar and water, and rinse the kettle twice.'],
)

it('answers with what is said of the topic and not of a part of it', () => {
  expect(answer('electric kettle', 'how much does an electric kettle cost', kettles)).toMatch(/20 and 90 dollars/)
  expect(answer('electric kettle', 'is an electric kettle cheaper', kettles)).toBeUndefined()
})

it('finds answers in other words than the question', () => {
  expect(answer('electric kettle', 'electric kettle weight', kettles)).toMatch(/1\.2 kilograms/)
})

it('keeps the no of a reply under its own question', () => {
  expect(answer('electric kettle', 'can an electric kettle go in the dishwasher', kettles)).toMatch(
    /^No\. The contacts/,
  )
  expect(answer('electric kettle', 'will an electric kettle rust', kettles) ?? '').not.toMatch(/^No\./)
})

it('prefers the topic’s figure to that of a narrower page', () => {
  const heap = page(1, 'Hot composting', [
    'Hot composting',
    'A compost heap works best between 55 and 65 degrees Celsius.',
  ])
  const worms = page(
    2,
    'A worm bin',
    ['A worm bin', 'A worm bin is a box with worms.'],
    ['Temperature', 'Worms work best between 13 and 25 degrees Celsius.'],
  )
  expect(answer('compost', 'what temperature should compost be', worms, heap)).toMatch(/55 and 65/)
})

it('leaves out sentences that point back to one that isn’t quoted', () => {
  const power = page(
    1,
    'Electric kettles',
    ['Electric kettles', 'An electric kettle boils water.'],
    ['What it costs to run', 'At 17 cents a unit that is about 2 cents.'],
  )
  expect(answer('electric kettle', 'how much does it cost to run an electric kettle', power)).toBeUndefined()
})

it('answers what to do with a thing by its uses, and not by how it’s stored or what it is', () => {
  const whey = page(
    1,
    'Whey left from yogurt',
    ['Whey left from yogurt', 'Whey is the thin part of milk that drips from strained yogurt.'],
    ['Storing whey', 'Keep whey in a closed jar in the refrigerator and use it within a week.'],
    ['In the kitchen', 'In bread dough, whey replaces the water and gives a softer crumb.'],
  )
  expect(answer('yogurt', 'what to do with whey', whey)).toMatch(/replaces the water/)
})
