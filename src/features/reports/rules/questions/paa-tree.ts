import type { PaaQuestion } from '../../contract.ts'

export type PaaNode = Pick<PaaQuestion, 'text' | 'answer' | 'title' | 'url'> & {
  /** Sources that returned it under this question. */
  sources: string[]
  children: PaaNode[]
}

const toKey = (text: string) => text.trim().toLowerCase()

/**
 * "People Also Ask" as a tree, in the order of the results page. A question is drawn once, where it comes first; one
 * whose parent isn't known is at the top.
 */
export function buildPaaTree(items: readonly PaaQuestion[]): PaaNode[] {
  const nodes = new Map<string, PaaNode>()
  const parents = new Map<string, string | null>()
  for (const { text, parent, source, answer, title, url } of items) {
    const key = toKey(text)
    const known = nodes.get(key)
    if (known) {
      if (!known.sources.includes(source)) known.sources.push(source)
      // The answer and its page come from one source, so that they belong together.
      if (known.answer === null && answer !== null) Object.assign(known, { answer, title, url })
      continue
    }
    nodes.set(key, { text, answer, title, url, sources: [source], children: [] })
    parents.set(key, parent === null ? null : toKey(parent))
  }
  const roots: PaaNode[] = []
  for (const [key, node] of nodes) {
    const parent = parents.get(key) ?? null
    const above = parent === null || isUnder(parent, key, parents) ? undefined : nodes.get(parent)
    if (above) above.children.push(node)
    else {
      parents.set(key, null)
      roots.push(node)
    }
  }
  return roots
}

/** Whether `key` is `other` or above it: then `other` can't be its parent. */
function isUnder(other: string, key: string, parents: ReadonlyMap<string, string | null>): boolean {
  const seen = new Set<string>()
  for (let at: string | null = other; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    if (at === key) return true
    seen.add(at)
  }
  return false
}

/** All nodes, each before those under it. */
export const listPaaNodes = (nodes: readonly PaaNode[]): PaaNode[] =>
  nodes.flatMap((node) => [node, ...listPaaNodes(node.children)])

export const countPaaQuestions = (nodes: readonly PaaNode[]): number =>
  nodes.reduce((sum, { children }) => sum + 1 + countPaaQuestions(children), 0)

export const getDepth = (nodes: readonly PaaNode[]): number =>
  nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map(({ children }) => getDepth(children)))
