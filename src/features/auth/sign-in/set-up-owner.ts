import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import type { User } from '../contract.ts'
import {
  countStaff,
  deleteOneTimeTokens,
  findCredentialsByEmail,
  insertOneTimeToken,
  lockOwnerSetup,
  useOneTimeToken,
} from '../store/store.ts'
import type { CreateUser } from './create-user.ts'
import { hashPassword } from './passwords.ts'
import { createSession, type Device } from './sessions.ts'

type Dependencies = { db: Database; createUser: CreateUser; getUserByToken(token: Buffer): Promise<User> }

const ownerAccess = { staff: true, plan: 'self_hosted' }
const linkMs = 7 * 86_400_000

/** Creates the first staff account of an installation, by a one-time link or from the environment. */
export function createOwnerSetup({ db, createUser, getUserByToken }: Dependencies) {
  return {
    /** A one-time token for making the owner, or null when the installation has staff already. */
    async createOwnerSetupToken(): Promise<string | null> {
      if ((await countStaff(db)) > 0) return null
      const token = newToken('own')
      await deleteOneTimeTokens(db, 'owner')
      await insertOneTimeToken(db, {
        hash: hashToken(token),
        purpose: 'owner',
        expiresAt: new Date(Date.now() + linkMs),
      })
      return token
    },

    async setUpOwner(input: { token: string; email: string; password: string; first_name: string }, device: Device) {
      const passwordHash = await hashPassword(input.password)
      const { token } = await db.transaction().execute(async (tx) => {
        await lockOwnerSetup(tx)
        if ((await countStaff(tx)) > 0)
          throw new AppError('not_found', 'This server already has an owner. Sign in instead.', {
            field: 'token',
            reason: 'owner_exists',
          })
        if (!(await useOneTimeToken(tx, hashToken(input.token), 'owner'))) {
          throw new AppError(
            'not_found',
            'This setup link was already used or has expired. Restart Earshot to get a new one.',
            { field: 'token', reason: 'setup_link_ended' },
          )
        }
        const userId = await createUser(tx, { ...input, passwordHash, ...ownerAccess })
        return createSession(tx, userId, device)
      })
      return { token, user: await getUserByToken(hashToken(token)) }
    },

    /** The owner named by OWNER_EMAIL, made at the first start; later starts, and others at the same moment, change nothing. */
    async ensureOwner(owner: { email: string; password: string }) {
      const email = owner.email.toLowerCase()
      if (await findCredentialsByEmail(db, email)) return
      const passwordHash = await hashPassword(owner.password)
      try {
        await db.transaction().execute(async (tx) => {
          await lockOwnerSetup(tx)
          // A link that was printed before makes no second owner.
          await deleteOneTimeTokens(tx, 'owner')
          await createUser(tx, { email, first_name: 'Owner', passwordHash, ...ownerAccess })
        })
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'conflict')) throw error
      }
    },
  }
}
