import type { Row } from '../../../contract.ts'

export type TreeNode = {
  id: string
  label: string
  /** Null for the groups. */
  row: Row | null
  children: TreeNode[]
}
export type TreeLine = {
  node: TreeNode
  level: number
  /** 1-based position among its siblings, and how many there are. */
  position: number
  siblings: number
  open: boolean
  parent: string | null
}

/** Groups by modifier, biggest first; inside, rows found through another row hang under it. */
export function toTree(rows: Row[]): TreeNode[] {
  const nodes = new Map(
    rows.map((row): [string, TreeNode] => [row._id, { id: row._id, label: row.text, row, children: [] }]),
  )
  const groups = new Map<string, TreeNode>()
  for (const row of rows) {
    const node = nodes.get(row._id)
    if (!node) continue
    const parent = row.parent_id === null ? undefined : nodes.get(row.parent_id)
    if (parent && !leadsTo(nodes, row.parent_id, row._id)) {
      parent.children.push(node)
      continue
    }
    const name = row.modifier ?? 'other'
    const group = groups.get(name) ?? { id: `group:${name}`, label: name, row: null, children: [] }
    group.children.push(node)
    groups.set(name, group)
  }
  return [...groups.values()].sort((a, b) => getSize(b) - getSize(a) || a.label.localeCompare(b.label))
}

// Rows that are each other's parents would vanish from the tree: such a link is ignored.
function leadsTo(nodes: Map<string, TreeNode>, from: string | null, to: string) {
  let at = from
  for (let steps = 0; at !== null && steps < 32; steps++) {
    if (at === to) return true
    at = nodes.get(at)?.row?.parent_id ?? null
  }
  return at !== null
}

/** All rows below a node. */
export const getSize = (node: TreeNode): number => node.children.reduce((sum, child) => sum + 1 + getSize(child), 0)

/** The lines in sight, top to bottom. */
export function toLines(nodes: TreeNode[], open: ReadonlySet<string>): TreeLine[] {
  const lines: TreeLine[] = []
  const walk = (list: TreeNode[], level: number, parent: string | null) => {
    for (const [at, node] of list.entries()) {
      const isOpen = node.children.length > 0 && open.has(node.id)
      lines.push({ node, level, position: at + 1, siblings: list.length, open: isOpen, parent })
      if (isOpen) walk(node.children, level + 1, node.id)
    }
  }
  walk(nodes, 1, null)
  return lines
}
