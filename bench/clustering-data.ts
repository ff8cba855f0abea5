/** Made-up but lifelike input for bench/clustering.ts; the same seed makes the same list. */

function seeded(seed: number) {
  let state = seed >>> 0
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b)
    mixed ^= mixed >>> 15
    return (mixed >>> 0) % below
  }
}

const list = (words: string) => words.trim().split(/\s*,\s*/)

const things = list(`
standing desk, office chair, laptop, running shoes, yoga mat, air fryer, robot vacuum, bike, dog food, cat litter, car insurance,
home loan, credit card, travel insurance, wedding dress, engagement ring, stroller, car seat, coffee grinder, espresso machine,
blender, rice cooker, earbuds, smart watch, phone case, tablet stand, hiking boots, tent, sleeping bag, fishing rod, golf clubs,
tennis racket, guitar strings, keyboard piano, drum kit, led strip, solar panel, heat pump, water filter, garden hose, lawn mower,
chainsaw, paint sprayer, wall shelf, sofa bed, mattress, blanket, bath towel, shower head, toilet seat, protein powder, vitamins,
face cream, sunscreen, shampoo, hair dryer, electric shaver, perfume, backpack, suitcase, wallet, sunglasses, winter jacket,
rain coat, jeans, swimsuit, socks, work boots, safety gloves, drill, circular saw, tool box, ladder, wheelbarrow, greenhouse,
raised bed, compost bin, bird feeder, aquarium, hamster cage, horse saddle, bread maker, knife set, cutting board, frying pan,
pressure cooker, ice maker, wine rack, cocktail set, board game, puzzle, model train, drone, action camera, tripod, microscope,
telescope, printer, scanner, monitor, graphics card, router, external drive, microphone, webcam, projector, soundbar, turntable`)

const kinds = list(`
electric, wooden, portable, foldable, waterproof, kids, small, large, heavy duty, lightweight, organic, wireless, adjustable,
compact, vintage, white, black, pink, steel, bamboo, travel, commercial, rechargeable, ergonomic, outdoor, indoor, gaming,
professional, luxury, silent, low cost, mini, corner, double, custom, womens, mens, senior, eco, stainless, ceramic, leather`)

const askings = list(`
best {}, cheap {}, {} reviews, {} for beginners, {} near me, how to choose a {}, {} vs alternatives, {} price, {} sale,
buy {} online, {} for small spaces, what is a {}, {} comparison, used {}, {} deals, how much does a {} cost, is a {} worth it,
{} how to clean, {} repair, {} parts, {} size guide, {} weight limit, top rated {}, {} under 100, {} under 500, {} rental,
{} warranty, {} assembly instructions, {} ideas, {} alternatives, diy {}, {} accessories, {} black friday, {} amazon, {} ikea,
{} for apartments, {} for back pain, who makes the best {}, how long does a {} last, {} 2026, {} second hand, {} wholesale,
{} manufacturers, {} buying guide, why is {} so expensive, {} problems, {} safety, {} made in usa, {} free shipping, {}`)

/** Distinct keywords, each a kind of thing asked for in one of fifty ways; `topics` says which thing of which kind. */
export function lifelikeKeywords(count: number, seed = 7): { keywords: string[]; topics: Int32Array } {
  const random = seeded(seed)
  const topicCount = things.length * kinds.length
  const topicsUsed = Math.min(topicCount, Math.ceil(count / 24))
  const keywords = new Set<string>()
  const topics: number[] = []
  while (keywords.size < count) {
    const topic = Math.floor((random(topicsUsed) * topicCount) / topicsUsed)
    const name = `${kinds[topic % kinds.length]} ${things[Math.floor(topic / kinds.length)]}`
    const keyword = askings[random(askings.length)]!.replace('{}', name)
    if (keywords.has(keyword)) continue
    keywords.add(keyword)
    topics.push(topic)
  }
  return { keywords: [...keywords], topics: Int32Array.from(topics) }
}

/**
 * Ten results a keyword: intents of about ten keywords draw most from their own twelve addresses, two from the wider
 * topic's, and four in ten also show one of twenty hubs.
 */
export function lifelikeSerps(count: number, seed = 11) {
  const random = seeded(seed)
  const results = 10
  const intents = Math.ceil(count / 10)
  const hubs = 20
  const offsets = Int32Array.from({ length: count + 1 }, (_, keyword) => keyword * results)
  const urls = new Int32Array(count * results)
  const intentOf = new Int32Array(count)
  const own = 12
  const topicSize = 8
  const firstOfTopics = hubs + intents * own
  for (let keyword = 0; keyword < count; keyword++) {
    const intent = random(intents)
    intentOf[keyword] = intent
    const start = keyword * results
    // Seven of the intent's own, the first ones likelier: searches for one thing agree on most of their results.
    let taken = 0
    for (let place = 0; taken < 7; place++) {
      const leaves = own - place
      if (leaves === 7 - taken || random(100) < 75) urls[start + taken++] = hubs + intent * own + place
    }
    const topic = firstOfTopics + Math.floor(intent / topicSize) * 40
    urls[start + 7] = topic + random(40)
    urls[start + 8] = topic + random(40)
    urls[start + 9] = random(10) < 4 ? random(hubs) : firstOfTopics + random(intents * 5)
  }
  return { offsets, urls, intentOf }
}
