import { expect, test } from 'vitest'
import { type AfterCommit, createHook, runUntilCommit } from './hooks.ts'

test('listeners run one after the other in the order they were added, and the first error ends it', async () => {
  const calls: string[] = []
  const hook = createHook<[string]>()
  hook.on(async (name) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    calls.push(`a ${name}`)
  })
  hook.on(async (name) => void calls.push(`b ${name}`))
  await hook.run('one')
  expect(calls).toEqual(['a one', 'b one'])
  hook.on(async () => {
    throw new Error('no')
  })
  hook.on(async () => void calls.push('never'))
  await expect(hook.run('two')).rejects.toThrow('no')
  expect(calls).not.toContain('never')
})

test('what waits for the commit is called after it, not before', async () => {
  const calls: string[] = []
  const hook = createHook<[], AfterCommit | undefined>()
  hook.on(async () => () => void calls.push('published'))
  hook.on(async () => undefined)
  const afterCommit = await runUntilCommit(hook)
  expect(calls).toEqual([])
  afterCommit()
  expect(calls).toEqual(['published'])
})
