import { describe, expect, test } from 'vitest'
import { findSupport, readPage } from './support.ts'

/** Claims with the page's words that say something else of another subject, in another scope, with another role. */
const rain = readPage(
  1,
  `Rain barrels collect water from a roof. A typical barrel holds 200 liters, and a large one holds up to 380 liters. Prices start at $80. The city of Portland gives a rebate of $25 per barrel. "Barrels pay back in two summers," said Maria Lopez, a gardener in Portland. In 2021, 14% of households in Oregon owned a rain barrel. A survey by the Water Institute in 2019 asked 1,200 homeowners. Mosquitoes breed in open barrels. A screen keeps mosquitoes out. Barrels should be emptied before the first frost because ice cracks plastic. Roof water isn't safe to drink. Dark barrels slow the growth of algae. Most gardeners use the water within two weeks. A roof of 100 square meters yields 600 liters from 6 millimeters of rain. Cedar barrels last about 15 years. The pump needs 12 volts. The first patent was granted on March 3, 1894.`,
  'en',
)
const heat = readPage(
  1,
  `A heat pump moves heat instead of making it. An air-source heat pump costs between $8,000 and $15,000 to install, while a ground-source system costs about $30,000. The federal tax credit covers 30 percent of the cost, up to $2,000 a year. According to the International Energy Agency, heat pumps met about 10 percent of global heating needs in 2021. "Nobody misses the gas bill," says Tom Archer, an installer in Denver. Modern units work down to -25 degrees Celsius. Below that, a backup heater is needed. A heat pump uses 3 to 4 times less energy than an electric heater. Noise is usually between 40 and 60 decibels. Most units last 15 to 20 years. Filters should be cleaned every three months. In a 2022 test by Consumer Reports, two of nine models failed in the cold. Norway has the highest share of heat pumps per household in Europe. Installation takes two to four days. In homes with poor insulation, savings are smaller. The compressor is not covered by the warranty after ten years. Gas boilers will be banned in new homes from 2025 in the Netherlands. Sales grew by 11 percent in 2022. It was invented by Peter von Rittinger in 1856.`,
  'en',
)

