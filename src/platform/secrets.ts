import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'

export type Secrets = {
  /** A keyed digest that outsiders cannot compute: identity hashes, share cookies. */
  sign(purpose: string, value: string): string
  verify(purpose: string, value: string, signature: string): boolean
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
      `${file} is damaged: restore it from a backup, or remove it to have a new one made (sessions and sealed keys end).`,
    )
  return key
}

export function createSecrets(secretKey: string): Secrets {
  const sign = (purpose: string, value: string) =>
    createHmac('sha256', secretKey).update(`${purpose}\n${value}`).digest('base64url')
  return {
    sign,
    verify(purpose, value, signature) {
      const expected = Buffer.from(sign(purpose, value))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}

/** A token for people's cookies and links: 256 bits. Only its hash is stored. */
export const newToken = (prefix: string) => `${prefix}_${randomBytes(32).toString('base64url')}`

export const hashToken = (token: string) => createHash('sha256').update(token).digest()
