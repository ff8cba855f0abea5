import { findCommunities, type Graph } from './louvain-communities.ts'
import type { Neighbours } from './nearest-neighbors.ts'

/** Joins every row with its neighbours; the masses are still to be set by whoever looks for communities. */
export function neighbourGraph(near: Neighbours): Graph {
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
      // Half for each direction: rows that name each other are joined by their whole similarity.
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

/** Groups whose members are alike by at least `cohesion` on average (constant Potts model). */
export function cohesiveGroups(graph: Graph, cohesion: number): Grouping {
  graph.mass.fill(1)
  return findCommunities(graph, cohesion)
}

/**
 * Groups joined more than chance would have it (modularity); how many there are follows from the graph, and grows with the
 * resolution.
 */
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

/** For each row the weight of its edges into its own group, and of all its edges. */
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
