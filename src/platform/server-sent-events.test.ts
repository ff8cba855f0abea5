import { expect, test } from 'vitest'
import { AppError } from '#kit/errors.ts'
import { createMetrics } from './metrics.ts'
import { createStreams } from './server-sent-events.ts'

const streams = () => createStreams(createMetrics())
const onError = () => new AppError('internal', 'no')
const bytes = (text: string) => new TextEncoder().encode(text)

test('during shutdown, work is stopped first and then the reader gets an error event', async () => {
  const { open, drain } = streams()
  const order: string[] = []
  const begun = Promise.withResolvers<void>()
  const reading = open(
    async (send, signal) => {
      await send('delta', { text: 'a' })
      const ended = new Promise((resolve) => signal.addEventListener('abort', resolve))
      begun.resolve()
      await ended
      await new Promise((resolve) => setTimeout(resolve, 20))
      order.push('kept')
    },
    { onError },
  ).text()
  await begun.promise
  await drain().then(() => order.push('drained'))
  expect(await reading).toMatch(
    /event: delta\n.*\n\nevent: error\ndata: \{"code":"unavailable".*"retryable":true.*\}\n\n$/,
  )
  expect(order).toEqual(['kept', 'drained'])
})

test('work that finishes during shutdown is reported as done', async () => {
  const { open, drain } = streams()
  const begun = Promise.withResolvers<void>()
  const reading = open(
    async (send, signal) => {
      const ended = new Promise((resolve) => signal.addEventListener('abort', resolve))
      begun.resolve()
      await ended
      await send('done', {})
    },
    { onError },
  ).text()
  await begun.promise
  await drain()
  expect(await reading).toMatch(/event: done\ndata: \{\}\n\n$/)
})

test('a stream opened during shutdown gets an error event', async () => {
  const { open, drain } = streams()
  await drain()
  const seen: boolean[] = []
  const answer = open(async (_, signal) => void seen.push(signal.aborted), { onError })
  expect(await answer.text()).toMatch(/event: error\n.*unavailable.*\n\n$/)
})

test('another process’s stream is relayed completely', async () => {
  const { relay } = streams()
  const body = new Response('event: a\ndata: 1\n\nevent: b\ndata: 2\n\n').body!
  expect(await new Response(relay(body)).text()).toBe('event: a\ndata: 1\n\nevent: b\ndata: 2\n\n')
})

test('during shutdown, a relayed stream ends with an error event, after a complete event', async () => {
  const { relay, drain } = streams()
  let left = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes('event: a\ndata: 1\n\nevent: b\nda')),
    cancel: () => {
      left = true
    },
  })
  const reading = new Response(relay(body)).text()
  await new Promise((resolve) => setImmediate(resolve))
  await drain()
  expect(await reading).toMatch(/^event: a\ndata: 1\n\nevent: error\ndata: \{"code":"unavailable".*\}\n\n$/)
  expect(left).toBe(true)
})

test('a relayed stream that breaks off ends with an error event', async () => {
  const { relay } = streams()
  let sent = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) controller.error(new Error('the other side closed'))
      else controller.enqueue(bytes('event: a\ndata: 1\n\nevent: b\nda'))
      sent = true
    },
  })
  expect(await new Response(relay(body)).text()).toMatch(/^event: a\ndata: 1\n\nevent: error\n.*unavailable.*\n\n$/)
})
