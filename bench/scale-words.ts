/** Words for a big database: topics as people ask about them, and what people put around a topic. The same at every call. */

export type SeedPhrase = {
  n: number
  id: string
  before: string
  after: string
  type: string
  modifier: string | null
  intent: string
  confidence: number
  depth: number
  sources: string[]
  heard: Record<string, [number, number]>
  popularity: number
  volume: number
  cpc: number
  competition: number
  difficulty: number
  cluster_id: string
  monthly: { t: string; v: number }[] | null
}

const things =
  'coffee kettle grinder bread oven knife desk chair lamp bicycle helmet tent stove pump boiler heater rug sofa shelf curtain mattress pillow blanket camera lens tripod phone charger laptop monitor keyboard router printer drone guitar piano violin drum easel brush canvas garden hedge mower rake seed compost barrel pond fence gate paint tile floor roof gutter window door hinge lock shoe boot jacket glove scarf tea yogurt cheese rice pasta soup sauce salad cake biscuit honey jam olive cactus fern orchid rose puppy kitten parrot hamster aquarium leash collar'.split(
    ' ',
  )
const kinds =
  'cold electric standing small large cheap quiet portable wooden steel ceramic organic vintage modern folding wireless outdoor indoor japanese italian german french scandinavian rustic heavy light round square narrow tall soft firm waterproof insulated refillable smart manual automatic professional beginner'.split(
    ' ',
  )
const aims =
  'brew kit set stand cover repair cleaner holder guide recipe plan course rental insurance subscription'.split(' ')

export function makeTopics(): string[] {
  return kinds.flatMap((kind) =>
    things.flatMap((thing) => [`${kind} ${thing}`, ...aims.map((aim) => `${kind} ${thing} ${aim}`)]),
  )
}

const months = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, '0')}-01T00:00:00.000Z`)
/** Rows and clusters are known by these within their report. */
export const toId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

const openings: [type: string, intent: string, words: string[]][] = [
  [
    'question',
    'informational',
    'how to clean|how to choose|how to make|how long does|how much is|what is|what does|why is|why does|when to use|where to buy|which is the best|can you wash|can you freeze|is it worth buying|are there alternatives to|who makes|will it fit|should i buy|does it matter which'.split(
      '|',
    ),
  ],
]
const endings: [type: string, intent: string, words: string[]][] = [
  ['comparison', 'commercial', 'vs|versus|or|compared to|alternative to|and'.split('|')],
  ['preposition', 'commercial', 'for|with|without|near|under|in|on|from|to|at|by'.split('|')],
  ['alphabetical', 'navigational', 'abcdefghijklmnopqrstuvwxyz'.split('')],
  ['related', 'transactional', 'price|review|deals|manual|size|colours|weight|parts|warranty|delivery'.split('|')],
]
const objects = [...things, ...kinds.map((kind) => `${kind} ones`)]
const sourceSets = [
  ['google_suggest'],
  ['google_suggest', 'bing_suggest'],
  ['bing_suggest'],
  ['google_suggest', 'duckduckgo_suggest', 'youtube_suggest'],
  ['duckduckgo_suggest'],
]

/** `count` of them, every type at every size, each different from all others around one topic. */
export function makePhrases(count: number): SeedPhrase[] {
  const shapes = [
    ...openings.flatMap(([type, intent, words]) => words.map((word) => ({ type, intent, word, opens: true }))),
    ...endings.flatMap(([type, intent, words]) => words.map((word) => ({ type, intent, word, opens: false }))),
  ]
  const spread = Array.from({ length: shapes.length }, (_, at) => shapes[(at * 29) % shapes.length]!)
  return Array.from({ length: count }, (_, at) => {
    const { type, intent, word, opens } = spread[at % spread.length]!
    const round = Math.floor(at / spread.length)
    const tail =
      round === 0
        ? ''
        : ` ${objects[(round * 17 + at) % objects.length]}${round > 40 ? ` ${round}` : ''}${round > 1 && round <= 40 ? ` ${objects[round]}` : ''}`
    const sources = sourceSets[(at * 7) % sourceSets.length]!
    return {
      n: at + 1,
      id: toId(at),
      before: opens ? `${word} ` : '',
      after: opens ? tail : ` ${word}${tail}`,
      type: at === 0 ? 'seed' : type,
      modifier: type === 'related' ? null : word.split(' ')[0]!,
      intent,
      confidence: 0.5 + (at % 50) / 100,
      depth: 1 + (round > 3 ? 1 : 0),
      sources,
      heard: Object.fromEntries(sources.map((source) => [source, [0.9, 2]])),
      popularity: 99 / (1 + Math.log2(at + 1) / 4),
      volume: Math.floor(400_000 / (at + 3)),
      cpc: ((at * 37) % 1000) / 100,
      competition: ((at * 53) % 1000) / 1000,
      difficulty: (at * 71) % 100,
      cluster_id: toId(Math.floor(at / 12)),
      monthly: at % 4 === 0 ? months.map((t, month) => ({ t, v: 90 + ((at * (month + 3)) % 400) })) : null,
    }
  })
}
