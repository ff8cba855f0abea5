import { hashPassword, verifyPassword } from '#features/auth/sign-in/passwords.ts'
import { AppError } from '#kit/errors.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Secrets } from '#platform/secrets.ts'

/** What is known of a link: its id in the database, and the hash of its password, if it has one. */
type Link = { id: string; password_hash: string | null }

export type LinkAccess = ReturnType<typeof createLinkAccess>

const passwordTries = { max: 20, windowSeconds: 15 * 60 }

/**
 * Tokens and passwords of links that open something without an account. A token is the link's id plus an HMAC: no secret is
 * stored, and the owner can see the link again. `purpose` keeps tokens of different kinds of links apart.
 */
export function createLinkAccess({
  secrets,
  rates,
  purpose,
}: {
  secrets: Secrets
  rates: RateLimiter
  purpose: 'share' | 'review-link' | 'plan-review-link'
}) {
  /** A new password ends the passes of the one before. */
  const toPassText = ({ id, password_hash }: Link) => `${id}\n${password_hash}`

  const getToken = (id: string) => {
    const compact = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
    return `${compact}${secrets.sign(purpose, id).slice(0, 22)}`
  }

  const isValidPass = (link: Link, pass: string | undefined): boolean =>
    pass !== undefined && secrets.verify(`${purpose}-pass`, toPassText(link), pass)

  return {
    getToken,

    /** The id of the link, or null for a token that was not made here. */
    readToken(token: string): string | null {
      if (!/^[A-Za-z0-9_-]{44}$/.test(token)) return null
      const hex = Buffer.from(token.slice(0, 22), 'base64url').toString('hex')
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      return getToken(id) === token ? id : null
    },

    isValidPass,

    /** A signed pass that replaces the password. Null without a password. */
    getPass: (link: Link) => (link.password_hash ? secrets.sign(`${purpose}-pass`, toPassText(link)) : null),

    /**
     * Returns false when a password is needed and none was given.
     * @throws AppError invalid_credentials, rate_limited
     */
    async unlock(link: Link, { password, pass }: { password?: string; pass?: string }): Promise<boolean> {
      if (!link.password_hash || isValidPass(link, pass)) return true
      if (password === undefined) return false
      const bucket = `share:${link.id}`
      const tooMany = 'Too many wrong passwords for this link.'
      await rates.refuseIfFull(bucket, passwordTries, tooMany)
      const right = await verifyPassword(link.password_hash, password)
      await rates.countGuess(bucket, passwordTries, tooMany, right)
      if (!right)
        throw new AppError('invalid_credentials', 'Wrong password.', { field: 'password', reason: 'wrong_password' })
      return true
    },

    /** What is stored of a link's settings. @throws AppError invalid_input: the end has passed */
    async toStored({ password, expires_at }: { password?: string; expires_at?: string }) {
      const expiresAt = expires_at ? new Date(expires_at) : null
      if (expiresAt && expiresAt <= new Date())
        throw new AppError('invalid_input', 'expires_at is in the past.', {
          field: 'expires_at',
          reason: 'in_the_past',
        })
      return { expiresAt, passwordHash: password ? await hashPassword(password) : null }
    },
  }
}

/** Never existed, revoked and expired look alike. */
export function refuseLink(): never {
  throw new AppError('not_found', 'This link was disabled, has expired or is incomplete.', { reason: 'link_missing' })
}
