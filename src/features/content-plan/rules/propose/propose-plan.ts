import { createNounDetector } from '#features/keywords/rules/clustering/name-words.ts'
import { getCommonStems, getSeedStems } from '#features/keywords/rules/clustering/topic-names.ts'
import { createWordReader } from '#features/keywords/rules/clustering/word-reader.ts'
import { getModifiers } from '#features/reports/rules/topics/topic-modifiers.ts'
import { byVolume, getItemNumbers } from '../item-numbers.ts'
import { takePath } from '../item-url.ts'
import type { PlanSourceData, ProposedItem, ProposedPlan, SourceKeyword, SourceTopic } from '../plan-model.ts'
import { restTitle } from '../rest-item.ts'
import { type LoneContext, placeLoneKeywords } from './place-lone-keywords.ts'
import { proposeLinks } from './propose-links.ts'
import { proposeTitleTexts, type TitleContext, toTitle } from './propose-title.ts'
import { sharedTerms } from './shared-terms.ts'

/**
 * Proposes one page for each topic: pages that would compete are merged, and spokes stand below the pillar of their parent topic.
 * Keywords that were grouped with no other join the topic they fit; those left are one item that is no page. Every keyword of the
 * source is in exactly one item. Pure.
 */

/** A page while the plan is made. */
type Page = {
  topicIds: string[]
  parentId: string | null
  name: string
  isNamed: boolean
  keywords: SourceKeyword[]
  volume: number
  /** Terms of its name and main keyword, without those of the source's subject. */
  terms: Set<string>
  isPillar: boolean
  pillar: Page | null
}

export function proposePlan(source: PlanSourceData, maxPages: number): ProposedPlan {
  const context = readContext(source)
  const { pages, general, rest } = toPages(source, context)
  const merged = mergeCompeting(pages, source.topics)
  for (const page of merged) page.terms = getTerms(page, context)
  choosePillars(merged, source, general)
  const hasRest = rest.length > 0 && maxPages > 1
  if (!hasRest && rest.length > 0) join(merged.toSorted(byImportance)[0]!, { topicIds: [], keywords: rest, volume: 0 })
  const ordered = inOrder(reduceTo(merged, hasRest ? maxPages - 1 : maxPages))
  const indexOf = new Map(ordered.map((page, index) => [page, index]))
  const used = new Set<string>()
  const titles = new Set<string>()
  const items = ordered.map((page): ProposedItem => {
    const keywords = page.keywords.sort(byVolume)
    const texts = proposeTitleTexts(page, context)
    const main = texts.find((text) => !titles.has(toTitle(text, source.language))) ?? texts[0]!
    const title = toTitle(main, source.language)
    titles.add(title)
    return {
      title,
      role: page.isPillar ? 'pillar' : 'spoke',
      parent: page.pillar ? indexOf.get(page.pillar)! : null,
      intent: getItemNumbers(keywords).intent,
      url: takePath(main, used),
      keywords,
    }
  })
  if (hasRest)
    items.push({
      title: restTitle,
      role: 'spoke',
      parent: null,
      intent: getItemNumbers(rest).intent,
      url: null,
      keywords: rest.sort(byVolume),
    })
  return { items, links: proposeLinks(items, source.language) }
}

type Context = TitleContext & LoneContext

function readContext({ language, seed, keywords }: PlanSourceData): Context {
  const read = createWordReader(language)
  const stems = getSeedStems(read, seed)
  const words = keywords.map(({ text }) => read(text))
  return {
    language,
    read,
    seed: stems,
    common: getCommonStems(words),
    modifiers: getModifiers(language, read),
    nouns: createNounDetector(language, words, stems),
  }
}

type Pages = {
  pages: Page[]
  /** The page about the source's subject, which other pages are below. */
  general: Page | null
  rest: SourceKeyword[]
}

