import { expect, test, vi } from 'vitest'
import { AppError } from '#kit/errors.ts'
import { createSessionRecovery, sessionEndedHeader } from './session-recovery.ts'

/** A server that responds 401 until someone signs in, and a dialog answered by the test. */
function world() {
  const recovery = createSessionRecovery()
  const answers: ((renewed: boolean) => void)[] = []
  let signedIn = false
  const prompt = vi.fn(() => new Promise<boolean>((resolve) => answers.push(resolve)))
  const call = vi.fn(async (what: string) => {
    if (!signedIn) throw new AppError('unauthenticated', 'You are signed out.')
    return `done: ${what}`
  })
  const answer = (renewed: boolean) => {
    signedIn ||= renewed
    answers.shift()!(renewed)
  }
  return { recovery, prompt, call, answer, end: () => (signedIn = false) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('calls that fail together wait for one dialog and are all repeated', async () => {
  const { recovery, prompt, call, answer } = world()
  recovery.setPrompt(prompt)
  const all = Promise.all(['save', 'stream', 'upload'].map((what) => recovery.withSession(() => call(what))))
  await settled()
  expect(prompt).toHaveBeenCalledTimes(1)
  answer(true)
  expect(await all).toEqual(['done: save', 'done: stream', 'done: upload'])
})

test('a call that fails after someone signed in is repeated without another dialog', async () => {
  const { recovery, prompt, call, answer } = world()
  recovery.setPrompt(prompt)
  let refuseLate!: () => void
  const late = vi
    .fn()
    .mockImplementationOnce(
      () => new Promise((_, reject) => (refuseLate = () => reject(new AppError('unauthenticated', 'x')))),
    )
    .mockResolvedValueOnce('late')
  const slow = recovery.withSession<string>(late)
  const first = recovery.withSession(() => call('save'))
  await settled()
  answer(true)
  await first
  refuseLate()
  expect(await slow).toBe('late')
  expect(prompt).toHaveBeenCalledTimes(1)
})

test('after the dialog is declined, calls fail with their own error until the user asks to sign in', async () => {
  const { recovery, prompt, call, answer } = world()
  recovery.setPrompt(prompt)
  const refused = recovery.withSession(() => call('save'))
  await settled()
  answer(false)
  await expect(refused).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(recovery.withSession(() => call('save again'))).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(recovery.getState()).toEqual({ declined: true, renewals: 0 })

  const asked = recovery.renew()
  answer(true)
  expect(await asked).toBe(true)
  expect(recovery.getState()).toEqual({ declined: false, renewals: 1 })
  expect(await recovery.withSession(() => call('save'))).toBe('done: save')
})

test('other errors, canceled calls and pages without a dialog are passed through', async () => {
  const { recovery, prompt, call, answer } = world()
  await expect(recovery.withSession(() => call('save'))).rejects.toMatchObject({ code: 'unauthenticated' })
  recovery.setPrompt(prompt)
  const otp = async () => {
    throw new AppError('otp_required', 'A code is needed.')
  }
  await expect(recovery.withSession(otp)).rejects.toMatchObject({ code: 'otp_required' })
  expect(prompt).not.toHaveBeenCalled()
  const stop = new AbortController()
  const left = recovery.withSession(() => call('save'), stop.signal)
  await settled()
  stop.abort(new Error('left the page'))
  answer(true)
  await expect(left).rejects.toThrow('left the page')
  expect(call).toHaveBeenCalledTimes(2)
})

test('requests of the router wait until someone signs in, or until they are canceled', async () => {
  const { recovery, prompt, answer } = world()
  recovery.setPrompt(prompt)
  let ended = true
  const plain = vi.fn(async () => new Response('ok', { headers: ended ? { [sessionEndedHeader]: '1' } : {} }))
  const wrapped = recovery.wrapFetch(plain)
  const stop = new AbortController()
  const left = wrapped('/app/lists.data', { signal: stop.signal })
  const stays = wrapped('/app/reports.data')
  await settled()
  expect(prompt).toHaveBeenCalledTimes(1)
  answer(false)
  await settled()
  stop.abort(new Error('elsewhere'))
  await expect(left).rejects.toThrow('elsewhere')
  expect(plain).toHaveBeenCalledTimes(2)
  ended = false
  const asked = recovery.renew()
  answer(true)
  await asked
  expect((await stays).headers.has(sessionEndedHeader)).toBe(false)
  expect(plain).toHaveBeenCalledTimes(3)
})
