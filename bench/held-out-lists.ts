import type { LabeledList } from './keyword-lists.ts'
import { seededRandom } from './seeded-random.ts'

/**
 * Lists with other words than those of keyword-lists.ts, other forms and uneven topics. Rules were mended on the bike shop's, the templated and
 * the espresso list; the garden shop's was written afterwards, and no rule has been changed because of it.
 */

const words = (text: string) => text.trim().split(/\s*,\s*/)

const attributes = words(`
carbon, aluminum, folding, electric, cargo, kids, womens, waterproof, insulated, lightweight, tubeless, wireless, rear, front, clipless,
reflective, merino, padded, hydraulic, thermal`)

const products = words(`
road bike, mountain bike, gravel bike, bike trailer, bike rack, bike helmet, cycling shorts, cycling shoes, cycling gloves, bike lock,
bike pump, bike light, water bottle cage, saddle bag, bike stand, bike seat, handlebar tape, chain lube, bike computer, rain jacket`)

const modifiers = words(`
{}, best {} 2025, {} under 200, {} clearance, discount {}, {} for beginners, {} size chart, what size {} do i need, {} brands,
{} made in germany, second hand {}, {} warranty, {} vs regular, is a {} worth it, {} test, {} installation, shop {}, {} store near me,
{} weight, lightest {}, {} gift, {} replacement, how to choose a {}, {} recommendations`)

/** A bike shop's list: two-word products share a word, and a topic has between two and `most` of its forms. */
export const makeBikeShop = (heads: number, most: number, seed: number): LabeledList =>
  makeShop({ attributes, products, modifiers }, heads, most, seed)

const garden = {
  attributes: words(`
cordless, petrol, robotic, teak, cedar, plastic, galvanized, raised, self watering, solar, retractable, heavy duty, telescopic, folding,
stainless steel, terracotta`),
  products: words(`
lawn mower, hedge trimmer, leaf blower, garden bench, potting table, compost bin, planter box, water butt, garden hose, pruning saw,
wheelbarrow, greenhouse, bird bath, fire pit, trellis, garden shears`),
  modifiers: words(`
{}, {} uk, best {} 2026, {} spare parts, {} argos, how to repair a {}, {} battery replacement, {} second hand, {} with wheels, cheap {},
{} review, how much does a {} cost, {} delivery, quietest {}, {} instructions, is a {} any good, {} for small gardens, {} hire,
how to store a {} in winter, {} cover`),
}

/** A garden shop's list, with attributes of one or two words. */
export const makeGardenShop = (heads: number, most: number, seed: number): LabeledList =>
  makeShop(garden, heads, most, seed)

type Shop = Record<'attributes' | 'products' | 'modifiers', readonly string[]>

function makeShop(shop: Shop, heads: number, most: number, seed: number): LabeledList {
  const random = seededRandom(seed)
  const pairs = shop.attributes.flatMap((attribute) => shop.products.map((product) => `${attribute} ${product}`))
  const labeled = shuffle(pairs, random)
    .slice(0, heads)
    .flatMap((head, topic) =>
      shuffle(shop.modifiers, random)
        .slice(0, 2 + Math.floor(random() * (most - 1)))
        .map((form) => ({ keyword: form.replace('{}', head), topic })),
    )
  return toList(shuffle(labeled, random))
}

const forms = words(`
how to clean {}, {} cleaning tips, can you wash {}, {} care instructions, how to store {}, {} storage ideas, how long does {} last,
{} lifespan, {} shelf life, {} price comparison, how much is {}, {} cost per month, where to buy {}, {} stores, {} near me, {} reviews,
{} complaints, is {} safe, {} side effects, {} ingredients, {} recipe, homemade {}, {} calories, {} vs alternatives, {} benefits`)

const subjects = words(`
almond flour, cast iron, memory foam, oat bran, silk sheets, tile grout, goose down, maple syrup, wool socks, vinyl plank, coconut oil,
beeswax wrap, linen napkins, bone broth, kombucha, teak oil, rice vinegar, copper pipe, latex paint, pine needles, goat cheese,
rye starter, ghee, fish sauce, leather couch, marble dust, wood stain, hemp rope, cork board, solar lamp`)

/** Templated: every subject in the same forms, thirty topics of up to twenty-five keywords. */
export function makeTemplated(seed: number): LabeledList {
  const random = seededRandom(seed)
  const labeled = subjects.flatMap((subject, topic) =>
    shuffle(forms, random)
      .slice(0, 12 + Math.floor(random() * 13))
      .map((form) => ({ keyword: form.replace('{}', subject), topic })),
  )
  return toList(shuffle(labeled, random))
}

const toList = (labeled: readonly { keyword: string; topic: number }[]): LabeledList => ({
  keywords: labeled.map(({ keyword }) => keyword),
  topics: Int32Array.from(labeled, ({ topic }) => topic),
})

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!]
  }
  return shuffled
}

/** An espresso shop's 31 keywords with searches a month (made up), and the topics that an SEO would plan a page for. */
export const espressoShop: readonly (readonly [keyword: string, volume: number, topic: string])[] = [
  ['espresso machine', 246000, 'espresso machine'],
  ['best espresso machine', 90500, 'espresso machine'],
  ['home espresso machine', 14800, 'espresso machine'],
  ['espresso machine under 500', 3600, 'espresso machine'],
  ['used espresso machine', 2400, 'espresso machine'],
  ['espresso machine with grinder', 22200, 'espresso machine with grinder'],
  ['best espresso machine with grinder', 8100, 'espresso machine with grinder'],
  ['espresso machine with built in grinder', 1900, 'espresso machine with grinder'],
  ['commercial espresso machine', 12100, 'commercial espresso machine'],
  ['2 group commercial espresso machine', 880, 'commercial espresso machine'],
  ['used commercial espresso machine', 1000, 'commercial espresso machine'],
  ['portable espresso maker', 9900, 'portable espresso maker'],
  ['best portable espresso maker', 2900, 'portable espresso maker'],
  ['travel espresso maker', 1300, 'portable espresso maker'],
  ['coffee grinder', 110000, 'coffee grinder'],
  ['best coffee grinder for espresso', 6600, 'coffee grinder'],
  ['burr coffee grinder', 18100, 'coffee grinder'],
  ['manual coffee grinder', 12100, 'coffee grinder'],
  ['milk frother', 74000, 'milk frother'],
  ['electric milk frother', 9900, 'milk frother'],
  ['best milk frother', 8100, 'milk frother'],
  ['handheld milk frother', 6600, 'milk frother'],
  ['espresso cups', 18100, 'espresso cups'],
  ['espresso cups set of 6', 1600, 'espresso cups'],
  ['double wall espresso cups', 2400, 'espresso cups'],
  ['espresso tamper', 9900, 'espresso tamper'],
  ['58mm tamper', 3600, 'espresso tamper'],
  ['how to descale an espresso machine', 5400, 'descaling'],
  ['espresso machine descaler', 2900, 'descaling'],
  ['espresso machine cleaning tablets', 1900, 'cleaning'],
  ['gift card', 480, 'gift card'],
]
