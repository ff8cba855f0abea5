import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#kit/errors.ts'
import { createOutbound, type OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { maxImageBytes } from './contract.ts'
import { fetchImage } from './fetch-image.ts'
import { imageErrorTexts } from './web/error-texts.ts'

const picture = Buffer.from('GIF89a')
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/ok/blue%20mat.png': (_, response) => response.end(picture),
  '/gone.png': (_, response) => response.writeHead(404).end('nothing'),
  '/login.png': (_, response) => response.writeHead(403).end('sign in'),
  '/broken.png': (_, response) => response.writeHead(500).end(),
  '/never.png': () => undefined,
  '/stalls.png': (_, response) => void response.write('GIF8'),
  '/cut.png': (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('GIF8')
    response.destroy()
  },
  '/large.png': (_, response) => response.end(Buffer.alloc(maxImageBytes + 1)),
  '/endless.png': (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(200_000)));
    }
    response.on('drain', more)
    more()
  },
  '/inside.png': (_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/round.png': (_, response) => response.writeHead(302, { location: '/round.png' }).end(),
}

let site: Server
let url: string
const outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'TestBot/1.0' })
const guarded = createOutbound({ allow: [], userAgent: 'TestBot/1.0' })
/** The true guarded fetch, with less patience. */
const fetch: OutboundFetch = (address, init) => outbound.fetch(address, { ...init, timeoutMs: 300 })

beforeAll(async () => {
  site = createServer((request, response) => answers[request.url!]!(request, response))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  await Promise.all([outbound.close(), guarded.close()])
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

test('an image comes with its name, without the extension its URL claims', async () => {
  const file = await fetchImage(fetch, `${url}/ok/blue%20mat.png`)
  expect(file.name).toBe('blue mat')
  expect(Buffer.from(await file.arrayBuffer())).toEqual(picture)
})

test.each([
  ['/gone.png', 'image_not_served', '127.0.0.1 didn’t return the image.'],
  ['/login.png', 'image_not_served', '127.0.0.1 didn’t return the image.'],
  ['/broken.png', 'image_not_served', '127.0.0.1 didn’t return the image.'],
  ['/never.png', 'image_timed_out', '127.0.0.1 took too long to return the image.'],
  ['/stalls.png', 'image_timed_out', '127.0.0.1 took too long to return the image.'],
  ['/cut.png', 'image_host_unreachable', '127.0.0.1 couldn’t be reached.'],
  ['/large.png', 'file_too_large', 'large is larger than 10 MB.'],
  ['/endless.png', 'file_too_large', 'endless is larger than 10 MB.'],
  ['/inside.png', 'image_url_refused', 'Images can’t be copied from'],
  ['/round.png', 'image_host_unreachable', '127.0.0.1 couldn’t be reached.'],
])('%s fails with a sentence that says why', async (path, reason, sentence) => {
  const patient: OutboundFetch = (address, init) => outbound.fetch(address, init)
  const error = await fetchImage(/never|stalls/.test(path) ? fetch : patient, url + path).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  expect(error.options.reason).toBe(reason)
  expect(getSentence(error, imageErrorTexts)).toContain(sentence)
})

test('addresses inside the network are refused', async () => {
  for (const address of [url, 'http://10.0.0.1/a.png', 'http://[::1]/a.png', 'http://localhost/a.png'])
    await expect(fetchImage(guarded.fetch, address)).rejects.toMatchObject({
      options: { reason: 'image_url_refused' },
    })
})
