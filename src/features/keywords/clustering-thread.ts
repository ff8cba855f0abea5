/** Runs in a worker thread: a hundred thousand keywords take seconds that requests must not wait for. */
import type { MessagePort } from 'node:worker_threads'
import { type ClusterInput, type ClusterResult, clusterKeywords } from './cluster-keywords.ts'

/**
 * `port`, when given (and transferred), receives numbers from 0 to 1, each larger than the last. Whoever made the
 * channel closes it: a waiting worker may not get to.
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
