/**
 * Texts with planted facts, and a model that corrupts them on purpose. Both depend on a seed, so that failures can be
 * reproduced.
 */
import type { AskedModel } from '../doubles/language-models.ts'

export type Random = () => number

/** mulberry32 */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const whole = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1))

const names = [
  'Marie Curie',
  'Hollowbridge',
  'Acme Corp',
  'Jonas Weber',
  'Lake Windermere',
  'NASA',
  'GitHub',
  'Priya Nair',
]
const months = ['January', 'March', 'May', 'July', 'September', 'December']
const terms = ['cold brew', 'Blue Kettle', 'zero-waste pledge']

type Fact = (random: Random) => string
const facts: Record<string, Fact> = {
  number: (random) => `${whole(random, 2, 999)}`,
  grouped: (random) => `${whole(random, 1, 99)},${whole(random, 100, 999)}`,
  percent: (random) => `${whole(random, 1, 99)}.${whole(random, 1, 9)}%`,
  money: (random) => `$${whole(random, 5, 900)}`,
  date: (random) => `${whole(random, 1, 28)} ${pick(random, months)} ${whole(random, 1990, 2025)}`,
  year: (random) => `${whole(random, 1900, 2025)}`,
  name: (random) => pick(random, names),
  quotation: (random) => `“${pick(random, ['it will not do', 'we open at dawn', 'nothing beats a walk'])}”`,
  url: (random) => `https://example.com/${whole(random, 1, 9999)}/page`,
  code: (random) => `\`run --fast ${whole(random, 1, 99)}\``,
  citation: (random) => `[^${whole(random, 1, 40)}]`,
  term: (random) => pick(random, terms),
}

const frames: [string, (keyof typeof facts)[]][] = [
  ['It is important to note that {0} played a crucial role in raising {1} in {2}.', ['name', 'money', 'year']],
  ['Moreover, the team at {0} was able to utilize {1} litres prior to {2}.', ['name', 'grouped', 'date']],
  ['Furthermore, {0} said {1} in order to delve into the matter.{2}', ['name', 'quotation', 'citation']],
  [
    'In today’s fast-paced digital world, {0} of people leverage {1} due to the fact that it is seamless.',
    ['percent', 'term'],
  ],
  ['The command {0} is a testament to the work of {1}, as {2} shows.', ['code', 'name', 'url']],
  ['Additionally, the {0} not only saved {1} hours but also reached {2} towns.', ['term', 'number', 'number']],
  ['It goes without saying that {0} grew by {1} between {2} and {3}.', ['name', 'percent', 'year', 'year']],
  [
    'In conclusion, {0} embarked on a journey of {1} miles, and the cost of {2} was not small.',
    ['name', 'number', 'money'],
  ],
  ['Ultimately, the plethora of choices at {0} fosters growth of {1} a year.{2}', ['name', 'percent', 'citation']],
]

export type PlantedText = { text: string; planted: string[]; freeze: string[] }

export function plantedText(random: Random): PlantedText {
  const planted: string[] = []
  const sentences = Array.from({ length: whole(random, 4, 8) }, () => {
    const [frame, kinds] = pick(random, frames)
    return frame.replace(/\{(\d)\}/g, (_all, at: string) => {
      const fact = facts[kinds[Number(at)]!]!(random)
      planted.push(fact)
      return fact
    })
  })
  const joints = [' ', ' ', '\n\n', '\n\n- ', '\n\n## A heading with 7 words and 1 number\n\n', '  ']
  const text = sentences.map((sentence, at) => (at === 0 ? '' : pick(random, joints)) + sentence).join('')
  return { text: `${text}${pick(random, ['', '\n', '\n\n'])}`, planted, freeze: terms }
}

/** What the model does to a sentence. `null` leaves its line out. */
export const misdeeds: Record<string, (sentence: string, random: Random, before: string) => string | null> = {
  behaves: (sentence) => {
    const bare = sentence
      .replace(
        /^(?:Moreover|Furthermore|Additionally|Ultimately|In conclusion), |^It (?:is important to note|goes without saying) that /,
        '',
      )
      .replace('prior to', 'before')
      .replace('in order to', 'to')
    return bare[0]!.toUpperCase() + bare.slice(1)
  },
  'drops numbers': (sentence) => sentence.replace(/\d[\d,.]*/g, 'many'),
  'drops names': (sentence) =>
    sentence.replace(
      /\b(?:Marie Curie|Hollowbridge|Acme Corp|Jonas Weber|Lake Windermere|NASA|GitHub|Priya Nair)\b/g,
      'someone',
    ),
  'changes a year': (sentence) => sentence.replace(/\b(?:19|20)\d\d\b/, '1889'),
  'answers nothing': () => '',
  'leaves it out': () => null,
  'repeats the one before': (sentence, _random, before) => before || sentence,
  'repeats itself': (sentence) => `${sentence} ${sentence}`,
  'switches language': (sentence) =>
    `Es ist wichtig, dass wir das mit den Zahlen und Namen von hier noch einmal sagen: ${sentence.match(/[A-Z]\w+|\d[\d,.%]*/g)?.join(', ') ?? ''}.`,
  'adds a number': (sentence, random) => sentence.replace(/\.(?=\[|$)/, ` by ${whole(random, 1000, 9999)}.`),
  'adds a name': (sentence) => sentence.replace(/\.(?=\[|$)/, ', says Doctor Blackwood.'),
  chatters: (sentence) => `Sure! Here is the rewritten sentence: ${sentence}`,
  'drops the citation': (sentence) => sentence.replace(/\[\^\d+\]/g, ''),
  'rewrites the quotation': (sentence) => sentence.replace(/“[^”]*”/g, '“that was said”'),
  'drops the code and the link': (sentence) =>
    sentence.replace(/`[^`]*`/g, 'the command').replace(/https:\S+\b/g, 'a page'),
  'replaces frozen words': (sentence) => sentence.replace(/cold brew|Blue Kettle|zero-waste pledge/g, 'the product'),
  'turns it round': (sentence) => sentence.replace('was not small', 'was small').replace(/ is /, ' is not '),
  'says something else': () => 'The weather by the sea stays mild through the whole autumn.',
}

/** The sentences of the request, in order. */
export function askedSentences({ messages }: Pick<AskedModel, 'messages'>): string[] {
  const text = messages.at(-1)!.text
  return [...text.slice(text.indexOf('The sentences:')).matchAll(/^\[\[\d+\]\] (.*)$/gm)].map((match) => match[1]!)
}

/** A model that corrupts each sentence in another way, and sometimes the whole response. */
export function misbehavingModel(random: Random, did: (misdeed: string) => void) {
  const kinds = Object.keys(misdeeds)
  return (asked: AskedModel): string => {
    const sentences = askedSentences(asked)
    if (random() < 0.03) {
      did('says nothing at all')
      return 'I am sorry, I have nothing to say about this.'
    }
    let before = ''
    const lines = sentences.flatMap((sentence, at) => {
      // Sometimes it works correctly.
      const kind = random() < 0.25 ? 'behaves' : pick(random, kinds)
      did(kind)
      const line = misdeeds[kind]!(sentence, random, before)
      before = sentence
      return line === null ? [] : [`[[${at + 1}]] ${line}`]
    })
    return random() < 0.2 ? `Here you go:\n${lines.join('\n')}\n\nLet me know if you need 12 more.` : lines.join('\n')
  }
}
