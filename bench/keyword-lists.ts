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

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!]
  }
  return shuffled
}
