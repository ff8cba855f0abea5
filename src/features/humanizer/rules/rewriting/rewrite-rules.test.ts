import { expect, test } from 'vitest'
import { contract, contracts, expand, joinSentences, splitSentence } from './rewrite-grammar.ts'
import { type RuleOptions, rewriteByRules } from './rewrite-rules.ts'

const by = (sentence: string, options: Partial<RuleOptions> = {}) =>
  rewriteByRules(sentence, {
    strength: 'strong',
    register: null,
    contracts: false,
    facts: { language: 'en' },
    previousOpening: '',
    ...options,
  })
const text = (sentence: string, options: Partial<RuleOptions> = {}) => by(sentence, options).text

test.for([
  ['It is important to note that water boils at 100 °C.', 'Water boils at 100 °C.'],
  ["It's worth noting that Berlin has parks.", 'Berlin has parks.'],
  ['We moved due to the fact that rents rose.', 'We moved because rents rose.'],
  ['In order to rest, they utilize a wide range of tools.', 'To rest, they use many tools.'],
  ["In today's fast-paced digital world, people read less.", 'People read less.'],
  ['Moreover, the plan costs less.', 'The plan costs less.'],
  ['However, prices rose.', 'But prices rose.'],
  ['Sleep plays a crucial role in maintaining health.', 'Sleep plays a big part in maintaining health.'],
  ['It not only saves time but also cuts costs.', 'It saves time and cuts costs.'],
  ['The bridge is a testament to the skill of its makers.', 'The bridge is proof of the skill of its makers.'],
  ['It is an incredibly useful and a pivotal idea.', 'It is a very useful and an important idea.'],
  ['Users have the ability to pause.', 'Users can pause.'],
  ['Users will have the ability to pause.', 'Users will have the ability to pause.'],
  ['A cutting-edge camera is not needed.', 'A modern camera is not needed.'],
  ['Not only will it help, but it will also last.', 'Not only will it help, but it will also last.'],
  ['It was last seen embarking on a trail.', 'It was last seen embarking on a trail.'],
  ['The bustling of the crowd kept him awake.', 'The bustling of the crowd kept him awake.'],
  ['She played a pivotal role in guiding the team.', 'She played a big part in guiding the team.'],
  ['Whether you are a beginner or an expert, start small.', 'Start small.'],
] as const)('“%s” becomes “%s”', ([before, after]) => {
  expect(text(before)).toBe(after)
})

/** Regression: the first "but" after a cut "not only" became "and". */
test.for([
  'It is not only important to note that all but two of the presets can be deleted, but they can also be renamed.',
  'The warranty is not only generous to all but the first owner, but also transferable.',
  'This desk is not only the last but one in the range, but also the cheapest.',
  'It is not only the last but one in the range.',
  'We not only tested all but three desks, we also measured each one.',
  'The motor not only lifts the top, but it also never exceeds 50 decibels.',
  'Not only does the frame delve into a mix of features, but it also stays quiet.',
])('an exception, a denial or a turned clause beside “not only” is left alone: “%s”', (sentence) => {
  for (const strength of ['light', 'balanced', 'strong'] as const) expect(text(sentence, { strength })).toBe(sentence)
})

test.for([
  ['Due to the fact that the desk is heavy, two people lift it.', 'Because the desk is heavy, two people lift it.'],
  [
    'It is important to note that sitting for long periods strains the back.',
    'Sitting for long periods strains the back.',
  ],
  ["It is worth mentioning that standing all day isn't healthy either.", "Standing all day isn't healthy either."],
  ['It is also worth mentioning that cable trays are sold separately.', 'Cable trays are sold separately.'],
  ['It is important to note, however, that the desk is heavy.', 'But the desk is heavy.'],
  ['Firstly, it is important to note that the desk is heavy.', 'Firstly, the desk is heavy.'],
  ['It is important to note that prices vary because demand changes.', 'Prices vary because demand changes.'],
] as const)('filler that was left standing goes: “%s”', ([before, after]) => {
  expect(text(before)).toBe(after)
})

test('each change has a reason, and a plain sentence has none', () => {
  expect(by('Moreover, we did it prior to lunch.').reasons).toEqual([
    'Plainer: “before” instead of “prior to”.',
    'Cut the opening “Moreover”.',
  ])
  const plain = 'The kettle whistled while she looked for the tea.'
  expect(by(plain)).toEqual({ text: plain, reasons: [] })
})

test('light only removes filler and wordiness', () => {
  const sentence = 'Moreover, it is pivotal prior to launch.'
  expect(text(sentence, { strength: 'light' })).toBe('Moreover, it is pivotal before launch.')
})

test('quotations, code, URLs, names and frozen words aren’t changed', () => {
  const sentence =
    'He said “in order to win”, ran `utilize()`, saw https://a.example/in-order-to and joined the Prior To Society in order to win.'
  expect(text(sentence)).toBe(
    'He said “in order to win”, ran `utilize()`, saw https://a.example/in-order-to and joined the Prior To Society to win.',
  )
  const frozen = { facts: { language: 'en', freeze: ['seamless'] } }
  expect(text('It is a seamless and cutting-edge tool.', frozen)).toBe('It is a seamless and modern tool.')
})

test('doesn’t open two sentences in a row with the same word, or a formal text with “But”', () => {
  expect(text('However, it rained.', { previousOpening: 'But' })).toBe('However, it rained.')
  expect(text('However, it rained.', { register: 'formal' })).toBe('However, it rained.')
})

test('adds contractions where they fit, and expands them for a formal tone', () => {
  expect(contract('They are not just tools, they are friends.')).toBe('They are not just tools, they are friends.')
  expect(contract('It is late and they do not know what it is.')).toBe("It's late and they don't know what it is.")
  expect(expand("It isn't late and we can't stay.")).toBe('It is not late and we cannot stay.')
  expect(contracts("It's late. We don't stay. It is cold.")).toBe(true)
  expect(contracts('It is late. We do not stay.')).toBe(false)
  expect(text('It is late and we do not stay.', { contracts: true })).toBe("It's late and we don't stay.")
})

test('a long sentence is split only between two complete clauses', () => {
  expect(
    splitSentence(
      'The city widened the road along the river last summer after years of debate; it also planted trees on both sides of the old harbour and the market square.',
    ),
  ).toBe(
    'The city widened the road along the river last summer after years of debate. It also planted trees on both sides of the old harbour and the market square.',
  )
  expect(splitSentence('It rained; we stayed.')).toBeNull()
  expect(
    splitSentence(
      'The report lists the towns that flooded in spring; the roads that were closed; the bridges that were damaged; and the people who were moved to other places.',
    ),
  ).toBeNull()
})

test('a list after a semicolon isn’t split off', () => {
  expect(
    splitSentence(
      'Each of the stories that she tells in this long and careful book unveils a life of neglect and hope; a tapestry of scars both old and new that puts it all into perspective.',
    ),
  ).toBeNull()
})

test('short sentences with the same subject are joined', () => {
  expect(joinSentences('It saves water.', 'It also cuts waste.')).toBe('It saves water and cuts waste.')
  expect(joinSentences('It is light.', 'It is also cheap.')).toBe('It is light and cheap.')
  expect(joinSentences('It saves water.', 'They cut waste.')).toBeNull()
  expect(joinSentences('It saves water, mostly.', 'It also cuts waste.')).toBeNull()
  expect(joinSentences('You can pause.', 'You can also rewind.')).toBeNull()
  expect(joinSentences('They only sell bread.', 'They also bake it.')).toBeNull()
  expect(joinSentences('It turns left.', 'It turns right.')).toBeNull()
})
