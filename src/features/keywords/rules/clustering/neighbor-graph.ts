import { findCommunities, type Graph } from './louvain-communities.ts'
import type { Neighbors } from './nearest-neighbors.ts'

/** Connects every row with its neighbors. Masses are 0; the community search sets them. */
export function neighborGraph(near: Neighbors): Graph {
  const rows = near.count.length
  const offsets = new Int32Array(rows + 1)
  for (let row = 0; row < rows; row++) {
    for (let at = row * near.size; at < row * near.size + near.count[row]!; at++) {
      offsets[row + 1]!++
      offsets[near.rows[at]! + 1]!++
    }
  }
  for (let row = 0; row < rows; row++) offsets[row + 1]! += offsets[row]!
  const next = offsets.slice()
  const to = new Int32Array(offsets[rows]!)
  const weight = new Float32Array(offsets[rows]!)
  for (let row = 0; row < rows; row++) {
    for (let at = row * near.size; at < row * near.size + near.count[row]!; at++) {
      const other = near.rows[at]!
      // Half per direction, so that mutual neighbors get their full similarity.
      const half = near.similarity[at]! / 2
      to[next[row]!] = other
      weight[next[row]!++] = half
      to[next[other]!] = row
      weight[next[other]!++] = half
    }
  }
  return { nodes: rows, offsets, to, weight, mass: new Float64Array(rows) }
}

export type Grouping = { community: Int32Array; count: number }

/** Finds groups with an average similarity of at least `cohesion` (constant Potts model). */
export function cohesiveGroups(graph: Graph, cohesion: number): Grouping {
  graph.mass.fill(1)
  return findCommunities(graph, cohesion)
}

/** Finds groups by modularity. Their number follows from the graph and grows with `resolution`. */
export function modularGroups(graph: Graph, resolution = 1): Grouping {
  let total = 0
  for (let row = 0; row < graph.nodes; row++) {
    let degree = 0
    for (let edge = graph.offsets[row]!; edge < graph.offsets[row + 1]!; edge++) degree += graph.weight[edge]!
    graph.mass[row] = degree
    total += degree
  }
  return findCommunities(graph, resolution / (total || 1))
}

/** Returns for each row the weight of its edges inside its group, and of all its edges. */
export function ties(graph: Graph, group: Int32Array): { own: Float32Array; all: Float32Array } {
  const own = new Float32Array(graph.nodes)
  const all = new Float32Array(graph.nodes)
  for (let row = 0; row < graph.nodes; row++) {
    for (let edge = graph.offsets[row]!; edge < graph.offsets[row + 1]!; edge++) {
      const weight = graph.weight[edge]!
      all[row]! += weight
      if (group[graph.to[edge]!] === group[row]) own[row]! += weight
    }
  }
  return { own, all }
}