/** One page for each topic, with the keywords that no other was grouped with where they fit. Each keyword counts once, by key. */
function toPages(source: PlanSourceData, context: Context): Pages {
  const topics = new Map(source.topics.filter(({ kind }) => kind !== 'parent').map((topic) => [topic.id, topic]))
  const parents = new Set(source.topics.filter(({ kind }) => kind === 'parent').map(({ id }) => id))
  const chosen = new Set(source.chosen)
  const competing = new Set(source.topics.flatMap(({ id, overlaps }) => (overlaps.length > 0 ? id : [])))
  const isPage = ({ id, kind, isNamed }: SourceTopic) =>
    kind === 'topic' || isNamed || chosen.has(id) || competing.has(id)
  const byTopic = new Map<string, Page>()
  const lone: SourceKeyword[] = []
  const seen = new Set<string>()
  for (const { topicId, ...keyword } of source.keywords) {
    if (seen.has(keyword.key)) continue
    seen.add(keyword.key)
    const topic = topicId === null ? undefined : topics.get(topicId)
    if (!topic || !isPage(topic)) {
      lone.push(keyword)
      continue
    }
    const page = byTopic.get(topic.id) ?? createPage(topic, parents)
    byTopic.set(topic.id, page)
    page.keywords.push(keyword)
    page.volume += keyword.volume ?? 0
  }
  const pages = [...byTopic.values()]
  const placed = placeLoneKeywords(pages, lone, context)
  for (const { page, keyword } of placed.joined) join(page, toPart([keyword]))
  pages.push(...placed.pages.map(createLonePage))
  const general = placed.general.length > 0 ? createLonePage(placed.general) : null
  if (general) pages.push(general)
  return { pages, general, rest: placed.rest }
}

const createPage = (topic: SourceTopic, parents: ReadonlySet<string>): Page => ({
  topicIds: [topic.id],
  parentId: topic.parentId && parents.has(topic.parentId) ? topic.parentId : null,
  name: topic.name,
  isNamed: topic.isNamed,
  keywords: [],
  volume: 0,
  terms: new Set(),
  isPillar: false,
  pillar: null,
})

const toPart = (keywords: SourceKeyword[]) => ({
  topicIds: [],
  keywords,
  volume: keywords.reduce((sum, { volume }) => sum + (volume ?? 0), 0),
})

const createLonePage = (keywords: SourceKeyword[]): Page => ({
  ...createPage({ id: `keyword ${keywords[0]!.key}`, name: keywords[0]!.text, ...unnamed }, new Set()),
  ...toPart(keywords),
  topicIds: [`keyword ${keywords[0]!.key}`],
})
const unnamed = { kind: 'standalone', isNamed: false, parentId: null, pillar: '', overlaps: [] } as const

function getTerms({ name, keywords }: Page, { read, seed }: TitleContext): Set<string> {
  const main = [...keywords].sort(byVolume)[0]!
  const words = [name, main.text].flatMap((text) => read(text)).filter(({ stem }) => !seed.has(stem))
  const content = words.filter(({ isFunctionWord }) => !isFunctionWord)
  return new Set(content.map(({ stem }) => stem))
}

const byImportance = (a: Page, b: Page) =>
  b.volume - a.volume || b.keywords.length - a.keywords.length || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

function join(into: Page, page: Pick<Page, 'topicIds' | 'keywords' | 'volume'>) {
  into.topicIds.push(...page.topicIds)
  into.keywords.push(...page.keywords)
  into.volume += page.volume
}

/**
 * Merges pages that would compete: the same results rank for both. Only direct competitors of the stronger page join it, so a chain
 * of neighbors doesn't become one page.
 */
function mergeCompeting(pages: Page[], topics: readonly SourceTopic[]): Page[] {
  const byTopic = new Map(pages.map((page) => [page.topicIds[0]!, page]))
  const pairs = topics
    .flatMap(({ id, kind, overlaps }) =>
      kind === 'parent' ? [] : overlaps.map(({ cluster_id, pages: shared }) => ({ id, other: cluster_id, shared })),
    )
    .filter(({ id, other }) => byTopic.has(id) && byTopic.has(other) && id !== other)
    .sort((a, b) => b.shared - a.shared || (a.id + a.other < b.id + b.other ? -1 : 1))
  const merged = new Set<Page>()
  const heads = new Set<Page>()
  for (const { id, other } of pairs) {
    const [head, rest] = [byTopic.get(id)!, byTopic.get(other)!].sort(byImportance) as [Page, Page]
    if (merged.has(head) || merged.has(rest) || heads.has(rest)) continue
    heads.add(head)
    merged.add(rest)
    join(head, rest)
  }
  return pages.filter((page) => !merged.has(page))
}

