import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { decodeProtectedHeader, jwtVerify } from 'jose'

/** CDP keys and the tokens signed with them. */

export type KeyKind = 'ES256' | 'EdDSA'

export const keyId = 'organizations/7f0c3f1e-0a52-4b5e-9d2f-1c1a5ad1c001/apiKeys/5a1b9f0e-6f0f-4c57-8f3e-2b9f6f1c0d77'

/** A new secret key in both of Coinbase's formats, with its verifier. */
function newKey(kind: KeyKind) {
  if (kind === 'ES256') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    return { secret: String(privateKey.export({ type: 'sec1', format: 'pem' })), publicKey }
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  const halves = [d, x].map((half) => Buffer.from(half, 'base64url'))
  return { secret: Buffer.concat(halves).toString('base64'), publicKey }
}

export function createTokenCheck(kind: KeyKind) {
  const { secret, publicKey } = newKey(kind)
  const nonces = new Set<string>()

  /** The error in a token by Coinbase's rules, or null. */
  async function faultOfToken(request: IncomingMessage, url: URL): Promise<string | null> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!token) return 'no bearer token'
    try {
      const header = decodeProtectedHeader(token) as { kid?: string; nonce?: string; typ?: string }
      const { payload } = await jwtVerify(token, publicKey, { algorithms: [kind], issuer: 'cdp', subject: keyId })
      if (header.kid !== keyId || header.typ !== 'JWT') return 'kid or typ'
      if (!header.nonce || nonces.has(header.nonce)) return 'nonce missing or used'
      nonces.add(header.nonce)
      if (payload.uri !== `${request.method} ${request.headers.host}${url.pathname}`) return `uri ${payload.uri}`
      if (typeof payload.nbf !== 'number' || (payload.exp ?? 0) - payload.nbf > 120) return 'longer than two minutes'
      return null
    } catch (error) {
      return String(error)
    }
  }

  return { secret, faultOfToken }
}
