/** Runs in a worker thread: rewrites a text by rules, for which it loads a tagger of 70 MB. */
import type { MessagePort } from 'node:worker_threads'
import type { Sentence } from './contract.ts'
import type { RewriteOptions, RewritePlan } from './rules/rewriting/rewrite-plan.ts'
import { rewriteByPlan } from './rules/rewriting/rewrite-plan-by-rules.ts'

/** Sentences go through the port as they come, several in one message, and null at the end. */
export type RewriteTask = { plan: RewritePlan; options: RewriteOptions; port: MessagePort }

const sendEveryMs = 5

export default function rewrite({ plan, options, port }: RewriteTask): void {
  let ready: Sentence[] = []
  let since = 0
  for (const sentence of rewriteByPlan(plan, options)) {
    ready.push(sentence)
    if (performance.now() - since < sendEveryMs) continue
    port.postMessage(ready)
    ready = []
    since = performance.now()
  }
  port.postMessage(ready)
  // The thread sleeps after its task, so that closing the port would arrive with the next one.
  port.postMessage(null)
}
