import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * An S3 bucket with path-style URLs: puts, gets and deletes objects only for requests with a valid Signature Version 4,
 * in the header or, for reading, in the URL.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export type S3Double = Awaited<ReturnType<typeof startS3Double>>

type Settings = { bucket: string; region: string; accessKeyId: string; secretAccessKey: string }

const emptyHash = createHash('sha256').digest('hex')
const skewMs = 15 * 60_000

export async function startS3Double(settings: Settings) {
  const objects = new Map<string, Buffer>()
  const asked: { method: string; key: string; signed: 'header' | 'address' }[] = []
  let failing = false

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const url = new URL(request.url!, `http://${request.headers.host}`)
    const refuse = (status: number, code: string) => {
      response.writeHead(status, { 'Content-Type': 'application/xml' })
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    }
    if (failing) return refuse(503, 'SlowDown')
    const inAddress = url.searchParams.has('X-Amz-Signature')
    const wrong = inAddress ? wrongInAddress(request, url, settings) : wrongInHeader(request, url, body, settings)
    if (wrong) return refuse(403, wrong)
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
    if (bucket !== settings.bucket) return refuse(404, 'NoSuchBucket')
    const key = rest.join('/')
    asked.push({ method: request.method!, key, signed: inAddress ? 'address' : 'header' })
    if (request.method === 'PUT') {
      // S3 requires a Content-Length.
      if (request.headers['content-length'] === undefined) return refuse(411, 'MissingContentLength')
      objects.set(key, body)
      response.writeHead(200, { 'Content-Length': '0' }).end()
    } else if (request.method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
    } else if (request.method === 'GET' && key === '' && url.searchParams.get('list-type') === '2') {
      // Pages of two, so that clients must follow the pagination.
      const keys = [...objects.keys()].sort()
      const start = Number(url.searchParams.get('continuation-token')?.slice(1) ?? 0)
      const page = keys.slice(start, start + 2)
      const more = start + 2 < keys.length
      response.writeHead(200, { 'Content-Type': 'application/xml' })
      response.end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${page
          .map((each) => `<Contents><Key>${each}</Key><Size>${objects.get(each)!.length}</Size></Contents>`)
          .join(
            '',
          )}${more ? `<NextContinuationToken>&#x2B;${start + 2}</NextContinuationToken>` : ''}</ListBucketResult>`,
      )
    } else if (request.method === 'GET') {
      const found = objects.get(key)
      if (!found) return refuse(404, 'NoSuchKey')
      const { searchParams } = url
      response
        .writeHead(200, {
          'Content-Length': String(found.length),
          'Content-Type': searchParams.get('response-content-type') ?? 'binary/octet-stream',
          ...(searchParams.has('response-content-disposition')
            ? { 'Content-Disposition': searchParams.get('response-content-disposition')! }
            : {}),
        })
        .end(found)
    } else refuse(405, 'MethodNotAllowed')
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    objects,
    asked,
    endpoint,
    /** Responds 503 to everything until switched off. */
    fail: (now: boolean) => {
      failing = now
    },
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function wrongInHeader(request: IncomingMessage, url: URL, body: Buffer, settings: Settings): string | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!found) return 'AccessDenied'
  const [, keyId, day, region, names, signature] = found as unknown as [string, string, string, string, string, string]
  if (keyId !== settings.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== settings.region) return 'AuthorizationHeaderMalformed'
  const at = String(request.headers['x-amz-date'] ?? '')
  if (Math.abs(Date.now() - getTime(at)) > skewMs) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  if (!signed.includes('host') || !signed.includes('x-amz-date')) return 'AccessDenied'
  const payload = String(request.headers['x-amz-content-sha256'] ?? '')
  if (payload === '') return 'MissingSecurityHeader'
  const held = body.length ? createHash('sha256').update(body).digest('hex') : emptyHash
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== held) return 'XAmzContentSHA256Mismatch'
  const expected = getSignature({ request, url, signed, payload, at, day, region, secret: settings.secretAccessKey })
  return same(expected, signature) ? null : 'SignatureDoesNotMatch'
}

function wrongInAddress(request: IncomingMessage, url: URL, settings: Settings): string | null {
  const given = (name: string) => url.searchParams.get(name) ?? ''
  const [keyId, day, region, service] = given('X-Amz-Credential').split('/')
  if (keyId !== settings.accessKeyId) return 'InvalidAccessKeyId'
  if (service !== 's3' || region !== settings.region) return 'AuthorizationQueryParametersError'
  const at = given('X-Amz-Date')
  if (Date.now() > getTime(at) + Number(given('X-Amz-Expires')) * 1000) return 'AccessDenied'
  const signature = given('X-Amz-Signature')
  const unsigned = new URL(url)
  unsigned.searchParams.delete('X-Amz-Signature')
  const signed = given('X-Amz-SignedHeaders').split(';')
  const expected = getSignature({
    request,
    url: unsigned,
    signed,
    payload: 'UNSIGNED-PAYLOAD',
    at,
    day: day!,
    region,
    secret: settings.secretAccessKey,
  })
  return same(expected, signature) ? null : 'SignatureDoesNotMatch'
}

function getSignature(from: {
  request: IncomingMessage
  url: URL
  signed: string[]
  payload: string
  at: string
  day: string
  region: string
  secret: string
}) {
  const { request, url, signed, payload, at, day, region, secret } = from
  const query = [...url.searchParams]
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const headers = signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('')
  const path = url.pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/')
  const canonical = [request.method, path, query, headers, signed.join(';'), payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request')
  return hmac(key, toSign).toString('hex')
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
/** `20260302T093000Z` */
const getTime = (at: string) =>
  Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')) || 0
