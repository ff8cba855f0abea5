/**
 * The doubles' results for any term: the same words for the same query, and different ones per vendor. Nothing in them
 * is real.
 */

/** A number from 0 to 1 that only depends on the text (FNV-1a). */
export const getChance = (text: string): number => toChance(addToHash(0x811c9dc5, text))

function addToHash(hash: number, text: string): number {
  let sum = hash
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return sum
}

function toChance(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  mixed ^= mixed >>> 12
  return (mixed >>> 0) / 2 ** 32
}

/**
 * `count` items of the list, selected and ordered by the text. Reports pick from hundreds of words for each of thousands
 * of keywords, so the text is hashed once and only the selected items are sorted.
 */
export function pick<Item>(list: readonly Item[], count: number, by: string): Item[] {
  const start = addToHash(0x811c9dc5, `${by}#`)
  const picked: { item: Item; order: number }[] = []
  for (const [index, item] of list.entries()) {
    const order = toChance(addToHash(start, String(index)))
    let at = picked.length
    while (at > 0 && order < picked[at - 1]!.order) at--
    if (at >= count) continue
    picked.splice(at, 0, { item, order })
    if (picked.length > count) picked.pop()
  }
  return picked.map(({ item }) => item)
}

const tails = `accessories adapter advice age allergy alternatives amazon app apartment assembly australia autumn
baby bag balance base basics bathroom battery beginners benefits best bike black blog blue book box brands budget build bundle
calculator calories camping canada care certificate cheap checklist chemistry children cleaning clinic club coating colour
comparison concentrate container cost course cover culture
daily dangers decoration definition delivery design diagram diameter difference discount diy dogs download drawing dry duration
easy ebay ecological education effect efficiency electric energy engine equipment europe example exercise expensive experience
fabric facts family farm fast feedback fee filter finance fitting flavour flowers forum frame free frequency funny
games garage garden gas germany gift girls glass gloves grade green group grow guarantee guide gym
habits hack hair half hammer handbook hardware health height herbs high history hobby holder home homemade hours house
ice ideas illustration images improvement india indoor industry ingredients insulation insurance interior investment ireland issues
jacket japan jar jobs journal journey juice jump junior justice
keto keyboard kids kit kitchen knife knowledge
label ladder lamp language large law layout leaf learning leather length lesson level licence lifespan light list local loud
machine maintenance makers manual map market materials meaning measurement membership metal method mini mistakes model monthly museum
name natural near needs network new news noise normal notes number nutrition
offer office oil old online open option orange order organic organizer outdoor oven overview
packaging paint paper parts pattern pdf percentage photos pictures plan plastic portable poster power price problems project
quality quantity quarter questions quick quiet quiz quote
rack range rating ratio recipe recommendation red refill regulations rental repair replacement requirements research review risks room rules
safety sale sample schedule school science season second service set setup shape shop size small smart software solution spare storage subscription
table taste tax teacher technique temperature test theory thickness timer tips tools top training transport travel types
uk ultimate uniform unit university unlimited update upgrade usa used user utensils
vacation value variety vegan vehicle ventilation versions vertical video vintage volume voltage voucher
wall warranty waste watch water weather website weekly weight white wholesale width winter wood work workshop
xl xmas yard year yellow yield yoga young youtube zero zip zone`
  .trim()
  .split(/\s+/)

const questionTails =
  `work at home|work without water|cost per month|help beginners|last in summer|start early|go wrong|become popular
compare to others|save money|taste better|look in winter|fit a small flat|get cheaper|improve with age|need a permit|use less energy
matter for health|stay fresh|differ by country|change over time|hold its value|scale up|break down`.split(/[|\n]/)

const openers = [
  'how to choose',
  'what is',
  'why is',
  'can you clean',
  'is it worth buying',
  'where to find',
  'when to replace',
]

const articles: Record<string, string[]> = {
  de: [
    'kaufen',
    'test',
    'kosten',
    'anleitung',
    'selber machen',
    'erfahrungen',
    'vergleich',
    'tipps',
    'bedeutung',
    'für anfänger',
  ],
  fr: ['prix', 'avis', 'définition', 'comparatif', 'pas cher', 'recette', 'maison', 'pour débutant', 'conseils', 'été'],
  es: [
    'precio',
    'opiniones',
    'qué es',
    'barato',
    'para principiantes',
    'en casa',
    'receta',
    'ventajas',
    'tipos',
    'niños',
  ],
}

const questionWord = /^(?:how|what|why|when|where|which|who|can|is|are|will|does|do|should)\b/i

/**
 * About ten completions of a term: a single last letter is completed, a question is continued, a final preposition gets
 * a noun, and other terms a second word.
 */
export function getCompletions(term: string, vendor: string, language = 'en', count = 10): string[] {
  const asked = term.trim().replace(/\s+/g, ' ')
  const by = `${vendor}:${asked.toLowerCase()}`
  const own = articles[language.slice(0, 2)]
  if (own)
    return distinct([asked, ...pick(own, count - 3, by).map((word) => `${asked} ${word}`), ...single(asked, by, 3)])
  if (questionWord.test(asked)) {
    return distinct(pick(questionTails, count, by).map((tail) => `${asked} ${tail}`))
  }
  return distinct(single(asked, by, count))
}

function single(asked: string, by: string, count: number) {
  const [, head, letter] = /^(.+)\s(\p{L})$/u.exec(asked) ?? []
  if (head && letter) {
    const words = tails.filter((word) => word.startsWith(letter.toLowerCase()))
    return pick(words, count, by).map((word) => `${head} ${word}`)
  }
  return pick(tails, count, by).map((word) => `${asked} ${word}`)
}

/** People Also Ask questions. */
export const questionsAbout = (term: string, vendor: string, count: number) =>
  distinct([
    ...pick(openers, Math.ceil(count / 2), `${vendor}:open:${term}`).map((opener) => `${opener} ${term}?`),
    ...pick(questionTails, count, `${vendor}:tail:${term}`).map((tail) => `How does ${term} ${tail}?`),
  ]).slice(0, count)

export const topicWords = (text: string, count: number) => pick(tails, count, `words:${text}`)

export const toSlug = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)

export const titleCase = (text: string) => text.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())

const distinct = (texts: string[]) => [...new Set(texts)]
