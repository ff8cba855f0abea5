import { expect, test } from 'vitest'
import { createThreads } from '#platform/threads/worker-threads.ts'
import { rewriteOffLoop } from './rewrite-off-loop.ts'
import { planRewriting } from './rules/rewriting/rewrite-plan.ts'
import { readSignals } from './rules/style/style-signals.ts'
import { exampleText } from './web/example-text.ts'

const options = { strength: 'strong' as const, tone: null, language: 'en', freeze: [], voice: [] }
const plan = planRewriting(exampleText, readSignals(exampleText, 'en'), options, true)

test('a thread streams the sentences of a plan', async () => {
  const threads = createThreads()
  const sentences = await Array.fromAsync(
    rewriteOffLoop(threads, { plan, options }, { workspaceId: 'w', signal: new AbortController().signal }),
  )
  expect(sentences.map(({ original }) => original).join('')).toBe(exampleText)
  expect(sentences.some(({ kept }) => !kept)).toBe(true)
  await threads.stop()
})

test('an aborted rewrite ends', async () => {
  const threads = createThreads()
  const rewriting = rewriteOffLoop(threads, { plan, options }, { workspaceId: 'w', signal: AbortSignal.abort() })
  await expect(Array.fromAsync(rewriting)).rejects.toThrow(/abort/i)
  await threads.stop()
})
