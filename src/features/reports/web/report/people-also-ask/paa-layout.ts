import type { PaaNode } from '../../../rules/questions/paa-tree.ts'
import { textWidth, wrapText } from '../questions/text-width.ts'

export type PaaBox = {
  node: PaaNode | null
  /** Position in the tree: "0.2" is the third question under the first. Empty for the topic. */
  id: string
  lines: string[]
  x: number
  y: number
  width: number
  height: number
}
export type PaaLayout = { width: number; height: number; boxes: PaaBox[]; links: string[] }

const boxWidth = 216
const topicWidth = 152
const columnGap = 44
const rowGap = 10
const branchGap = 14
const padding = 10
const lineHeight = 17
const maxLines = 3
export const paaFontSize = 12.5
export const topicFontSize = 17

/** The topic at the left, its questions beside it, theirs beside them. Each box is centered on those it leads to. */
export function layOutPaaTree(topic: string, roots: readonly PaaNode[]): PaaLayout {
  const boxes: PaaBox[] = []
  const links: string[] = []
  let bottom = 0
  const columnX = (depth: number) => topicWidth + columnGap + (depth - 1) * (boxWidth + columnGap)

  function addBranch(node: PaaNode, id: string, depth: number): PaaBox {
    const lines = wrapText(node.text, paaFontSize, boxWidth - 2 * padding, maxLines)
    const height = lines.length * lineHeight + 2 * padding - 4
    const top = bottom
    const children = node.children.map((child, at) => addBranch(child, `${id}.${at}`, depth + 1))
    if (children.length === 0) {
      bottom = top + height + rowGap
      return add({ node, id, lines, x: columnX(depth), y: top, width: boxWidth, height })
    }
    const center = (getCenter(children[0]!) + getCenter(children.at(-1)!)) / 2
    // A tall question above few short ones must not reach into the branch before.
    const box = add({
      node,
      id,
      lines,
      x: columnX(depth),
      y: Math.max(top, center - height / 2),
      width: boxWidth,
      height,
    })
    bottom = Math.max(bottom, box.y + height + rowGap)
    for (const child of children) links.push(link(box, child))
    return box
  }
  const add = (box: PaaBox) => {
    boxes.push(box)
    return box
  }

  const first = roots.map((root, at) => {
    if (at > 0) bottom += branchGap
    return addBranch(root, String(at), 1)
  })
  const lines = wrapText(topic, topicFontSize, topicWidth - 2 * padding, maxLines)
  const height = lines.length * 22 + 2 * padding
  const center = first.length > 0 ? (getCenter(first[0]!) + getCenter(first.at(-1)!)) / 2 : height / 2
  const width = Math.min(topicWidth, Math.max(...lines.map((line) => textWidth(line, topicFontSize))) + 2 * padding)
  const topicBox = {
    node: null,
    id: '',
    lines,
    x: topicWidth - width,
    y: Math.max(0, center - height / 2),
    width,
    height,
  }
  boxes.unshift(topicBox)
  for (const box of first) links.push(link(topicBox, box))
  return {
    width: Math.max(...boxes.map((box) => box.x + box.width)) + 1,
    height: Math.max(...boxes.map((box) => box.y + box.height)) + 1,
    boxes,
    links,
  }
}

const getCenter = ({ y, height }: PaaBox) => y + height / 2

function link(from: PaaBox, to: PaaBox): string {
  const [x1, y1, x2, y2] = [from.x + from.width, getCenter(from), to.x, getCenter(to)]
  const middle = x2 - columnGap / 2
  return `M${round(x1)} ${round(y1)}H${round(middle - 10)}C${round(middle + 6)} ${round(y1)} ${round(middle - 8)} ${round(y2)} ${round(x2)} ${round(y2)}`
}

const round = (value: number) => Math.round(value * 10) / 10
