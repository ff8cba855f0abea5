import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { decodeXML } from 'entities'
import type { Dispatcher } from 'undici'
import { AppError } from '#kit/errors.ts'
import { checkKey, isKey, type Storage } from './storage.ts'

/**
 * Files in an S3-compatible bucket. Requests are signed (Signature Version 4). With a custom endpoint the bucket is
 * in the path (path-style), otherwise in the host name, as AWS requires.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export type S3Settings = {
  endpoint: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const timeoutMs = 30_000

export function createS3Storage(settings: S3Settings, getDispatcher: () => Dispatcher): Storage {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const base = endpoint ? `${endpoint}/${encodeURIComponent(bucket)}` : `https://${bucket}.s3.${region}.amazonaws.com`
  const locate = (key: string) => {
    checkKey(key)
    return `${base}/${key}`
  }
  const signer = (method: string, url: string, headers: Record<string, string>, signQuery = false) =>
    new AwsV4Signer({ method, url, headers, accessKeyId, secretAccessKey, region, service: 's3', signQuery }).sign()

  async function send(
    method: 'GET' | 'PUT' | 'DELETE',
    url: string,
    given: Record<string, string> = {},
    body: Uint8Array | Readable | null = null,
  ) {
    const signed = await signer(method, url, given)
    try {
      return await getDispatcher().request({
        origin: signed.url.origin,
        path: signed.url.pathname + signed.url.search,
        method,
        headers: { ...Object.fromEntries(signed.headers), ...given },
        body,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      })
    } catch (cause) {
      throw new AppError('unavailable', 'File storage isn’t responding. Try again in a moment.', {
        reason: 'file_storage_unreachable',
        cause,
      })
    }
  }

  return {
    async put(key, body) {
      const whole = body instanceof Uint8Array
      const answer = await send(
        'PUT',
        locate(key),
        {
          'content-length': String(whole ? body.byteLength : body.bytes),
          'x-amz-content-sha256': whole ? createHash('sha256').update(body).digest('hex') : 'UNSIGNED-PAYLOAD',
        },
        whole ? body : body.stream,
      )
      await refuseUnless(answer, [200])
      await answer.body.dump()
    },
    async get(key) {
      const answer = await send('GET', locate(key))
      await refuseUnless(answer, [200, 404])
      if (answer.statusCode === 404) {
        await answer.body.dump()
        return null
      }
      return { body: answer.body, bytes: Number(answer.headers['content-length']) }
    },
    async delete(key) {
      const answer = await send('DELETE', locate(key))
      await refuseUnless(answer, [200, 204, 404])
      await answer.body.dump()
    },
    async *list() {
      let continuation: string | undefined
      do {
        const url = new URL(`${base}/`)
        url.searchParams.set('list-type', '2')
        if (continuation) url.searchParams.set('continuation-token', continuation)
        const answer = await send('GET', url.href)
        await refuseUnless(answer, [200])
        const page = await answer.body.text()
        for (const key of getValues(page, 'Key')) if (isKey(key)) yield key
        continuation = getValues(page, 'NextContinuationToken')[0]
      } while (continuation)
    },
    async readUrl(key, { seconds, type, disposition }) {
      const url = new URL(locate(key))
      url.searchParams.set('X-Amz-Expires', String(seconds))
      url.searchParams.set('response-content-type', type)
      url.searchParams.set('response-content-disposition', disposition)
      const signed = await signer('GET', url.href, {}, true)
      return signed.url.href
    },
    async check() {
      const probe = 'health/probe'
      await this.put(probe, Buffer.from('probe'))
      await this.delete(probe)
      return `The bucket ${bucket} stores and deletes files.`
    },
  }
}

/** Contents of the elements of a name. Our keys contain nothing that XML escapes; a continuation token may. */
const getValues = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => decodeXML(value!))

/** @throws AppError upstream_failed */
async function refuseUnless({ statusCode, body }: Dispatcher.ResponseData, expected: number[]) {
  if (expected.includes(statusCode)) return
  const code = /<Code>([^<]{1,80})<\/Code>/.exec((await body.text()).slice(0, 2000))?.[1]
  throw new AppError('upstream_failed', `File storage returned ${statusCode}${code ? ` (${code})` : ''}. Try again.`, {
    reason: 'file_storage_failed',
  })
}
