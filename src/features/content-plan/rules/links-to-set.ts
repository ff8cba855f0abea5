import type { PlanLink, PlanRow } from '../contract.ts'

/** What the editor knows of a document's item. */
export type DocumentPlan = {
  item: Pick<PlanRow, '_id' | 'state'> | null
  links: readonly PlanLink[]
  targets: readonly Pick<PlanRow, '_id' | 'title' | 'url' | 'state'>[]
}

export type LinkToSet = {
  to: string
  title: string
  /** Null until the target has an address; the link can't be set before. */
  url: string | null
  /** The anchor as it stands in the text, and where; null when no sentence has it. */
  passage: { text: string; start: number; end: number } | null
}

const markdownLink = /!?\[[^\]]*\]\([^)]*\)/g

/**
 * The links of a document's item that aren't in its text yet: where the anchor stands outside of other links and headings. A link
 * whose target the text already links to is left out.
 */
export function linksToSet(document: { content_md: string }, plan: DocumentPlan): LinkToSet[] {
  const { item, links, targets } = plan
  if (!item) return []
  const byId = new Map(targets.map((target) => [target._id, target]))
  const text = document.content_md
  const closed = [
    ...[...text.matchAll(markdownLink)].map(({ 0: found, index }) => [index, index + found.length] as const),
    ...[...text.matchAll(/^#{1,6} .*$|```[\s\S]*?```/gm)].map(
      ({ 0: found, index }) => [index, index + found.length] as const,
    ),
  ]
  return links.flatMap(({ from, to, anchor, state }): LinkToSet[] => {
    const target = byId.get(to)
    if (from !== item._id || state === 'set' || !target || target.state === 'dropped') return []
    if (target.url !== null && text.includes(`](${target.url})`)) return []
    return [{ to, title: target.title, url: target.url, passage: findPassage(text, anchor, closed) }]
  })
}

function findPassage(text: string, anchor: string, closed: readonly (readonly [start: number, end: number])[]) {
  const words = anchor.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words.join('\\s+')}(?![\\p{L}\\p{N}])`, 'giu')
  for (const { 0: found, index: start } of text.matchAll(pattern)) {
    const end = start + found.length
    if (!closed.some(([from, to]) => start < to && end > from)) return { text: found, start, end }
  }
  return null
}

/** Published pages that should link to the document's page. */
export function pagesThatShouldLink({ item, links, targets }: DocumentPlan) {
  const waiting = new Set(links.filter(({ to, state }) => to === item?._id && state !== 'set').map(({ from }) => from))
  return targets.filter(({ _id, state }) => waiting.has(_id) && (state === 'published' || state === 'measured'))
}
