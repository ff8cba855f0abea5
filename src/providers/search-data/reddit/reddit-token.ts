import { z } from 'zod'
import { createVendorClient, type VendorClientOptions } from '../vendor-client/vendor-client.ts'
import { cancelled } from '../vendor-client/vendor-errors.ts'

const grant = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().nullish().catch(null) })
const complaint = z.object({ error: z.union([z.string(), z.number()]) })

/** Renewed so long before it ends, so that it does not end under way. */
const marginMs = 60_000
const usualLifeMs = 3600_000

export type RedditCredentials = { clientId: string; clientSecret: string }

/**
 * A token of the application itself, without any person: asked for once, shared by all questions, asked for again when it
 * ends or was refused. Source: https://github.com/reddit-archive/reddit/wiki/OAuth2#application-only-oauth
 */
export function createRedditToken(
  { clientId, clientSecret }: RedditCredentials,
  options: Omit<VendorClientOptions, 'vendorUrl'>,
) {
  const client = createVendorClient({ ...options, vendorUrl: 'https://www.reddit.com' })
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')
  let cached: { token: Promise<string>; until: number } | null = null

  function request(): Promise<string> {
    const entry = { token: exchange(), until: Number.POSITIVE_INFINITY }
    cached = entry
    entry.token.catch(() => {
      if (cached === entry) cached = null
    })
    return entry.token

    async function exchange() {
      const { access_token, expires_in } = await client.ask({
        path: '/api/v1/access_token',
        headers: { authorization: `Basic ${basic}` },
        form: { grant_type: 'client_credentials' },
        // Others may wait for the same token: the one who asked first does not take it from them by leaving.
        signal: new AbortController().signal,
        check: (body) => {
          const error = complaint.safeParse(body).data?.error
          return error === undefined
            ? null
            : {
                kind: 'unauthorized',
                what: `gave no access ("${error}")`,
                advice: 'Check REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET.',
                retries: 0,
                weighs: true,
              }
        },
        read: (body) => grant.parse(body),
      })
      entry.until = Date.now() + Math.max(0, (expires_in ? expires_in * 1000 : usualLifeMs) - marginMs)
      return access_token
    }
  }

  return {
    /** @throws SourceError */
    async get(signal: AbortSignal): Promise<string> {
      const current = cached && cached.until > Date.now() ? cached.token : request()
      return unlessAborted(current, signal)
    },
    /** The token was refused; a newer one is left alone. */
    async drop(token: string): Promise<void> {
      const entry = cached
      if (entry && (await entry.token.catch(() => null)) === token && cached === entry) cached = null
    },
  }

  function unlessAborted(token: Promise<string>, signal: AbortSignal) {
    return new Promise<string>((resolve, reject) => {
      const stop = () => reject(cancelled(client.voice))
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      token.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
    })
  }
}
