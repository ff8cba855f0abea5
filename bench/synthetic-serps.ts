import { seededRandom } from './seeded-random.ts'

/**
 * Made-up result pages that are as hard as real ones: sites found everywhere (hubs), pages that fit nothing, and results
 * that belong to the topic next door. The same seed makes the same world.
 */
export type SerpWorld = {
  name: string
  /** Share of places taken by hub pages, and how many hub pages there are. */
  hubShare: number
  hubs: number
  /** Share of places taken by a page found anywhere: another in nearly every result page. */
  noiseShare: number
  /** Share of places taken by pages of another intent of the same topic. */
  neighborShare: number
}

export const serpWorlds: SerpWorld[] = [
  { name: '12 hubs on 25 %', hubs: 12, hubShare: 0.25, noiseShare: 0.08, neighborShare: 0 },
  { name: '12 hubs on 35 %', hubs: 12, hubShare: 0.35, noiseShare: 0.08, neighborShare: 0 },
  { name: '25 % hubs, 15 % noise', hubs: 12, hubShare: 0.25, noiseShare: 0.15, neighborShare: 0 },
  { name: '100 hubs on 25 %', hubs: 100, hubShare: 0.25, noiseShare: 0.08, neighborShare: 0 },
  { name: '15 % neighbors', hubs: 12, hubShare: 0.25, noiseShare: 0.08, neighborShare: 0.15 },
]

const results = 10
const ownPages = 12
const intentsPerTopic = 8

/** Ten results for each of `count` keywords as numbers of pages, and the intent each keyword has. */
export function makeSerps(world: SerpWorld, count: number, seed: number) {
  const random = seededRandom(seed)
  const intents = Math.ceil(count / 10)
  const firstOwn = world.hubs
  const firstNoise = firstOwn + intents * ownPages
  const noisePages = intents * 5
  const offsets = Int32Array.from({ length: count + 1 }, (_, keyword) => keyword * results)
  const urls = new Int32Array(count * results)
  const intentOf = new Int32Array(count)

  // Searches for one thing agree on most of their first results: the first pages are the likeliest.
  const pickOwn = (intent: number) => firstOwn + intent * ownPages + Math.floor(random() ** 1.5 * ownPages)
  const pickNeighbor = (intent: number) => {
    const topic = intent - (intent % intentsPerTopic)
    return pickOwn(Math.min(intents - 1, topic + Math.floor(random() * intentsPerTopic)))
  }
  // Hubs aren't alike: the first is in many more result pages than the last.
  const pickHub = () => Math.floor(random() ** 1.5 * world.hubs)

  for (let keyword = 0; keyword < count; keyword++) {
    const intent = Math.floor(random() * intents)
    intentOf[keyword] = intent
    const found = new Set<number>()
    for (let tries = 0; found.size < results && tries < 200; tries++) {
      const dice = random()
      if (dice < world.hubShare) found.add(pickHub())
      else if (dice < world.hubShare + world.noiseShare) found.add(firstNoise + Math.floor(random() * noisePages))
      else if (dice < world.hubShare + world.noiseShare + world.neighborShare) found.add(pickNeighbor(intent))
      else found.add(pickOwn(intent))
    }
    ;[...found].forEach((page, at) => {
      urls[keyword * results + at] = page
    })
  }
  return { offsets, urls, intentOf }
}
