/** A weighted undirected graph; both ends list every edge. `mass` is a node's weight in the null model. */
export type Graph = {
  nodes: number
  offsets: Int32Array
  to: Int32Array
  weight: Float32Array
  mass: Float64Array
}

/** Seeded random numbers (mulberry32), so that the same list always gives the same clusters. */
function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function shuffled(count: number, random: () => number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, at) => at)
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const held = order[at]!
    order[at] = order[other]!
    order[other] = held
  }
  return order
}

// Maximum average visits per node, which guarantees termination.
const maxVisits = 30

/** Moves each node to the neighboring community with the highest gain until none improves. Returns whether any node moved. */
function moveNodes(graph: Graph, community: Int32Array, penalty: number, random: () => number): boolean {
  const { nodes, offsets, to, weight, mass } = graph
  const total = new Float64Array(nodes)
  for (let node = 0; node < nodes; node++) total[community[node]!] = total[community[node]!]! + mass[node]!
  const pull = new Float64Array(nodes)
  const touched = new Int32Array(nodes)
  const queue = shuffled(nodes, random)
  const queued = new Uint8Array(nodes).fill(1)
  let waiting = nodes
  let head = 0
  let tail = 0
  let moved = false

  for (let visits = 0; waiting > 0 && visits < nodes * maxVisits; visits++) {
    const node = queue[head]!
    head = head + 1 === nodes ? 0 : head + 1
    waiting--
    queued[node] = 0
    const home = community[node]!
    let touchedCount = 0
    for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) {
      if (to[edge] === node) continue
      const other = community[to[edge]!]!
      if (pull[other] === 0) touched[touchedCount++] = other
      pull[other] = pull[other]! + weight[edge]!
    }
    const own = mass[node]!
    total[home] = total[home]! - own
    let best = home
    let bestGain = pull[home]! - penalty * own * total[home]!
    for (let at = 0; at < touchedCount; at++) {
      const other = touched[at]!
      const gain = pull[other]! - penalty * own * total[other]!
      if (gain > bestGain + 1e-9) {
        bestGain = gain
        best = other
      }
    }
    for (let at = 0; at < touchedCount; at++) pull[touched[at]!] = 0
    total[best] = total[best]! + own
    if (best === home) continue
    community[node] = best
    moved = true
    for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) {
      const other = to[edge]!
      if (queued[other] === 1 || community[other] === best) continue
      queued[other] = 1
      queue[tail] = other
      tail = tail + 1 === nodes ? 0 : tail + 1
      waiting++
    }
  }
  return moved
}

/** Renumbers communities 0, 1, 2 … by first node. Returns their number. */
function renumber(community: Int32Array): number {
  const number = new Int32Array(community.length).fill(-1)
  let count = 0
  for (let node = 0; node < community.length; node++) {
    const found = community[node]!
    if (number[found] === -1) number[found] = count++
    community[node] = number[found]!
  }
  return count
}

/** Collapses each community into one node. Drops edges inside a community, since moving a node never changes them. */
function aggregate(graph: Graph, community: Int32Array, count: number): Graph {
  const starts = new Int32Array(count + 1)
  for (const found of community) starts[found + 1] = starts[found + 1]! + 1
  for (let at = 0; at < count; at++) starts[at + 1] = starts[at + 1]! + starts[at]!
  const members = new Int32Array(graph.nodes)
  const next = starts.slice()
  for (let node = 0; node < graph.nodes; node++) members[next[community[node]!]!++] = node

  const offsets = new Int32Array(count + 1)
  const to: number[] = []
  const weight: number[] = []
  const mass = new Float64Array(count)
  const sum = new Float64Array(count)
  const touched: number[] = []
  for (let own = 0; own < count; own++) {
    touched.length = 0
    for (let at = starts[own]!; at < starts[own + 1]!; at++) {
      const node = members[at]!
      mass[own] = mass[own]! + graph.mass[node]!
      for (let edge = graph.offsets[node]!; edge < graph.offsets[node + 1]!; edge++) {
        const other = community[graph.to[edge]!]!
        if (other === own) continue
        if (sum[other] === 0) touched.push(other)
        sum[other] = sum[other]! + graph.weight[edge]!
      }
    }
    for (const other of touched) {
      to.push(other)
      weight.push(sum[other]!)
      sum[other] = 0
    }
    offsets[own + 1] = to.length
  }
  return { nodes: count, offsets, to: Int32Array.from(to), weight: Float32Array.from(weight), mass }
}

/**
 * Finds Louvain communities, deterministically. A node joins a community when the weight of its edges into it exceeds `penalty
 * × node mass × community mass`: with degrees as masses and `resolution / total degree` as the penalty this is modularity; with
 * row counts as masses it's the constant Potts model, where `penalty` is the minimum average similarity inside a community.
 */
export function findCommunities(graph: Graph, penalty: number, seed = 1): { community: Int32Array; count: number } {
  const random = seededRandom(seed)
  const community = Int32Array.from({ length: graph.nodes }, (_, node) => node)
  let level = graph
  for (;;) {
    const grouping = Int32Array.from({ length: level.nodes }, (_, node) => node)
    if (!moveNodes(level, grouping, penalty, random)) break
    const count = renumber(grouping)
    for (let node = 0; node < graph.nodes; node++) community[node] = grouping[community[node]!]!
    if (count === level.nodes) break
    level = aggregate(level, grouping, count)
  }
  // Moves single nodes once more, since merging may have made another community better for them.
  moveNodes(graph, community, penalty, random)
  return { community, count: renumber(community) }
}
