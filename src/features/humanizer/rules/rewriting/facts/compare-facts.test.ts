import { expect, test } from 'vitest'
import { compareFacts, getFacts } from './compare-facts.ts'

const en = { language: 'en' }
const found = (text: string, options: { language: string; freeze?: string[] } = en) =>
  getFacts(text, options).map(({ kind, text: words }) => `${kind} ${words}`)
const lost = (before: string, after: string, options: { language: string; freeze?: string[] } = en) =>
  compareFacts(before, after, options).lost.map(({ text }) => text)
const added = (before: string, after: string, options: { language: string; freeze?: string[] } = en) =>
  compareFacts(before, after, options).added.map(({ text }) => text)

test('finds numbers, dates, names, quotations, URLs, code, citations and Markdown marks', () => {
  expect(
    found(
      'On 3 May 2021 Marie Curie paid $1,200 for **12.5%** of ACME, said “it is fine”, ran `npm ci` and wrote to a@b.example [here](https://x.example/a_(b)).[^2]',
    ),
  ).toEqual([
    'date 3 May 2021',
    'name Marie Curie',
    'number $1,200',
    'mark **',
    'number 12.5%',
    'mark **',
    'name ACME',
    'quotation “it is fine”',
    'code `npm ci`',
    'address a@b.example',
    'mark [here](',
    'address https://x.example/a_(b)',
    'citation [^2]',
  ])
})

test('an ordinary first word isn’t a name, and a name at the start can move', () => {
  expect(found('Additionally, the plan holds. However, it rains. Using it helps.')).toEqual([])
  expect(lost('Berlin has many parks.', 'There are many parks in Berlin.')).toEqual([])
  expect(lost('Berlin has many parks.', 'There are many parks in town.')).toEqual(['Berlin'])
  expect(lost('Managers decide.', 'It is a manager who decides.')).toEqual([])
})

test('a fact in another notation is the same fact', () => {
  expect(lost('It grew by 12 percent to 1200 users.', 'It grew 12% to 1,200 users.')).toEqual([])
  expect(lost('It opened on May 3, 2021.', 'It opened on 3 May 2021.')).toEqual([])
  expect(lost('It took three weeks.', 'It took 3 weeks.')).toEqual([])
  expect(lost('Apple sells what Apple makes.', 'Apple sells what it makes.')).toEqual([])
})

test('a changed number, unit, year, minus sign, quotation or count is reported', () => {
  expect(lost('It takes 12 hours.', 'It takes 12 minutes.')).toEqual(['12'])
  expect(added('It takes a while.', 'It takes 20 minutes.')).toEqual(['20'])
  expect(lost('It fell to -5 in 2019.', 'It fell to 5 in 2018.')).toEqual(['-5', '2019'])
  expect(lost('From 5 to 5.', 'At 5.')).toEqual(['5'])
  expect(lost('She said "never again".', 'She said "not again".')).toContain('"never again"')
  expect(added('The town grew.', 'The town grew, says Jane Miller.')).toEqual(['Jane Miller'])
})

test('a frozen term has to stay exactly as it is', () => {
  const options = { language: 'en', freeze: ['cold brew', '水'] }
  expect(lost('We sell cold brew.', 'We sell iced coffee.', options)).toEqual(['cold brew'])
  expect(lost('We sell cold brew.', 'We sell Cold Brew.', options)).toEqual(['cold brew'])
  expect(lost('水很好', '很好', options)).toEqual(['水'])
})

test('negation is preserved', () => {
  expect(lost('It does not keep.', 'It keeps.')).toEqual(['not'])
  expect(added('It keeps.', 'It never keeps.')).toEqual(['never'])
  expect(lost('You can’t park here.', 'You can park here.')).toEqual(['n’t'])
  expect(lost('It does not keep.', "It doesn't keep.")).toEqual([])
  expect(lost('It not only saves time but also money.', 'It saves time and money.')).toEqual([])
})

test('an exception keeps its “but”, a comparison its direction, and everyone does what they did', () => {
  expect(lost('All but two can go.', 'All and two can go.')).toEqual(['but'])
  expect(lost('He is the last but one in the line.', 'He is the last one in the line.')).toEqual(['last but one'])
  expect(lost('Oak is harder than pine.', 'Oak is softer than pine.')).toEqual([])
  expect(lost('Oak is heavier than pine.', 'Oak is lighter than pine.')).toEqual(['heavier'])
  expect(lost('Oak is heavier than pine.', 'Pine is lighter than oak.')).toEqual([])
  expect(lost('Oak is less expensive than pine.', 'Oak is cheaper than pine.')).toEqual([])
  const swapped = (before: string, after: string) => compareFacts(before, after, en).swapped
  expect(swapped('Oak is heavier than pine.', 'Pine is heavier than oak.')).toEqual({ first: 'oak', second: 'pine' })
  expect(swapped('The dog bit the postman.', 'The postman bit the dog.')).toEqual({ first: 'dog', second: 'postman' })
  expect(swapped('The dog bit the postman.', 'The postman was bitten by the dog.')).toBeNull()
  expect(swapped('The dog bit the postman.', 'The dog was bitten by the postman.')).not.toBeNull()
  expect(swapped('It stopped because it broke.', 'It broke because it stopped.')).not.toBeNull()
})

test('German nouns aren’t names, and German names are', () => {
  const german = getFacts('Die Stadt Berlin hat mit Angela Merkel eine Vereinbarung über die Straßen.', {
    language: 'de',
  })
  const names = german.flatMap(({ kind, text }) => (kind === 'name' ? [text] : []))
  expect(names).toEqual(['Berlin', 'Angela', 'Merkel'])
})
