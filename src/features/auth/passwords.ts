import { hash, verify } from '@node-rs/argon2'

/** Argon2id with OWASP's parameters (19 MiB, 2 passes), as a PHC string. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, options)

let decoy: Promise<string> | null = null

/** Takes the same time whether or not there is a hash to compare with. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const right = await verify(passwordHash ?? (await decoy), password)
  return right && Boolean(passwordHash)
}