const ofRain = [
  'Dr. Elaine Frost of Cornell said that barrels pay back in two summers.',
  '“Barrels are the future of gardening,” said Maria Lopez.',
  'According to the EPA, a typical barrel holds 200 liters.',
  'A Harvard study found that dark barrels slow the growth of algae.',
  'A typical barrel holds 200 gallons.',
  'A typical barrel holds 250 liters.',
  'Prices start at $80 a month.',
  'Prices start at €80.',
  'In 2021, 14% of households in Texas owned a rain barrel.',
  'In 2020, 14% of households in Oregon owned a rain barrel.',
  'In 2021, 41% of households in Oregon owned a rain barrel.',
  'A survey in 2019 asked 12,000 homeowners.',
  'Portland gives a rebate of $25 per household.',
  'Every gardener uses the water within two weeks.',
  'Roof water is safe to drink.',
  'A screen kills mosquitoes.',
  'Dark barrels stop algae completely.',
  'Dark barrels increase the growth of algae.',
  'Cedar barrels last at least 15 years.',
  'Cedar barrels last about 15 months.',
  'Plastic barrels last about 15 years.',
  'The pump needs 24 volts.',
  'The pump needs 12 watts.',
  'The first patent was granted on March 3, 1984.',
  'The first patent was granted in May 1894.',
  'A roof of 100 square feet yields 600 liters.',
  'Experts say cedar barrels last about 15 years.',
  'Researchers found that mosquitoes breed in open barrels.',
  'Cedar is the best wood for rain barrels.',
  'A large barrel holds up to 380 liters, more than any other tank.',
  'Barrels pay back in three summers, said Maria Lopez.',
  'Gardener Mario Lopez said barrels pay back in two summers.',
  'Seattle gives a rebate of $25 per barrel.',
  'Half of gardeners use the water within two weeks.',
  'Most gardeners use the water within two days.',
  'Barrels need not be emptied before the first frost.',
  'Algae grow because barrels are dark.',
  '"Barrels pay back in two winters," said Maria Lopez.',
  'Prices end at $80.',
  'A typical barrel holds 200 liters of oil.',
  'Prices start at 80 cents.',
  '14% of gardeners in Oregon owned a barrel in 2021.',
  'Oregon households saved 14% on water.',
  'A barrel costs $25 in Portland.',
  'The Water Institute recommends 1,200 barrels.',
  'In 2021, 14 million households in Oregon owned a rain barrel.',
  'Fourteen percent of companies in Oregon owned a rain barrel in 2021.',
  'About two in three households in Oregon owned a barrel.',
  'Barrels were invented in 1894.',
  'Maria Lopez, a professor in Portland, says barrels pay back.',
]
const inRain = [
  'A typical barrel holds 200 liters.',
  'A typical rain barrel holds 200 l of water.',
  'Large barrels hold up to 380 liters.',
  'Barrels start at $80.',
  'Prices begin at 80 dollars.',
  'Portland pays a $25 rebate for each barrel.',
  '“Barrels pay back in two summers,” says gardener Maria Lopez.',
  'According to Maria Lopez, barrels pay back in two summers.',
  'In 2021, 14 percent of Oregon households owned a rain barrel.',
  'Fourteen percent of households in Oregon owned a rain barrel in 2021.',
  'A 2019 survey by the Water Institute asked 1,200 homeowners.',
  'Open barrels let mosquitoes breed.',
  'A screen keeps mosquitoes out of the barrel.',
  'Empty barrels before the first frost, because ice cracks the plastic.',
  'You shouldn’t drink roof water: it isn’t safe to drink.',
  'Algae grow more slowly in dark barrels.',
  'Most gardeners use the water within 14 days.',
  'A 100 m² roof yields 600 liters from 6 mm of rain.',
  'Cedar barrels last around 15 years.',
  'The pump needs 12 volts.',
  'The pump runs on 12 V.',
  'The first patent was granted on 3 March 1894.',
  'The first patent dates from 1894.',
  'A screen is what keeps mosquitoes out.',
  'Ice cracks plastic barrels.',
  'Roof water is not safe to drink.',
  'Rain barrels collect roof water.',
]
const ofHeat = [
  'An air-source heat pump costs about $30,000 to install.',
  'A ground-source system costs between $8,000 and $15,000.',
  'The federal tax credit covers 30 percent of the cost, up to $2,000.00 a month.',
  'The state tax credit covers 30 percent of the cost.',
  'The federal tax credit covers 50 percent of the cost.',
  'According to the World Bank, heat pumps met about 10 percent of global heating needs in 2021.',
  'Heat pumps met about 10 percent of European heating needs in 2021.',
  '“Everybody loves the gas bill,” says Tom Archer.',
  'Tom Archer, an installer in Boston, says nobody misses the gas bill.',
  'Modern units work down to -25 degrees Fahrenheit.',
  'Modern units work down to -15 degrees Celsius.',
  'Above that, a backup heater is needed at 25 degrees.',
  'A heat pump uses 3 to 4 times more energy than an electric heater.',
  'Noise is usually between 40 and 60 watts.',
  'Most units last 15 to 20 months.',
  'All units last 15 to 20 years.',
  'Filters should be cleaned every three weeks.',
  'In a 2022 test by Consumer Reports, seven of nine models failed in the cold.',
  'In a 2023 test by Consumer Reports, two of nine models failed.',
  'In a 2022 test by Which, two of nine models failed in the cold.',
  'Sweden has the highest share of heat pumps per household in Europe.',
  'Norway has the lowest share of heat pumps in Europe.',
  'Norway has the highest share of heat pumps in the world.',
  'Installation takes two to four weeks.',
  'In homes with good insulation, savings are smaller.',
  'The compressor is covered by the warranty after ten years.',
  'Gas boilers will be banned in all homes from 2025 in the Netherlands.',
  'Gas boilers will be banned in new homes from 2025 in Belgium.',
  'Gas boilers will be allowed in new homes from 2025 in the Netherlands.',
  'Sales fell by 11 percent in 2022.',
  'Sales grew by 11 percent in 2021.',
  'Sales grew by 11 million in 2022.',
  'It was invented by Peter von Rittinger in 1865.',
  'It was invented by Lord Kelvin in 1856.',
  'Researchers at MIT found that most units last 15 to 20 years.',
  'Doctors recommend that filters be cleaned every three months.',
  'A heat pump eliminates the gas bill.',
  'Most models failed in the cold.',
  'Because of poor insulation, most units fail.',
  'Air-source heat pumps are the cheapest way to heat a home.',
]
const inHeat = [
  'Installing an air-source heat pump costs $8,000 to $15,000.',
  'A ground-source system costs about $30,000.',
  'The federal tax credit covers 30% of the cost.',
  'The federal tax credit pays 30 percent of the cost, up to $2,000 per year.',
  'Heat pumps met about 10% of the world’s heating needs in 2021, according to the International Energy Agency.',
  'Installer Tom Archer says that “nobody misses the gas bill”.',
  'Modern units work down to −25 °C.',
  'A heat pump uses three to four times less energy than an electric heater.',
  'Noise usually lies between 40 and 60 decibels.',
  'Noise is typically 40 to 60 dB.',
  'Units usually last 15 to 20 years.',
  'Clean the filters every three months.',
  'Consumer Reports tested nine models in 2022, and two failed in the cold.',
  'Norway has Europe’s highest share of heat pumps per household.',
  'Installation takes 2–4 days.',
  'Savings are smaller in poorly insulated homes.',
  'After ten years, the warranty doesn’t cover the compressor.',
  'From 2025, the Netherlands will ban gas boilers in new homes.',
  'In 2022, sales grew 11%.',
  'Peter von Rittinger invented it in 1856.',
  'Heat pumps move heat rather than make it.',
]

