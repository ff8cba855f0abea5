import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { Actor } from '#platform/http.ts'
import type { OutboundFetch } from '#platform/outbound.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import { hashToken } from '#platform/secrets.ts'
import { findByEmail, findByGoogleSubject, linkGoogle } from './google-store.ts'
import { createGoogleKeys, type GooglePerson, readGoogleToken, refused, tokenAgeSeconds } from './google-token.ts'
import type { Auth } from './service.ts'
import { beginSession, type Device, type Session } from './sessions.ts'
import type { TwoFactor } from './two-factor.ts'

const signIns = { most: 300, windowSeconds: 3600 }

export type GoogleSignIn = ReturnType<typeof createGoogleSignIn>

type Dependencies = {
  db: Database
  auth: Pick<Auth, 'makeAccount'>
  audit: Audit
  twoFactor: TwoFactor
  rates: RateLimiter
  fetch: OutboundFetch
  /** Unset: nobody signs in with Google here. */
  clientId: string | undefined
  /** Where Google's keys are. */
  keysUrl: string
  /** Somebody has proved that their email is theirs: what was bought with it becomes theirs. */
  claim(tx: Db, userId: string): Promise<void>
}

type Given = { credential: string; otp?: string; nonce?: string; aff?: string }

/** Signing in with Google. Who becomes whom is told in docs/decisions/0010-who-google-signs-in.md. */
export function createGoogleSignIn(dependencies: Dependencies) {
  const { db, auth, audit, twoFactor, rates, fetch, clientId, keysUrl, claim } = dependencies
  const keys = createGoogleKeys({ fetch, address: keysUrl })

  return {
    /**
     * A session for an ID token; a new account when nobody has the email. With somebody signed in, the Google account of
     * the same email is tied to theirs.
     * @throws AppError unavailable, invalid_credentials (field credential or otp), otp_required, conflict
     */
    async signIn(actor: Actor | null, given: Given, device: Device): Promise<Session & { is_new: boolean }> {
      if (!clientId)
        throw new AppError('unavailable', 'Signing in with Google is not set up here: use your email instead.', {
          retryable: false,
        })
      await rates.countAddress('google', device.address, signIns)
      const person = await readGoogleToken(given.credential, { keys, clientId, nonce: given.nonce })
      const known = await findByGoogleSubject(db, person.subject)
      const account = known ?? (await accountToLink(actor?.kind === 'session' ? actor : null, person))
      if (account?.disabled) throw refused('This account is closed: ask whoever runs this installation.')
      if (account) await twoFactor.requireCounted(account.id, given.otp)
      await refuseUsed(given.credential)
      return db.transaction().execute(async (tx) => {
        const userId = account?.id ?? (await makeAccount(tx, person, given.aff))
        if (!known) await link(tx, userId, person, device)
        if (!known) await claim(tx, userId)
        return { ...(await beginSession(tx, userId, device)), is_new: !account }
      })
    },
  }

  /** The account that is not yet tied to this Google account but may be, or null when a new one is to be made. */
  async function accountToLink(actor: Actor | null, person: GooglePerson) {
    const found = await findByEmail(db, person.email)
    if (actor && actor.userId !== found?.id)
      throw new AppError(
        'conflict',
        `You are signed in as ${actor.email}, and Google says ${person.email}: sign out first, or choose the other Google account.`,
        { field: 'credential' },
      )
    if (!found) return null
    if (found.google_subject !== null) throw otherGoogleAccount()
    // Who signed up with somebody else's address waits behind an unverified one: they must not be let in with its owner.
    if (!actor && !(found.email_verified && person.authoritative))
      throw new AppError(
        'conflict',
        'There is an account with this email already: sign in with its password or a mailed code first, then continue with Google.',
        { field: 'credential' },
      )
    return found
  }

  function makeAccount(tx: Db, { email, firstName, lastName }: GooglePerson, aff: string | undefined) {
    return auth.makeAccount(tx, {
      aff,
      email,
      first_name: firstName,
      last_name: lastName,
      passwordHash: null,
      emailVerified: true,
    })
  }

  async function link(tx: Db, userId: string, { subject, email }: GooglePerson, { address }: Device) {
    const linked = await linkGoogle(tx, userId, subject).catch((error) => {
      // Two calls with one person's tokens at once: the other was first.
      throw (error as { code?: string }).code === '23505' ? otherGoogleAccount() : error
    })
    if (!linked) throw otherGoogleAccount()
    await audit.record(tx, {
      actorId: userId,
      actorEmail: email,
      action: 'account.google_linked',
      subject: email,
      address,
    })
  }

  /** A token that was read on its way opens nothing a second time. */
  async function refuseUsed(credential: string) {
    // The signature can be written in more than one way; what it signs cannot.
    const signed = credential.slice(0, credential.lastIndexOf('.'))
    const { count } = await rates.count(`google:${hashToken(signed).toString('base64url')}`, 2 * tokenAgeSeconds)
    if (count > 1) throw refused('This Google sign-in was used already: start again.')
  }
}

const otherGoogleAccount = () =>
  new AppError(
    'conflict',
    'The account with this email is tied to another Google account: sign in with that one, with the password, or by mail.',
    { field: 'credential' },
  )
