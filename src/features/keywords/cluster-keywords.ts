import { clusterBySerp, type Strictness } from './cluster-by-serp.ts'
import { clusterByText, joinByText, type KeywordGroups } from './cluster-by-text.ts'

export type ClusterInput = {
  keywords: string[]
  /** Monthly searches beside each keyword; null when nobody supplied one. */
  volumes?: (number | null)[]
  /** Addresses of each keyword's first results, ten at most; null when its result page is unknown. */
  serps?: (string[] | null)[]
  /** BCP 47 tag; decides stems and function words. */
  language: string
  /** How much two result pages must share; balanced when not given. */
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
 * Groups keywords that one page can answer: by the result pages they share where these are known, else by their words.
 * Every index is once in the answer; the largest clusters come first. The same input always gives the same answer.
 * `onProgress` hears a growing fraction from 0 to 1.
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
 * Keywords without a result page join the group of those they are close to in words; the rest of them are grouped by
 * their words alone. Result pages are the better evidence, so nothing they parted is joined here.
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
    // Result-page groups are numbered below the number of keywords.
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
