/** What the model of the pictures says: texts written for them, from the pages of the sample world. */
import type { AskedModel } from '../../tests/doubles/language-models.ts'

export const article = {
  title: 'How to make cold brew at home, and get it right the first time',
  keywords: ['cold brew coffee', 'how to make cold brew coffee', 'cold brew ratio', 'how long does cold brew last'],
  outline: [
    { type: 'h2', text: 'What cold brew is, and is not' },
    { type: 'h2', text: 'How to make it at home' },
    { type: 'h3', text: 'The ratio, and why 1:8 works' },
    { type: 'h3', text: 'How long to steep' },
    { type: 'h2', text: 'In a French press, with ground coffee, or for a crowd' },
    { type: 'h2', text: 'How much caffeine is in a glass' },
    { type: 'h2', text: 'How long cold brew lasts' },
    { type: 'h2', text: 'When a batch goes wrong' },
  ] as const,
}

/** `{site}` after a sentence: the page it rests on, by a word of its title. */
const sections: Record<string, string> = {
  '': `Cold brew is coffee that never meets hot water: coarse grounds sit in cold water for 12 to 18 hours and are strained out.{Step by Step} The cup is smooth and low in bitterness, and one jar lasts most of a week.{Step by Step}`,
  'What cold brew is, and is not': `Iced coffee is brewed hot and cooled; cold brew is not.{Iced Coffee} That one difference in temperature decides how long each takes, how it tastes and how long it keeps. Cold water dissolves fewer of the compounds that taste sharp, so a glass leans toward chocolate and nuts more than fruit.{Iced Coffee}

It’s known as far less acidic, but that’s an exaggeration. A comparison published in 2018 found the pH of hot and cold coffee alike, between about 4.85 and 5.13, while the hot coffees held more total acids.{Less Acidic}`,
  'How to make it at home': `You need a large jar, a kitchen scale, a fine sieve and a paper filter.{Step by Step}

1. Grind 100 grams of coffee about as coarse as raw cane sugar.
2. Pour in 800 grams of cold water slowly, so that all the grounds get wet, and stir.
3. Cover the jar and leave it on the counter for 12 to 18 hours.
4. Strain it through the sieve, then once more through paper.
5. Put it in the refrigerator and drink it within a week.{Step by Step}`,
  'The ratio, and why 1:8 works': `At 1:8 a hundred grams of coffee meet eight hundred grams of water, which makes a cold brew that can be poured straight over ice.{Ratio} Use 1:4 or 1:5 for a concentrate and dilute it in the glass.{Ratio} Weigh both: a scoop of dark roast is lighter than a scoop of light roast, so a recipe by volume drifts from bag to bag.{Ratio}`,
  'How long to steep': `Sixteen hours is a good first steep. Dark roasts give up their bitterness sooner and are done in 12 to 14 hours; light roasts extract slowly and need longer, or a finer grind.{Beans and Grind}`,
  'In a French press, with ground coffee, or for a crowd': `To make cold brew coffee in a French press, steep with the plunger up, press slowly and pour through a paper filter.{Which Type} Cold brew with ordinary ground coffee works too: it is finer than ideal, so steep it for about 12 hours and filter it twice.{Beans and Grind} For a crowd, filter bags are the cheapest way to brew several liters of cold brew coffee in one go.{Which Type}

To make it less bitter, strain the next batch at 14 hours and grind coarser.{Step by Step} Fast cold brew needs a machine: stirring or a vacuum shortens the steep to under an hour, and the coffee comes out thinner.{Which Type}`,
  'How much caffeine is in a glass': `A glass usually holds between 100 and 250 milligrams.{Caffeine} Multiply the grams of arabica you used by ten for a cautious estimate of the whole batch, and divide by the glasses you pour: 80 grams in six glasses come to about 130 milligrams each.{Caffeine}`,
  'How long cold brew lasts': `Strained and cold, it keeps for about seven days, and tastes best in the first three or four.{Last in the Fridge} Undiluted concentrate keeps for seven to ten days; with milk it should be finished within two.{Last in the Fridge}`,
  'When a batch goes wrong': `Weak coffee means too little of it or too short a steep: add ten grams before you add hours.{Step by Step} Bitter coffee has steeped too long or was ground too fine.{Step by Step} Cloudy coffee is safe, and a second pass through paper clears it.{Step by Step}`,
}

const mechanical: [original: string, better: string][] = [
  [
    "In today's fast-paced digital world, it is important to note that a good cup of coffee plays a crucial role in the daily lives of 64 percent of adults.",
    'For 64 percent of adults a good cup of coffee is part of the day.',
  ],
  [
    'Moreover, Hollow Oak Coffee has embarked on a journey to leverage cold brew due to the fact that it is seamless to prepare.',
    'Hollow Oak Coffee turned to cold brew because it asks for so little work.',
  ],
  [
    'Furthermore, our team utilizes beans from 3 farms in Huila, which are a testament to our commitment to quality.',
    'Our beans come from 3 farms in Huila, which says how much quality means to us.',
  ],
  ['We steep every batch for 16 hours.', 'We steep every batch for 16 hours.'],
  [
    'It goes without saying that this process unlocks a rich tapestry of flavors that delight the senses.',
    'This process brings out a lot of flavors, and they delight the senses.',
  ],
  ['A bottle costs $6 and keeps for a week in the fridge.', 'A bottle costs $6 and keeps for a week in the fridge.'],
  [
    'In conclusion, whether you are a seasoned connoisseur or just starting out, our cold brew is not just a drink but an experience.',
    'Whether you are a connoisseur or new to it, our cold brew is more than a drink.',
  ],
]

/** Two paragraphs, like text that a customer pastes. */
export const mechanicalText = `${mechanical
  .slice(0, 4)
  .map(([original]) => original)
  .join(' ')}\n\n${mechanical
  .slice(4)
  .map(([original]) => original)
  .join(' ')}`

export function toAnswer(request: AskedModel): string {
  const text = request.messages.at(-1)?.text ?? ''
  const sentences = [...text.slice(text.indexOf('The sentences:')).matchAll(/^\[\[(\d+)\]\] (.*)$/gm)]
  if (text.includes('The sentences:'))
    return sentences
      .map(
        ([, at, sentence]) => `[[${at}]] ${mechanical.find(([known]) => known === sentence!.trim())?.[1] ?? sentence}`,
      )
      .join('\n')
  const quoted = /This part: one section[\s\S]*?<<<\w+ headings>>>\n([\s\S]*?)\n<<</.exec(text)?.[1] ?? ''
  const names = text.includes('This part: the introduction')
    ? ['']
    : Object.keys(sections).filter((name) => name !== '' && new RegExp(`^#+ ${escaped(name)}$`, 'm').test(quoted))
  const [first = '', ...inner] = names
  const parts = [sections[first] ?? '', ...inner.map((name) => `### ${name}\n\n${sections[name]}`)]
  return parts.join('\n\n').replace(/\{([^}]+)\}/g, (_all, title: string) => marker(text, title))
}

/** The page's number as the prompt quotes it; nothing where none of its passages are quoted. */
function marker(text: string, title: string): string {
  const found = new RegExp(`page (\\d+)[^\\n]*\\n[^\\n]*${escaped(title)}`).exec(text)
  return found ? `[^${found[1]}]` : ''
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