describe('rain barrels', () => {
  test.each(ofRain)('isn’t supported: %s', (sentence) => {
    expect(findSupport(sentence, [rain], 'en')).toMatchObject({ isSupported: false })
  })

  test.each(inRain)('is supported: %s', (sentence) => {
    expect(findSupport(sentence, [rain], 'en')).toMatchObject({ isSupported: true })
  })
})

describe('heat pumps', () => {
  test.each(ofHeat)('isn’t supported: %s', (sentence) => {
    expect(findSupport(sentence, [heat], 'en')).toMatchObject({ isSupported: false })
  })

  test.each(inHeat)('is supported: %s', (sentence) => {
    expect(findSupport(sentence, [heat], 'en')).toMatchObject({ isSupported: true })
  })
})

const roles = readPage(
  1,
  'Cedar costs more than pine. Steel rods last longer than wooden ones. Cats sleep more than dogs. The city pays the owner a rebate of $200. In 2020, Tesla sold more cars than Ford. Cold brew has less acid than hot coffee. Espresso contains more caffeine per ounce than drip coffee. Google acquired YouTube in 2006. Vinegar kills weeds faster than salt. Lime is preferred over cement by masons. Gas heats water faster than electricity does. A heat pump moves heat instead of making it.',
  'en',
)

test.each([
  'Pine costs more than cedar.',
  'Wooden rods last longer than steel ones.',
  'Dogs sleep more than cats.',
  'The owner pays the city a rebate of $200.',
  'In 2020, Ford sold more cars than Tesla.',
  'Hot coffee has less acid than cold brew.',
  'Drip coffee contains more caffeine per ounce than espresso.',
  'YouTube acquired Google in 2006.',
  'Google was acquired by YouTube in 2006.',
  'Salt kills weeds faster than vinegar.',
  'Cement is preferred over lime by masons.',
  'Electricity heats water faster than gas does.',
  'A heat pump makes heat instead of moving it.',
])('isn’t supported, who does what being turned around: %s', (sentence) => {
  expect(findSupport(sentence, [roles], 'en')).toMatchObject({ isSupported: false })
})

test.each([
  'Cedar is pricier than pine.',
  'Steel rods last longer than rods of wood.',
  'Cats sleep more than dogs do.',
  'In 2020, Tesla sold more cars than Ford did.',
  'Hot coffee has more acid than cold brew.',
  'Per ounce, espresso contains more caffeine than drip coffee.',
  'YouTube was acquired by Google in 2006.',
  'Masons prefer lime over cement.',
  'In 2006, Google acquired YouTube.',
  'A heat pump moves heat rather than making it.',
])('is supported, who does what being the same: %s', (sentence) => {
  expect(findSupport(sentence, [roles], 'en')).toMatchObject({ isSupported: true })
})

