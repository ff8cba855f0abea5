import { expect, test } from 'vitest'
import { findSupport, readPage } from './support.ts'

const page = readPage(
  1,
  `Plain cold brew keeps for about seven days in the refrigerator. Undiluted concentrate keeps for seven to ten days. Cold brew with milk should be finished within two days. Keep it at 4 degrees Celsius or below, because finished coffee is not heated and nothing kills microbes.
A glass of cold brew usually holds between 100 and 250 milligrams of caffeine. The United States Food and Drug Administration cites 400 milligrams of caffeine a day as safe for healthy adults. Pregnant people are advised to stay below 200 milligrams. A single shot of espresso has about 63 milligrams.
A ratio of 1:8 gives a full-bodied drink. For one litre of water, use 125 grams of coffee. Coffee grounds hold twice their own weight in water.
A 2018 study by Rao and Fuller at Thomas Jefferson University found similar pH values in hot and cold coffee. “The hot coffees had more titratable acids,” said Megan Fuller. The study did not test taste.
Workers with adjustable desks handled about 45 percent more calls over six months. A Canadian survey followed 7,300 workers for 12 years. Standing burns 0.15 kilocalories a minute more than sitting. Standing desks reduce the time people spend sitting. Standing for long can worsen varicose veins. The effect on weight is small. An electric desk costs about 600 dollars, and more than half of buyers choose one with two motors. Desks with two motors lift up to 160 kilograms. A mat is the best first accessory. Most mats are 2 centimetres thick. Experts advise alternating between sitting and standing. The company was founded in 1912 in Oslo. About 24 percent of landfill waste is food. Hot composting kills most weed seeds. Turning the heap every two weeks brings in air.`,
  'en',
)
const check = (sentence: string) => findSupport(sentence, [page], 'en')

// Invented by a model, each citing the page.
const invented = [
  // Quotations
  '“Cold brew keeps for a whole month,” the guide says.',
  '“The hot coffees had fewer acids,” said Megan Fuller.',
  'As one barista put it, “plain cold brew never goes stale”.',
  'The page notes that “a mat is the worst first accessory”.',
  '"Standing desks cure back pain," the report concludes.',
  'Fuller called the result “a revolution for coffee lovers”.',
  // Names
  'Dr. Marsh of Yale said cold brew keeps for seven days.',
  'James Hoffmann recommends a ratio of 1:8 for a full-bodied drink.',
  'Harvard found similar pH values in hot and cold coffee.',
  'The Mayo Clinic cites 400 milligrams of caffeine a day as safe.',
  'Cold brew keeps for seven days in the refrigerator, says Starbucks.',
  'A Canadian survey by Anna Lindqvist followed 7,300 workers for 12 years.',
  'The company was founded in 1912 in Bergen.',
  'NASA found that standing burns 0.15 kilocalories a minute more than sitting.',
  // Attributions
  'According to a study, plain cold brew keeps for about seven days in the refrigerator.',
  'Researchers found that two motors lift up to 160 kilograms.',
  'A survey shows that a ratio of 1:8 gives a full-bodied drink.',
  'Doctors say that concentrate keeps for seven to ten days.',
  'Experts agree that a single shot of espresso has about 63 milligrams.',
  'Scientists have shown that most mats are 2 centimetres thick.',
  'University tests show that a glass of cold brew holds between 100 and 250 milligrams of caffeine.',
  'A poll of buyers found that hot composting kills most weed seeds.',
  // Figures with another value
  'Plain cold brew keeps for about nine days in the refrigerator.',
  'A single shot of espresso has about 73 milligrams.',
  'For one litre of water, use 250 grams of coffee.',
  'The company was founded in 1921 in Oslo.',
  'About 42 percent of landfill waste is food.',
  'A ratio of 1:5 gives a full-bodied drink.',
  'Workers with adjustable desks handled about 54 percent more calls.',
  'An electric desk costs about 900 dollars.',
  // Another unit
  'Plain cold brew keeps for about seven weeks in the refrigerator.',
  'A single shot of espresso has about 63 grams of caffeine.',
  'Keep it at 4 degrees Fahrenheit or below.',
  'Most mats are 2 inches thick.',
  'For one gallon of water, use 125 grams of coffee.',
  'An electric desk costs about 600 euros.',
  'Desks with two motors lift up to 160 pounds.',
  'A Canadian survey followed 7,300 workers for 12 months.',
  'Workers with adjustable desks handled about 45 more calls over six months.',
  // Another scope
  'Cold brew with milk keeps for seven days in the refrigerator.',
  'The Food and Drug Administration cites 400 milligrams of caffeine a week as safe.',
  'Standing burns 0.15 kilocalories an hour more than sitting.',
  'A glass of cold brew holds 400 milligrams of caffeine.',
  'Plain cold brew keeps for more than seven days in the refrigerator.',
  'A single shot of espresso has more than 63 milligrams.',
  'Desks with two motors lift at least 160 kilograms.',
  'Pregnant people are advised to stay below 400 milligrams.',
  'Pregnant people are advised to have more than 200 milligrams.',
  'Less than half of buyers choose a desk with two motors.',
  // Superlatives
  'Cold brew is the most popular way to make coffee.',
  'Standing desks always reduce the time people spend sitting.',
  'Every desk with two motors lifts up to 160 kilograms.',
  'A ratio of 1:8 gives the strongest drink.',
  'All mats are 2 centimetres thick.',
  'Hot composting kills all weed seeds.',
  // Causes
  'Standing desks cure back pain.',
  'Standing for long prevents varicose veins.',
  'Cold brew improves sleep because it has less acid.',
  'The mat reduces the risk of heart disease.',
  // Negations
  'The study did not find similar pH values in hot and cold coffee.',
  'Coffee grounds do not hold twice their own weight in water.',
  'Hot composting does not kill weed seeds.',
  // Other subjects
  'Oat milk foams better when it is cold.',
  'Espresso machines need nine bars of pressure.',
]

