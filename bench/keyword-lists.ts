import { seededRandom } from './seeded-random.ts'

/** Made-up keyword lists of each kind that text clustering has to tell apart; the same seed makes the same list. */
export type LabeledList = { keywords: string[]; topics: Int32Array }

const words = (text: string) => text.trim().split(/\s*,\s*/)

const attributes = words(`
copper, oak, walnut, brass, marble, linen, velvet, bamboo, ceramic, glass, steel, rattan, leather, wool, concrete, gold, black, white,
green, blue, pink, small, large, round, square, tall, narrow, outdoor, vintage, modern`)

const products = words(`
kettle, vase, desk, rug, lamp, mirror, chair, stool, shelf, sofa, table, curtain, pillow, bowl, mug, tray, clock, basket, planter, bench,
cabinet, drawer, faucet, sink, bathtub, towel, blanket, mattress, candle, frame, pan, pot, knife, fork, bottle, jug, teapot, plate,
doormat, hook`)

const modifiers = words(`
best {}, cheap {}, used {}, {} for sale, {} near me, {} review, {} reviews, {} price, buy {}, {} online, how to clean {}, {} ideas,
{} sale, {} amazon, {} ikea, where to buy {}, {} cost, top {}, {} set, {} deals`)

/**
 * A shop's list: attribute × product × modifier. A topic is what one category page sells: "copper kettle" in all its forms,
 * never together with "copper vase".
 */
export function makeShopList(heads: number, forms: number, seed: number): LabeledList {
  const random = seededRandom(seed)
  const pairs = attributes.flatMap((attribute) => products.map((product) => `${attribute} ${product}`))
  const picked = shuffle(pairs, random).slice(0, heads)
  const keywords: string[] = []
  const topics: number[] = []
  picked.forEach((head, topic) => {
    for (const form of shuffle(modifiers, random).slice(0, forms)) {
      keywords.push(form.replace('{}', head))
      topics.push(topic)
    }
  })
  const order = shuffle([...keywords.keys()], random)
  return { keywords: order.map((at) => keywords[at]!), topics: Int32Array.from(order, (at) => topics[at]!) }
}

const synonyms: readonly (readonly [string, string])[] = words(`
sofa couch, rug carpet, lamp light, mug cup, curtain drape, faucet tap, trash bin, cupboard cabinet, blanket throw, pot planter, picture
artwork, stool barstool, doormat mat, pillow cushion, dresser commode, mattress bed, towel washcloth, kettle teapot, pan skillet,
bookcase shelf`).map((pair) => pair.split(/\s+/) as [string, string])

/**
 * A list where words aren't enough: each topic is searched by two names ("oak sofa", "oak couch"), which only results tell to be
 * the same. `serps` are drawn from a topic's twelve pages, with some noise.
 */
export function makeSynonymList(heads: number, forms: number, seed: number): LabeledList & { serps: string[][] } {
  const random = seededRandom(seed)
  const pairs = attributes.flatMap((attribute) => synonyms.map((pair) => pair.map((name) => `${attribute} ${name}`)))
  const keywords: string[] = []
  const topics: number[] = []
  shuffle(pairs, random)
    .slice(0, heads)
    .forEach((names, topic) => {
      for (const name of names)
        for (const form of shuffle(modifiers, random).slice(0, forms)) {
          keywords.push(form.replace('{}', name))
          topics.push(topic)
        }
    })
  const order = shuffle([...keywords.keys()], random)
  const getPage = (topic: number) =>
    random() < 0.15
      ? `https://noise${Math.floor(random() * 5000)}.example/`
      : `https://topic${topic}-${Math.floor(random() ** 1.5 * 12)}.example/`
  return {
    keywords: order.map((at) => keywords[at]!),
    topics: Int32Array.from(order, (at) => topics[at]!),
    serps: order.map((at) => [...new Set(Array.from({ length: 14 }, () => getPage(topics[at]!)))].slice(0, 10)),
  }
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!]
  }
  return shuffled
}