/**
 * The page that holds a parent's main keyword is its pillar; the parent's other pages are spokes of it. Parents that only say what
 * kind of searches they hold ("Guides") have no page that is about them: their pages belong to the nearest pillar.
 */
function choosePillars(pages: Page[], source: PlanSourceData, general: Page | null) {
  const groups = Map.groupBy(pages, ({ parentId }) => parentId)
  const pillars: Page[] = general ? [general] : []
  const loose = groups.get(null) ?? []
  for (const parent of source.topics) {
    const members = parent.kind === 'parent' ? groups.get(parent.id) : undefined
    if (!members) continue
    if (!isSubject(parent, members)) {
      loose.push(...members)
      continue
    }
    const holdsMain = (page: Page) => page.keywords.some(({ text }) => text === parent.pillar)
    const pillar = members.find(holdsMain) ?? members.toSorted(byImportance)[0]!
    pillars.push(pillar)
    for (const page of members) page.pillar = page === pillar ? null : pillar
  }
  loose.sort(byImportance)
  const head = source.seed === null ? null : (general ?? loose[0] ?? null)
  if (head && !pillars.includes(head)) pillars.push(head)
  for (const page of loose) {
    if (pillars.includes(page)) continue
    const nearest = findNearest(page, pillars) ?? head
    if (nearest) page.pillar = nearest
    else pillars.push(page)
  }
  for (const pillar of pillars) pillar.isPillar = true
}

/** Whether a parent is a subject that its pages share, or a person's. */
function isSubject({ name, isNamed }: SourceTopic, members: readonly Page[]): boolean {
  if (isNamed) return true
  const words = new Set(name.toLowerCase().split(/\s+/))
  const having = members.filter(({ keywords }) =>
    keywords.some(({ text }) =>
      text
        .toLowerCase()
        .split(/\s+/)
        .some((word) => words.has(word)),
    ),
  )
  return having.length * 2 > members.length
}

/** The candidate that shares the most terms; null when none shares any. */
function findNearest(page: Page, candidates: readonly Page[]): Page | null {
  let best: Page | null = null
  let maxShared = 0
  for (const candidate of candidates) {
    if (candidate === page) continue
    const shared = sharedTerms(page.terms, candidate.terms)
    if (shared > maxShared) {
      best = candidate
      maxShared = shared
    }
  }
  return best
}

/** Merges the least important pages into their nearest sibling or pillar until no more than `max` are left. */
function reduceTo(pages: Page[], max: number): Page[] {
  const left = new Set(pages)
  const weakestFirst = pages
    .toSorted(byImportance)
    .reverse()
    .sort((a, b) => Number(a.isPillar) - Number(b.isPillar))
  for (const page of weakestFirst) {
    if (left.size <= max) break
    left.delete(page)
    if (!page.isPillar) {
      const siblings = [...left].filter(({ pillar }) => pillar === page.pillar)
      join(findNearest(page, siblings) ?? page.pillar!, page)
      continue
    }
    // Its spokes were merged before it.
    join(findNearest(page, [...left]) ?? [...left].sort(byImportance)[0]!, page)
  }
  return [...left]
}

/** Pillars by importance, each followed by its spokes. */
function inOrder(pages: readonly Page[]): Page[] {
  const spokes = Map.groupBy(pages, ({ pillar }) => pillar)
  const group = (pillar: Page) => [pillar, ...(spokes.get(pillar) ?? []).sort(byImportance)]
  const volume = (pillar: Page) => group(pillar).reduce((sum, page) => sum + page.volume, 0)
  return pages
    .filter(({ isPillar }) => isPillar)
    .map((pillar) => ({ pillar, volume: volume(pillar) }))
    .sort((a, b) => b.volume - a.volume || byImportance(a.pillar, b.pillar))
    .flatMap(({ pillar }) => group(pillar))
}
