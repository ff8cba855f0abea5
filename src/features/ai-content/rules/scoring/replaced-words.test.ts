import { describe, expect, test } from 'vitest'
import { getReplaced } from './replaced-words.ts'
import { findSupport, readPage } from './support.ts'

test.each([
  ['Half of the drinkers surveyed add milk.', 'Half of the drinkers surveyed add sugar.', ['sugar'], ['milk']],
  ['It keeps a year in the fridge.', 'It keeps a year in a tin.', ['tin'], ['fridg']],
])('%s replaces a word of “%s”', (sentence, own, lost, added) => {
  expect(getReplaced(sentence, own, own)).toEqual({ own: lost, claimed: added })
})

test.each([
  ['The pump runs on 12 V.', 'The pump needs 12 volts.'],
  ['It keeps a year in the refrigerator.', 'It keeps a year in the fridge.'],
  ['A year in a tin is no problem.', 'It keeps a year in an airtight tin.'],
  ['Heat pumps met 10% of the world’s heating needs.', 'Heat pumps met 10 percent of global heating needs.'],
])('%s says the same as “%s”', (sentence, own) => {
  expect(getReplaced(sentence, own, own)).toBeNull()
})

test('a word that stands beside the sentence replaces none', () => {
  const own = 'Store it in a tin.'
  expect(getReplaced('Store it in the cellar.', own, own)).not.toBeNull()
  expect(getReplaced('Store it in the cellar.', own, `${own} A cellar is cool enough.`)).toBeNull()
})

const pages = [
  {
    subject: 'tea',
    text: 'Green tea may lower blood pressure slightly in adults with hypertension. In a trial with mice, extracts slowed tumor growth. A cup has 30 to 50 milligrams of caffeine. Matcha has about 70 milligrams per serving. Most brands sold in the US come from Japan. Some dentists recommend it for gum health. Brew it at 175 degrees Fahrenheit for two to three minutes. Steeping longer makes it bitter. Loose leaf costs $12 to $20 per pound at wholesale. Pregnant women should limit caffeine to 200 milligrams a day. Sales rose from $1.2 billion in 2018 to $1.9 billion in 2022. The Tea Association was founded in 1899 in New York by importers. It can be stored for up to a year in an airtight tin. Kenya is the largest exporter of black tea. Half of the drinkers surveyed add sugar. Decaf versions still contain 2 to 5 milligrams. Tea bags often contain plastic. Only one of five bags tested was free of plastic.',
    invented: [
      'Green tea lowers blood pressure in adults with hypertension.',
      'Dentists recommend it for gum health.',
      'Pregnant women must limit caffeine to 200 milligrams a day.',
      'It should be stored for a year.',
      'Matcha has about 70 milligrams per pound.',
      'Steeping longer makes it sweet.',
      'Loose leaf costs $12 to $20 per ounce.',
      'Loose leaf costs $12 to $20 at retail.',
      'The Tea Association was founded by growers in 1899.',
      'It can be stored for up to a year in the fridge.',
      'Kenya is the largest exporter of green tea.',
      'Kenya is the largest importer of black tea.',
      'Half of the drinkers surveyed add milk.',
      'Tea bags rarely contain plastic.',
      'Sales were $1.9 billion in 2018.',
      'Sales rose to $1.2 billion in 2022.',
      'Most brands sold in Japan come from the US.',
    ],
    stated: [
      'Green tea may slightly lower blood pressure in adults with hypertension.',
      'A cup of green tea has 30–50 mg of caffeine.',
      'Matcha has around 70 mg per serving.',
      'Most brands in the US come from Japan.',
      'Some dentists recommend green tea for gum health.',
      'Brew green tea at 175 °F for two to three minutes.',
      'Longer steeping makes it bitter.',
      'At wholesale, loose leaf costs $12 to $20 per pound.',
      'Pregnant women should limit caffeine to 200 mg a day.',
      'Sales rose to $1.9 billion in 2022.',
      'In 2018, sales were $1.2 billion.',
      'Importers founded the Tea Association in New York in 1899.',
      'It keeps up to a year in an airtight tin.',
      'Decaf still contains 2 to 5 mg.',
      'Only one of five tested bags was free of plastic.',
    ],
  },
  {
    subject: 'bikes',
    text: 'Electric bikes weigh between 17 and 32 kilograms. Charging takes four to six hours from a household outlet. Several states require helmets for riders under 18. A hub motor costs less than a mid-drive motor but wears out tires sooner. Riders who commute by bike report less stress, a survey of 2,000 workers found. Tires should be inflated to 50 psi. Rust can form on the chain if it isn’t dried after rain. Disc brakes stop better in the wet than rim brakes. Chains should be replaced every 3,000 kilometers. Thieves stole 150,000 bikes in 2019, according to the police.',
    invented: [
      'Charging takes four to six hours from a solar panel.',
      'Several states require lights for riders under 18.',
      'A mid-drive motor costs less than a hub motor.',
      'Riders who commute by car report less stress.',
      'Tires must be inflated to 50 psi.',
      'Rust can form on the frame if it isn’t dried after rain.',
      'Disc brakes stop better in the dry than rim brakes.',
      'Chains should be replaced every 3,000 miles.',
      'Thieves stole 150,000 cars in 2019.',
    ],
    stated: [
      'E-bikes weigh 17 to 32 kg.',
      'It takes four to six hours to charge from a household outlet.',
      'Several states require riders under 18 to wear helmets.',
      'A hub motor is cheaper than a mid-drive motor.',
      'A survey of 2,000 workers found that riders who commute by bike report less stress.',
      'Inflate tires to 50 psi.',
      'The chain can rust if it isn’t dried after rain.',
      'In the wet, disc brakes stop better than rim brakes.',
      'Replace the chain every 3,000 km.',
      'According to the police, 150,000 bikes were stolen in 2019.',
    ],
  },
]

/** One word of each claim that isn't supported differs from the page: a thing, place, unit, modal or period. */
describe.each(pages)('$subject', ({ text, invented, stated }) => {
  const page = readPage(1, text, 'en')
  test.each(invented)('isn’t supported: %s', (sentence) => {
    expect(findSupport(sentence, [page], 'en')).toMatchObject({ isSupported: false })
  })

  test.each(stated)('is supported: %s', (sentence) => {
    expect(findSupport(sentence, [page], 'en')).toMatchObject({ isSupported: true })
  })
})
