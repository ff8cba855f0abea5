import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'

export type Secrets = {
  /** A keyed digest that outsiders cannot compute: identity hashes, share cookies. */
  sign(purpose: string, value: string): string
  verify(purpose: string, value: string, signature: string): boolean
  /** AES-256-GCM under a key of this purpose; `context` (an owner's id) must be the same when it is opened. */
  seal(purpose: string, value: string, context: string): string
  /** @throws Error when it was sealed under another secret or context, or was changed */
  open(purpose: string, sealed: string, context: string): string
}

/** The installation's secret: SECRET_KEY, or one made once in DATA_DIR. */
export async function readSecretKey(dataDir: string, configured: string | undefined): Promise<string> {
  if (configured) return configured
  await mkdir(dataDir, { recursive: true })
  const file = path.join(dataDir, 'secret.key')
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(randomBytes(32).toString('base64url'))
    await handle.sync()
    await handle.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = (await readFile(file, 'utf8')).trim()
  if (key.length < 32)
    throw new Error(
      `${file} is damaged. Restore it from a backup, or delete it to create a new one (this ends all sessions and makes stored keys unreadable).`,
    )
  return key
}

const nonceBytes = 12
const tagBytes = 16

export function createSecrets(secretKey: string): Secrets {
  const sign = (purpose: string, value: string) =>
    createHmac('sha256', secretKey).update(`${purpose}\n${value}`).digest('base64url')
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `seal\n${purpose}`, 32))
  return {
    sign,
    seal(purpose, value, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(purpose, sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url')
      const textStart = nonceBytes + tagBytes
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(nonceBytes, textStart))
      return Buffer.concat([decipher.update(bytes.subarray(textStart)), decipher.final()]).toString('utf8')
    },
    verify(purpose, value, signature) {
      const expected = Buffer.from(sign(purpose, value))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}

/** Compares without telling by its time how much was right. */
export const isSameSecret = (given: string, expected: string) => timingSafeEqual(hashToken(given), hashToken(expected))

/** A token for people's cookies and links: 256 bits. Only its hash is stored. */
export const newToken = (prefix: string) => `${prefix}_${randomBytes(32).toString('base64url')}`

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