// True: in other words, or nearly the page's.
const supported = [
  'Plain cold brew keeps for about seven days in the refrigerator.',
  'In the refrigerator, plain cold brew keeps about a week.',
  'Plain cold brew keeps about 7 days.',
  'Undiluted concentrate keeps 7 to 10 days.',
  'Concentrate keeps up for seven to ten days when undiluted.',
  'With milk, cold brew should be finished within two days.',
  'Cold brew with milk should be finished within 48 hours.',
  'Keep it at 4 °C or below.',
  'A glass of cold brew holds between 100 and 250 mg of caffeine.',
  'A glass usually holds 100 to 250 milligrams of caffeine.',
  'The Food and Drug Administration cites 400 milligrams of caffeine a day as safe for healthy adults.',
  'The Food and Drug Administration cites 400 mg of caffeine daily for healthy adults.',
  'Pregnant people are advised to stay below 200 milligrams.',
  'A shot of espresso has about 63 milligrams.',
  'A ratio of 1:8 gives a full-bodied drink.',
  'Use 125 grams of coffee for one litre of water.',
  'Use 125 g of coffee for one liter of water.',
  'Coffee grounds hold twice their weight in water.',
  'A 2018 study found similar pH values in hot and cold coffee.',
  'A study by Rao and Fuller found similar pH values in hot and cold coffee.',
  'Researchers found similar pH values in hot and cold coffee.',
  '“The hot coffees had more titratable acids,” said Megan Fuller.',
  'Fuller said that “the hot coffees had more titratable acids”.',
  'The study did not test taste.',
  'Workers with adjustable desks handled about 45 % more calls over six months.',
  'Workers with adjustable desks handled 45 percent more calls.',
  'A Canadian survey followed 7,300 workers for 12 years.',
  'A survey followed 7300 workers for twelve years.',
  'Standing burns 0.15 kilocalories a minute more than sitting.',
  'Standing desks reduce the time people spend sitting.',
  'Standing for long can worsen varicose veins.',
  'The effect on weight is small.',
  'An electric desk costs about $600.',
  'More than half of buyers choose a desk with two motors.',
  'Desks with two motors lift up to 160 kg.',
  'A mat is the best first accessory.',
  'Most mats are 2 cm thick.',
  'Experts advise alternating between sitting and standing.',
  'The company was founded in Oslo in 1912.',
  'Food is about 24 percent of landfill waste.',
  'Hot composting kills most weed seeds.',
  'Turning the heap every 14 days brings in air.',
  'The hot coffees had more titratable acids.',
  'Nothing kills microbes because finished coffee is not heated.',
]

test('the tables have at least 60 invented and 40 true sentences', () => {
  expect(invented.length).toBeGreaterThanOrEqual(60)
  expect(supported.length).toBeGreaterThanOrEqual(40)
})

test.each(invented)('isn’t supported: %s', (sentence) => {
  expect(check(sentence)).toMatchObject({ isSupported: false })
})

test.each(supported)('is supported: %s', (sentence) => {
  expect(check(sentence)).toMatchObject({ isSupported: true, n: 1 })
})

test('the quote is the sentence that supports, not the one with the most similar words', () => {
  expect(check('With milk, cold brew should be finished within two days.')).toMatchObject({
    quote: 'Cold brew with milk should be finished within two days.',
  })
})
