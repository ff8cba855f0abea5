import { Agent, createServer, get, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createGracefulShutdown } from './graceful-shutdown.ts'

const agents: Agent[] = []
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy()
})

async function listen(answer: RequestListener) {
  const departure = createGracefulShutdown(answer)
  const server = createServer(departure.listener)
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)
  const ask = (path: string, userAgent = 'nobody in particular') =>
    new Promise<{ status: number; connection: string | undefined; text: string }>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, agent, headers: { 'User-Agent': userAgent } }, (answered) => {
        let text = ''
        answered.on('data', (part) => {
          text += part
        })
        answered.on('end', () =>
          resolve({ status: answered.statusCode!, connection: answered.headers.connection, text }),
        )
        answered.on('error', reject)
      }).on('error', reject)
    })
  return { departure, server, port, ask }
}

test('waits until every regular caller of /readyz has seen 503, and closes connections with each response', async () => {
  const { departure, server, ask } = await listen((_, outgoing) => outgoing.end('answered'))
  for (const asker of ['first', 'second']) for (let time = 0; time < 2; time++) await ask('/readyz', asker)
  expect((await ask('/x')).connection).toBe('keep-alive')
  let heard = false
  const announced = departure.announce(60_000).then(() => {
    heard = true
  })
  expect(await ask('/readyz', 'first')).toMatchObject({ status: 503, connection: 'close' })
  expect(await ask('/x')).toMatchObject({ status: 200, connection: 'close', text: 'answered' })
  expect(heard).toBe(false)
  expect(JSON.parse((await ask('/readyz', 'second')).text)).toMatchObject({
    success: false,
    error: { code: 'unavailable', retryable: true },
  })
  await announced
  expect(await departure.close(server, 60_000)).toBe(0)
  await expect(ask('/x')).rejects.toThrow()
})

test('doesn’t wait if nobody calls /readyz regularly', async () => {
  const { departure, server, ask } = await listen((_, outgoing) => outgoing.end('answered'))
  await ask('/readyz')
  const began = performance.now()
  await departure.announce(60_000)
  expect(performance.now() - began).toBeLessThan(30_000)
  await departure.close(server, 60_000)
})

test('finishes running requests and closes idle connections immediately', async () => {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const { departure, server, port, ask } = await listen(async (_, outgoing) => {
    outgoing.write('begun, ')
    begun.resolve()
    await held.promise
    outgoing.end('and ended')
  })
  const idle = connect(port, '127.0.0.1')
  const closed = new Promise<void>((resolve) => idle.on('close', () => resolve()))
  const answer = ask('/long')
  await begun.promise
  const closing = departure.close(server, 60_000)
  await closed
  held.resolve()
  expect((await answer).text).toBe('begun, and ended')
  expect(await closing).toBe(0)
})

test('requests that take too long get a retryable error, and their late responses are ignored', async () => {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const { departure, server, ask } = await listen(async (_, outgoing) => {
    begun.resolve()
    await held.promise
    outgoing.end('too late')
  })
  const answer = ask('/long')
  await begun.promise
  expect(await departure.close(server, 20)).toBe(1)
  const { status, text } = await answer
  expect([status, JSON.parse(text).error.code]).toEqual([503, 'unavailable'])
  held.resolve()
  await new Promise((resolve) => setImmediate(resolve))
})
