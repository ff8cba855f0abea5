import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import { hashToken } from '#platform/secrets.ts'
import type { EmailProof } from '../email/email-proof.ts'
import type { Auth } from '../service.ts'
import { findByEmail, findByGoogleSubject, linkGoogle } from '../store/google-store.ts'
import { accountChanged } from './email-sign-in.ts'
import { createGoogleKeys, type GooglePerson, readGoogleToken, refused, tokenAgeSeconds } from './google-token.ts'
import { createSession, type Device, type Session } from './sessions.ts'
import type { TwoFactor } from './two-factor.ts'

const signIns = { max: 300, windowSeconds: 3600 }

export type GoogleSignIn = ReturnType<typeof createGoogleSignIn>

type Dependencies = {
  db: Database
  auth: Pick<Auth, 'createUser'>
  audit: Audit
  twoFactor: TwoFactor
  rates: RateLimiter
  fetch: OutboundFetch
  /** Unset: Google sign-in is off. */
  clientId: string | undefined
  /** Where Google's keys are. */
  keysUrl: string
  proof: EmailProof
}

type Given = { credential: string; otp?: string; nonce?: string; aff?: string }

/** Sign-in with Google. See docs/decisions/0010-google-sign-in.md for how accounts are matched. */
export function createGoogleSignIn(dependencies: Dependencies) {
  const { db, auth, audit, twoFactor, rates, fetch, clientId, keysUrl, proof } = dependencies
  const keys = createGoogleKeys({ fetch, address: keysUrl })

  return {
    /**
     * Creates a session for an ID token, and an account when the email is new. For a signed-in user, links the Google account
     * with the same email.
     * @throws AppError unavailable, invalid_credentials (field credential or otp), otp_required, conflict
     */
    async signIn(actor: Actor | null, given: Given, device: Device): Promise<Session & { is_new: boolean }> {
      if (!clientId)
        throw new AppError('unavailable', 'Google sign-in isn’t available on this server. Use your email instead.', {
          reason: 'google_off',
          retryable: false,
        })
      await rates.countAddress('google', device.address, signIns)
      const person = await readGoogleToken(given.credential, { keys, clientId, nonce: given.nonce })
      const known = await findByGoogleSubject(db, person.subject)
      const own = actor?.kind === 'session' ? actor : null
      const found = known ? null : await findAccountToLink(own, person)
      const account = known ?? found
      if (account?.disabled)
        throw refused('account_disabled', 'This account is disabled. Contact the administrator of this server.')
      // A factor set before anybody proved the address may be a stranger's: it goes with the first proof.
      const isFirstProof = found !== null && !found.email_verified && !own
      if (account && !isFirstProof) await twoFactor.requireOtp(account.id, given.otp)
      await refuseReplay(given.credential)
      const { session, afterCommit } = await db.transaction().execute(async (tx) => {
        const userId = account?.id ?? (await createUser(tx, person, given.aff))
        const afterCommit = known ? () => {} : await proveAndLink(tx, { userId, person, own, device, isFirstProof })
        return { session: await createSession(tx, userId, device), afterCommit }
      })
      afterCommit()
      return { ...session, is_new: !account }
    },
  }

  /** The account to link to this Google account, or null to create a new one. @throws AppError conflict */
  async function findAccountToLink(actor: Actor | null, person: GooglePerson) {
    const found = await findByEmail(db, person.email)
    if (actor && actor.userId !== found?.id)
      throw new AppError(
        'conflict',
        `You’re signed in as ${actor.email}, but the Google account is ${person.email}. Sign out first, or choose another Google account.`,
        {
          field: 'credential',
          reason: 'google_other_email',
          params: { email: actor.email, google_email: person.email },
        },
      )
    if (!found) return null
    if (found.google_subject !== null) throw otherGoogleAccount()
    // Of an address that Google doesn't run it knows only that it was this person's at some time.
    if (!actor && !person.authoritative)
      throw new AppError(
        'conflict',
        'An account with this email already exists. Sign in with its password or an emailed code first, then continue with Google.',
        { field: 'credential', reason: 'google_not_linked' },
      )
    return found
  }

  function createUser(tx: Db, { email, firstName, lastName }: GooglePerson, aff: string | undefined) {
    return auth.createUser(tx, {
      aff,
      email,
      first_name: firstName,
      last_name: lastName,
      passwordHash: null,
      emailVerified: true,
    })
  }

  /** Google knows whose the address is: what a stranger set up in the account before ends. Answers what follows the commit. */
  async function proveAndLink(
    tx: Db,
    given: { userId: string; person: GooglePerson; own: Actor | null; device: Device; isFirstProof: boolean },
  ) {
    const { userId, person, own, device, isFirstProof } = given
    const proven = await proof.prove(tx, { userId, actor: own, method: 'Google', address: device.address })
    if (isFirstProof && !proven.first) throw accountChanged()
    await link(tx, userId, person, device)
    return proven.afterCommit
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

  /** Prevents replay: each token signs in once. */
  async function refuseReplay(credential: string) {
    // The signature can be written in more than one way; what it signs cannot.
    const signed = credential.slice(0, credential.lastIndexOf('.'))
    const { count } = await rates.count(`google:${hashToken(signed).toString('base64url')}`, 2 * tokenAgeSeconds)
    if (count > 1) throw refused('google_used', 'This Google sign-in was already used. Start again.')
  }
}

const otherGoogleAccount = () =>
  new AppError(
    'conflict',
    'This email’s account is linked to another Google account. Sign in with that one, with the password or by email.',
    { field: 'credential', reason: 'google_linked_elsewhere' },
  )
