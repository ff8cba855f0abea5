import { hash, verify } from '@node-rs/argon2'

/** Argon2id with OWASP's parameters (19 MiB, 2 passes), as a PHC string. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Keyboards write the same password in different ways, such as ü as one character or as two. Its compatibility form is what is
 * hashed, with every kind of space as a plain one (RFC 8265, OpaqueString).
 */
const normalizePassword = (password: string) => password.replace(/\p{Zs}/gu, ' ').normalize('NFKC')

export const hashPassword = (password: string) => hash(normalizePassword(password), options)

let decoy: Promise<string> | null = null

/** Takes the same time whether or not there is a hash to compare with. Earlier versions hashed a password as it was typed. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const hashed = passwordHash ?? (await decoy)
  const forms = new Set([normalizePassword(password), password, password.normalize('NFC'), password.normalize('NFD')])
  let right = false
  for (const form of forms) right = (await verify(hashed, form)) || right
  return right && Boolean(passwordHash)
}
