import { expect, it } from 'vitest'
import { bareContext } from '../generation/sample-context.test-rows.ts'
import { findAnswers } from './find-answer.ts'
import { getStatements } from './statements.ts'

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

it('defines a thing by a sentence whose subject is the thing', () => {
  const loan = page(
    1,
    'Bridge loans',
    ['Bridge loans', 'A bridge loan replaces your savings until the old house is sold.'],
    ['Are bridge loans worth it?', 'A bridge loan is worth its fees if you sell within a year.'],
    ['Is the money taxed?', 'Money from a bridge loan is a debt and not income.'],
  )
  expect(answer('bridge loan', 'what is a bridge loan', loan)).toMatch(/replaces your savings/)
})

it('takes the first sentence under the same question before later ones with a word such as “can”', () => {
  const skis = page(
    1,
    'Winter care of ski boots',
    ['Winter care of ski boots', 'Ski boots hold the foot in a hard shell.'],
    [
      'Can you dry ski boots on a radiator?',
      'Most makers advise against it, because the heat warps the shell. If you must, use a low setting and a towel.',
    ],
  )
  expect(answer('ski boots', 'can you dry ski boots on a radiator', skis)).toMatch(/^Most makers/)
})

it('quotes a short reply that begins with yes and a condition', () => {
  const visa = page(
    1,
    'Student loans',
    ['Student loans', 'A student loan pays for tuition.'],
    ['Can you get a student loan with bad grades?', 'Yes, but expect a higher rate. A grant never asks for grades.'],
  )
  expect(answer('student loan', 'can you get a student loan with bad grades', visa)).toMatch(/^Yes, but expect/)
})

it('doesn’t take a figure from a clause that says something else', () => {
  const feed = page(
    1,
    'Cat feed',
    ['Cat feed', 'Canned feed holds about 80 percent water and suits cats that drink too little.'],
    ['Price', 'Feed costs 2 dollars a day.'],
  )
  expect(answer('cat feed', 'how much water should a cat drink', feed)).toBeUndefined()
})

it('doesn’t say what a thing costs by what something else costs in a later clause', () => {
  const bikes = page(1, 'Cargo bikes', [
    'Cargo bikes',
    'A cargo bike uses little power, so a thousand miles cost about four dollars.',
  ])
  expect(answer('cargo bike', 'how much does a cargo bike cost', bikes)).toBeUndefined()
})

it('stays silent if the two best sentences disagree in their figure', () => {
  const tires = (text: string) => page(1, 'Care', ['Care', 'Check the pressure each month.'], ['Notes', text])
  const both = 'Winter bike tires last about 900 miles. Racing bike tires last about 300 miles.'
  expect(answer('bike tires', 'how many miles do bike tires last', tires(both))).toBeUndefined()
  const agreeing = 'Winter bike tires last about 900 miles. Racing bike tires last 800 to 1000 miles.'
  expect(answer('bike tires', 'how many miles do bike tires last', tires(agreeing))).toMatch(/900|1000/)
})

it('doesn’t name the best of a kind by a sentence that doesn’t compare', () => {
  const lenders = page(1, 'Boat loans', ['Boat loans', 'Most boat loans can be paid off right away with a new lender.'])
  expect(answer('boat loan', 'what is the best boat loan lender', lenders)).toBeUndefined()
})

it('doesn’t answer whether something is possible by an instruction or a list of needs', () => {
  const pans = page(
    1,
    'Clay pots',
    ['Clay pots', 'Clay pots cook slowly.'],
    ['Before you start', 'You’ll need paper towels, some oil and a microwave.'],
    ['Curry', 'Divide the curry in two before you warm it in the microwave.'],
  )
  expect(answer('clay pots', 'can clay pots go in the microwave', pans)).toBeUndefined()
})

it('doesn’t begin an answer with a sentence that points back', () => {
  const aches = page(1, 'Chair pain', [
    'Standing still',
    'See a doctor if pain lasts. So should numbness in one leg. No chair is worth ignoring that.',
  ])
  const context = bareContext('blog_post', 'chair', { keywords: ['chair'] }, { pages: [aches] })
  const starts = getStatements(context).all.map(({ sentences }) => sentences[0])
  expect(starts).toContain('See a doctor if pain lasts.')
  expect(starts).not.toContain('So should numbness in one leg.')
})

it('doesn’t answer what to eat from under what to avoid', () => {
  const ducks = page(
    1,
    'Ducks',
    ['Ducks', 'Ducks live near water.'],
    ['Foods to avoid', 'Ducks eat bread happily and get sick from it.'],
  )
  expect(answer('ducks', 'what do ducks eat', ducks)).toBeUndefined()
})
