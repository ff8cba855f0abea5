import { clusterBySerp, type Strictness } from './cluster-by-serp.ts'
import { clusterByText, joinByText, type KeywordGroups } from './cluster-by-text.ts'

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
}

export type Cluster = {
  /** Index of the keyword that names the cluster: the most searched, else the most central. */
  pillar: number
  /** Indexes of all its keywords, the pillar first, then by volume and centrality. */
  members: number[]
}

export type ClusterResult = { clusters: Cluster[]; unclustered: number[]; method: 'serp' | 'text' | 'mixed' }

/**
 * Groups keywords that one page can answer: by shared SERP results where known, otherwise by words. Returns every index once,
 * largest clusters first. Deterministic. `onProgress` gets a growing fraction from 0 to 1.
 */
export function clusterKeywords(input: ClusterInput, onProgress: (fraction: number) => void = () => {}): ClusterResult {
  const { keywords, serps, language, strictness } = input
  const known = keywords.map((_, at) => (serps?.[at]?.length ?? 0) > 0)
  const method = known.every((has) => !has) ? 'text' : known.every(Boolean) ? 'serp' : 'mixed'
  const found =
    method === 'text'
      ? clusterByText(keywords, language, onProgress)
      : clusterBySerp(serps!, { strictness }, (fraction) => onProgress(method === 'mixed' ? fraction * 0.3 : fraction))
  if (method === 'mixed') addByText(found, known, keywords, language, (fraction) => onProgress(0.3 + fraction * 0.7))
  onProgress(1)
  return { ...named(found, input), method }
}

/**
 * Assigns keywords without a SERP to the closest group by words and groups the rest by words alone. Never merges SERP groups,
 * because SERPs are the better evidence.
 */
function addByText(
  found: KeywordGroups,
  known: boolean[],
  keywords: string[],
  language: string,
  onProgress: (fraction: number) => void,
): void {
  const joined = joinByText(
    keywords,
    language,
    found.groups,
    (at) => !known[at],
    (f) => onProgress(f * 0.4),
  )
  found.groups.set(joined)
  const rest = [...keywords.keys()].filter((at) => !known[at] && joined[at] === -1)
  const byText = clusterByText(
    rest.map((at) => keywords[at]!),
    language,
    (fraction) => onProgress(0.4 + fraction * 0.6),
  )
  rest.forEach((at, index) => {
    const group = byText.groups[index]!
    if (group === -1) return
    // SERP groups have numbers below the number of keywords.
    found.groups[at] = keywords.length + group
    found.centrality[at] = byText.centrality[index]!
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