/** The same in other languages. */
const others = [
  {
    language: 'de',
    text: 'Cold Brew hält sich im Kühlschrank etwa sieben Tage. Mit Milch sollte man ihn innerhalb von zwei Tagen trinken. Ein Glas enthält 100 bis 250 Milligramm Koffein. „Kalter Kaffee schmeckt milder“, sagt die Rösterin Anna Berg aus Hamburg. Die erste Maschine wurde 1912 in Bremen gebaut. Viele Röster empfehlen grobes Mehl. Das Wasser senkt den Säuregehalt.',
    invented: [
      'Cold Brew hält sich im Kühlschrank etwa acht Tage.',
      'Cold Brew hält sich im Kühlschrank etwa sieben Wochen.',
      'Mit Milch sollte man ihn innerhalb von 4 Tagen trinken.',
      'Laut Dr. Hans Meier hält Cold Brew sieben Tage.',
      '„Kalter Kaffee schmeckt bitter“, sagt Anna Berg.',
      'Eine Studie zeigt, dass Cold Brew sich sieben Tage hält.',
      'Ein Glas enthält 100 bis 250 Gramm Koffein.',
      'Die erste Maschine wurde 1921 in Bremen gebaut.',
      'Alle Röster empfehlen grobes Mehl.',
      'Cold Brew hält sich nicht im Kühlschrank.',
      'Das Wasser erhöht den Säuregehalt.',
      'Grobes Mehl ist die beste Wahl.',
    ],
    stated: [
      'Im Kühlschrank hält sich Cold Brew etwa sieben Tage.',
      'Cold Brew hält sich etwa 7 Tage.',
      'Mit Milch trinkt man ihn innerhalb von zwei Tagen.',
      'Ein Glas enthält 100 bis 250 mg Koffein.',
      'Laut Anna Berg schmeckt kalter Kaffee milder.',
      'Die erste Maschine wurde 1912 gebaut.',
      'Viele Röster empfehlen grobes Mehl.',
      'Das Wasser senkt den Säuregehalt.',
    ],
  },
  {
    language: 'fr',
    text: 'Le cold brew se conserve environ sept jours au réfrigérateur. Avec du lait, il faut le boire dans les deux jours. Un verre contient de 100 à 250 milligrammes de caféine. « Le café froid est plus doux », dit la torréfactrice Anne Morel à Lyon. La première machine date de 1912. Beaucoup de torréfacteurs conseillent une mouture grossière.',
    invented: [
      'Le cold brew se conserve environ huit jours au réfrigérateur.',
      'Le cold brew se conserve environ sept semaines.',
      'Selon une étude, le cold brew se conserve sept jours.',
      'Un verre contient de 100 à 250 grammes de caféine.',
      '« Le café froid est amer », dit Anne Morel.',
      'La première machine date de 1921.',
      'Tous les torréfacteurs conseillent une mouture grossière.',
      'Anne Morel à Paris dit que le café froid est plus doux.',
      'Le cold brew ne se conserve pas au réfrigérateur.',
    ],
    stated: [
      'Le cold brew se conserve environ 7 jours au réfrigérateur.',
      'Au réfrigérateur, le cold brew se conserve environ sept jours.',
      'Un verre contient de 100 à 250 mg de caféine.',
      'Beaucoup de torréfacteurs conseillent une mouture grossière.',
      'Avec du lait, il se boit dans les deux jours.',
    ],
  },
  {
    language: 'es',
    text: 'El café frío se conserva unos siete días en la nevera. Con leche, hay que beberlo en dos días. Un vaso contiene entre 100 y 250 miligramos de cafeína. «El café frío es más suave», dice la tostadora Ana Ruiz, de Bilbao. La primera máquina es de 1912. Muchos tostadores recomiendan molienda gruesa.',
    invented: [
      'El café frío se conserva unos ocho días en la nevera.',
      'El café frío se conserva siete semanas.',
      'Según un estudio, el café frío se conserva siete días.',
      'Un vaso contiene entre 100 y 250 gramos de cafeína.',
      'La primera máquina es de 1921.',
      'Todos los tostadores recomiendan molienda gruesa.',
      'El café frío no se conserva en la nevera.',
    ],
    stated: [
      'El café frío se conserva unos 7 días en la nevera.',
      'En la nevera, el café frío se conserva unos siete días.',
      'Un vaso contiene entre 100 y 250 mg de cafeína.',
      'Muchos tostadores recomiendan molienda gruesa.',
    ],
  },
]

describe.each(others)('$language', ({ language, text, invented, stated }) => {
  const page = readPage(1, text, language)
  test.each(invented)('isn’t supported: %s', (sentence) => {
    expect(findSupport(sentence, [page], language)).toMatchObject({ isSupported: false })
  })

  test.each(stated)('is supported: %s', (sentence) => {
    expect(findSupport(sentence, [page], language)).toMatchObject({ isSupported: true })
  })
})
