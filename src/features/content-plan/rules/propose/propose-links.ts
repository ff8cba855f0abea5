import type { ProposedLink } from '../plan-model.ts'
import { createTermReader } from './shared-terms.ts'

/**
 * Proposes internal links: each spoke to its pillar and to two to five siblings by shared terms, and each pillar to its strongest
 * spokes. Every page gets a link, and no page has more than eight. Pure.
 */

export const maxLinksAPage = 8
const maxSiblings = 5
const minSiblings = 2
/** A term of more siblings than this says nothing about two of them; without a limit large plans would take minutes. */
const maxPagesOfTerm = 200

type Linkable = {
  title: string
  parent: number | null
  role: 'pillar' | 'spoke'
  url: string | null
  keywords: readonly { text: string }[]
}

/** Keywords collected below no pillar and without a URL are no page, so nothing links to them. */
const isPage = ({ role, parent, url }: Linkable) => role === 'pillar' || parent !== null || url !== null

export function proposeLinks(all: readonly Linkable[], language: string): ProposedLink[] {
  // Items that are no page come last in a proposal but anywhere in a plan, so indexes are mapped back.
  const indexes = all.flatMap((item, index) => (isPage(item) ? index : []))
  const indexOf = new Map(indexes.map((index, at) => [index, at]))
  const items = indexes.map((index) => ({ ...all[index]!, parent: indexOf.get(all[index]!.parent ?? -1) ?? null }))
  const readTerms = createTermReader(language)
  const anchors = items.map(({ keywords, title }) => keywords[0]?.text || title)
  const terms = items.map((item, index) => readTerms([item.title, anchors[index]!]))
  const links = items.map(() => new Set<number>())
  const inbound = items.map(() => 0)
  const add = (from: number, to: number) => {
    if (from === to || links[from]!.has(to) || links[from]!.size >= maxLinksAPage) return false
    links[from]!.add(to)
    inbound[to]!++
    return true
  }
  for (const group of getGroups(items).values()) {
    const { pillar, members } = group
    for (const spoke of members) if (pillar !== null) add(spoke, pillar)
    if (pillar !== null) for (const spoke of members.slice(0, maxLinksAPage)) add(pillar, spoke)
    linkSiblings(members, terms, add)
  }
  linkOrphans(items, { links, inbound, add })
  return links.flatMap((targets, from) =>
    [...targets].map((to) => ({ from: indexes[from]!, to: indexes[to]!, anchor: anchors[to]! })),
  )
}

/** Pillars with their spokes; spokes without a pillar are a group too. */
function getGroups(items: readonly Linkable[]) {
  const groups = new Map<number, { pillar: number | null; members: number[] }>()
  items.forEach(({ role, parent }, index) => {
    const key = role === 'pillar' ? index : (parent ?? -1)
    const group = groups.get(key) ?? { pillar: key === -1 ? null : key, members: [] }
    groups.set(key, group)
    if (role !== 'pillar') group.members.push(index)
  })
  return groups
}

/** Links each spoke to the siblings that share the rarest terms with it, and to its neighbors when fewer than two do. */
function linkSiblings(members: readonly number[], terms: readonly Set<string>[], add: Add) {
  const byTerm = new Map<string, number[]>()
  for (const member of members)
    for (const term of terms[member]!) {
      const known = byTerm.get(term)
      if (known) known.push(member)
      else byTerm.set(term, [member])
    }
  members.forEach((member, index) => {
    const scores = new Map<number, number>()
    for (const term of terms[member]!) {
      const sharing = byTerm.get(term)!
      if (sharing.length > maxPagesOfTerm) continue
      for (const sibling of sharing)
        if (sibling !== member) scores.set(sibling, (scores.get(sibling) ?? 0) + 1 / Math.log(1 + sharing.length))
    }
    const nearest = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, maxSiblings)
    let linked = nearest.filter(([sibling]) => add(member, sibling)).length
    for (let step = 1; linked < minSiblings && step < members.length; step++)
      if (add(member, members[(index + step) % members.length]!)) linked++
  })
}

/** Gives each page without a link to it one from its pillar, a sibling or any page with room. */
function linkOrphans(
  items: readonly Linkable[],
  { links, inbound, add }: { links: readonly Set<number>[]; inbound: readonly number[]; add: Add },
) {
  let next = 0
  items.forEach(({ parent }, index) => {
    if (inbound[index]! > 0 || items.length < 2) return
    if (parent !== null && add(parent, index)) return
    for (let tries = 0; tries < items.length; tries++) {
      const from = next++ % items.length
      if (from !== index && links[from]!.size < maxLinksAPage && add(from, index)) return
    }
  })
}

type Add = (from: number, to: number) => boolean
