import { on } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { AppError } from '#kit/errors.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { Sentence } from './contract.ts'
import type { RewriteTask } from './rewrite-thread.ts'
import { toUnchanged } from './rules/rewriting/rewritten-unit.ts'

/**
 * Rewrites a plan by rules in a worker thread. Yields each sentence, in order.
 * @throws AppError too_large (`text_too_complex`), and `unavailable` or `rate_limited` when too many texts wait
 */
export async function* rewriteOffLoop(
  threads: Threads,
  task: Omit<RewriteTask, 'port'>,
  { workspaceId, signal }: { workspaceId: string; signal: AbortSignal },
): AsyncGenerator<Sentence> {
  // Without a sentence to rewrite there's nothing to load the tagger for.
  if (!task.plan.units.some(({ selected, held }) => selected || held)) {
    for (const [index, unit] of task.plan.units.entries()) yield toUnchanged(index, unit, [])
    return
  }
  const { port1, port2 } = new MessageChannel()
  const messages = on(port1, 'message', { close: ['close'] })
  const ended = threads.run(
    new URL('./rewrite-thread.ts', import.meta.url),
    { ...task, port: port2 },
    { pool: 'rewrites', turn: workspaceId, signal, transfer: [port2], tooMuch: tooComplex },
  )
  // A thread that ends early leaves the port open.
  ended.catch(() => port1.close())
  try {
    for await (const [sentences] of messages) {
      if (sentences === null) break
      yield* sentences as Sentence[]
    }
    await ended
  } finally {
    port1.close()
  }
}

const tooComplex = () =>
  new AppError('too_large', 'This text takes too long to rewrite. Send it in parts.', {
    field: 'text',
    reason: 'text_too_complex',
  })
