/** Runs in a worker thread, because 100,000 keywords take seconds that would block requests. */
import type { MessagePort } from 'node:worker_threads'
import { type ClusterInput, type ClusterResult, clusterKeywords } from './rules/clustering/cluster-keywords.ts'

/**
 * `port` is optional and transferred. It receives growing fractions from 0 to 1. The creator of the channel closes it, since a
 * waiting worker may never start.
 */
export type ClusterTask = { input: ClusterInput; port?: MessagePort }

const smallestStep = 0.01

export default async function clusterInThread({ input, port }: ClusterTask): Promise<ClusterResult> {
  if (port === undefined) return clusterKeywords(input)
  let reported = -1
  const result = clusterKeywords(input, (fraction) => {
    if (fraction < reported + smallestStep && !(fraction === 1 && reported < 1)) return
    reported = fraction
    port.postMessage(fraction)
  })
  return result
}
