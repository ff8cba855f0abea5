import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/**
 * Google sign-in: the keys, ID tokens signed with them, and the authorization endpoint, which posts a form back without
 * asking. Written from OpenID Connect Core 1.0 and Google's description of its ID tokens.
 */
export type GoogleIdentity = Awaited<ReturnType<typeof startGoogleIdentity>>

export type GoogleClaims = {
  sub?: string
  email: string
  email_verified?: boolean | string
  hd?: string
  given_name?: string
  nonce?: string
  iss?: string
  aud?: string
  iat?: number
  exp?: number
}

type SigningKey = { kid: string; privateKey: CryptoKey; jwk: Record<string, unknown> }

async function newKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomUUID()
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

export async function startGoogleIdentity({ clientId = 'earshot-test.apps.googleusercontent.com', port = 0 } = {}) {
  let key = await newKey()
  let keysServed = 0
  let failing = false
  /** The claims of the user who is signed in at Google. */
  let visitor: GoogleClaims | null = null

  const getClaims = (given: GoogleClaims): JWTPayload => {
    const now = Math.floor(Date.now() / 1000)
    return {
      iss: 'https://accounts.google.com',
      aud: clientId,
      sub: createHash('sha256').update(given.email).digest('hex').slice(0, 21),
      email_verified: true,
      iat: now,
      exp: now + 3600,
      jti: randomUUID(),
      ...given,
    }
  }
  const sign = (claims: JWTPayload, by = key) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: by.kid, typ: 'JWT' }).sign(by.privateKey)

  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://double')
    if (url.pathname === '/oauth2/v3/certs') {
      keysServed++
      response.writeHead(failing ? 500 : 200, {
        'Content-Type': 'application/json',
        'Cache-Control': 'public, max-age=20000, must-revalidate, no-transform',
      })
      return response.end(JSON.stringify({ keys: [key.jwk] }))
    }
    if (url.pathname !== '/o/oauth2/v2/auth') return response.writeHead(404).end()
    void authorize(url.searchParams).then((page) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
    })
  })
  server.listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))

  /** The self-submitting form of Google's response. */
  async function authorize(asked: URLSearchParams) {
    const to = asked.get('redirect_uri')!
    const fields: Record<string, string> = { state: asked.get('state') ?? '' }
    if (visitor) fields.id_token = await sign(getClaims({ nonce: asked.get('nonce')!, ...visitor }))
    else fields.error = 'access_denied'
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    )
    return `<!doctype html><title>Google</title><form method="post" action="${to}">${inputs.join('')}<button>On</button></form><script>document.forms[0].submit()</script>`
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId,
    get keysServed() {
      return keysServed
    },
    /** Environment variables that make Earshot use the double. */
    get settings() {
      return { GOOGLE_CLIENT_ID: clientId, GOOGLE_IDENTITY_URL: this.url }
    },
    claimsOf: getClaims,
    /** A token as Google issues it, with the given claims replaced. */
    token: (given: GoogleClaims) => sign(getClaims(given)),
    /** Signed with a key that Google doesn't publish. */
    async forged(given: GoogleClaims, kid: string = randomUUID()) {
      return sign(getClaims(given), { ...(await newKey()), kid })
    },
    publicKey: () => key.jwk,
    async rotate() {
      key = await newKey()
    },
    fail(now: boolean) {
      failing = now
    },
    signIn(claims: GoogleClaims | null) {
      visitor = claims
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
