import type { Strictness } from '#features/reports/contract.ts'
import { clusterBySerp } from './cluster-by-serp.ts'
import { clusterByText, joinByText, type KeywordGroups, type ListKind } from './cluster-by-text.ts'

export type ClusterInput = {
  keywords: string[]
  /** Monthly searches of each keyword; null when unknown. */
  volumes?: (number | null)[]
  /** URLs of each keyword's first results, up to ten; null when its SERP is unknown. */
  serps?: (string[] | null)[]
  /** BCP 47 tag; selects the stemmer and stop words. */
  language: string
  /** How much two SERPs must share; balanced by default. */
  strictness?: Strictness
  /**
   * Of a short list that people collected, without one topic: stems of intent ("best", "near me"), which rather tell what
   * someone wants than a subject.
   */
  modifiers?: ReadonlySet<string> | null
}

export type Cluster = {
  /** Index of the keyword that names the cluster: the most searched, else the most central. */
  pillar: number
  /** Indexes of all its keywords, the pillar first, then by volume and centrality. */
  members: number[]
}

export type ClusterResult = {
  clusters: Cluster[]
  unclustered: number[]
  method: 'serp' | 'text' | 'mixed'
  /** What the list is made of; by SERPs it doesn't matter. */
  kind: ListKind
}

/**
 * Groups keywords that one page can answer: by shared SERP results where known, otherwise by words. Returns every index once,
 * largest clusters first. Deterministic. `onProgress` gets a growing fraction from 0 to 1.
 */
export function clusterKeywords(input: ClusterInput, onProgress: (fraction: number) => void = () => {}): ClusterResult {
  const { keywords, serps, language, strictness, modifiers } = input
  const known = keywords.map((_, at) => (serps?.[at]?.length ?? 0) > 0)
  const method = known.every((has) => !has) ? 'text' : known.every(Boolean) ? 'serp' : 'mixed'
  const byText = method === 'text' ? clusterByText(keywords, language, onProgress, modifiers) : null
  const found =
    byText ??
    clusterBySerp(serps!, { strictness }, (fraction) => onProgress(method === 'mixed' ? fraction * 0.3 : fraction))
  if (method === 'mixed') addByText(found, known, keywords, language, (fraction) => onProgress(0.3 + fraction * 0.7))
  onProgress(1)
  return { ...named(found, input), method, kind: byText?.kind ?? 'topics' }
}

/**
 * Places keywords without a SERP. Each joins the keyword with a SERP that is closest by words, even one that shares its SERP with
 * no other; else the one that most of its text neighborhood with a SERP is with; else its text group stays. Never merges SERP
 * groups, because SERPs are the better evidence.
 */
function addByText(
  found: KeywordGroups,
  known: boolean[],
  keywords: string[],
  language: string,
  onProgress: (fraction: number) => void,
): void {
  // Numbers of SERP groups are below the number of keywords; a SERP that is alone gets one too, so that others can join it.
  const labels = found.groups.map((group, at) => (known[at] && group === -1 ? keywords.length + at : group))
  const joined = joinByText(
    keywords,
    language,
    labels,
    (at) => !known[at],
    (f) => onProgress(f * 0.4),
  )
  const byText = clusterByText(keywords, language, (fraction) => onProgress(0.4 + fraction * 0.6))
  const votes = new Map<number, Map<number, number>>()
  known.forEach((has, at) => {
    const textGroup = byText.groups[at]!
    if (!has || textGroup === -1) return
    const own = votes.get(textGroup) ?? new Map<number, number>()
    votes.set(textGroup, own.set(labels[at]!, (own.get(labels[at]!) ?? 0) + 1))
  })
  for (let at = 0; at < keywords.length; at++) {
    if (known[at]) found.groups[at] = labels[at]!
    else if (joined[at] !== -1) found.groups[at] = joined[at]!
    else {
      const textGroup = byText.groups[at]!
      const [most] = [...(votes.get(textGroup) ?? [])].sort((a, b) => b[1] - a[1])
      found.groups[at] = textGroup === -1 ? -1 : most ? most[0] : 2 * keywords.length + textGroup
      found.centrality[at] = byText.centrality[at]!
    }
  }
  const sizes = new Map<number, number>()
  for (const group of found.groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  found.groups.forEach((group, at) => {
    if (group !== -1 && sizes.get(group) === 1) found.groups[at] = -1
  })
}

function named({ groups, centrality }: KeywordGroups, { keywords, volumes }: ClusterInput) {
  const membersByGroup = new Map<number, number[]>()
  const unclustered: number[] = []
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]!
    const members = membersByGroup.get(group)
    if (group === -1) unclustered.push(at)
    else if (members) members.push(at)
    else membersByGroup.set(group, [at])
  }
  const better = (a: number, b: number) =>
    (volumes?.[b] ?? -1) - (volumes?.[a] ?? -1) ||
    centrality[b]! - centrality[a]! ||
    keywords[a]!.length - keywords[b]!.length ||
    a - b
  const clusters = [...membersByGroup.values()].map((members) => {
    members.sort(better)
    return { pillar: members[0]!, members }
  })
  clusters.sort((a, b) => b.members.length - a.members.length || a.pillar - b.pillar)
  return { clusters, unclustered }
}
