import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'

/**
 * The tokens that Coinbase's APIs take: one a request, named for it, good for two minutes.
 * Source: https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication
 */

export type CdpKey = { id: string; algorithm: 'ES256' | 'EdDSA'; privateKey: KeyObject }

const tokenSeconds = 120
/** An Ed25519 key of 32 bytes in PKCS #8 (RFC 8410): these, then the key itself. */
const ed25519Frame = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Reads a secret API key in both of its kinds: an EC key in PEM, whose line breaks may be written as `\n`, or an Ed25519
 * key in base64, with its public half behind it or without.
 * @throws Error when it is neither
 */
export function readCdpKey(id: string, secret: string): CdpKey {
  const pem = secret.trim().replaceAll('\\n', '\n')
  if (pem.startsWith('-----BEGIN ')) {
    const privateKey = createPrivateKey(pem)
    if (privateKey.asymmetricKeyType === 'ed25519') return { id, algorithm: 'EdDSA', privateKey }
    if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('The key is not on P-256.')
    return { id, algorithm: 'ES256', privateKey }
  }
  const bytes = Buffer.from(pem, 'base64')
  if (bytes.length !== 64 && bytes.length !== 32) throw new Error('The key is neither PEM nor Ed25519 in base64.')
  const privateKey = createPrivateKey({
    key: Buffer.concat([ed25519Frame, bytes.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  })
  return { id, algorithm: 'EdDSA', privateKey }
}

/** A token for one request: it names the method and the address without scheme and query, and fits no other. */
export async function signCdpToken(key: CdpKey, { method, url, now }: { method: string; url: URL; now: Date }) {
  const seconds = Math.floor(now.getTime() / 1000)
  const { SignJWT } = await import('jose')
  return new SignJWT({ uri: `${method} ${url.host}${url.pathname}` })
    .setProtectedHeader({ alg: key.algorithm, kid: key.id, typ: 'JWT', nonce: randomBytes(16).toString('hex') })
    .setSubject(key.id)
    .setIssuer('cdp')
    .setNotBefore(seconds)
    .setExpirationTime(seconds + tokenSeconds)
    .sign(key.privateKey)
}
