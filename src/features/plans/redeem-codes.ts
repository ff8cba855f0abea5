import { randomInt } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import { hashToken } from '#platform/secrets.ts'
import { refundedCode, unknownCode, usedCode, wrongInterval } from './code-errors.ts'
import type { Plan } from './contract.ts'
import type { RecalculatePlan } from './recalculate-plan.ts'
import { type CodeInterval, codeAlphabet, codeLetters, formatCode, parseCode } from './rules/redeem-code.ts'
import { type EntitlementKey, insertEntitlementChange } from './store/entitlement-store.ts'
import { claimCode, findCodeByHash, insertCodes, lockUserPlan } from './store/store.ts'

type Dependencies = {
  db: Database
  rates: RateLimiter
  recalculatePlan: RecalculatePlan
  getPlan(at: Db, userId: string): Promise<Plan>
  now(): Date
}

const codeFailures = { max: 20, windowSeconds: 15 * 60 }

export function createRedeemableCodes({ db, rates, recalculatePlan, getPlan, now }: Dependencies) {
  return {
    /**
     * Redeems a code for a user. Redeeming it again changes nothing.
     * @throws AppError not_found (unknown), conflict (used by another account), invalid_input (wrong interval),
     * rate_limited (20 failures in 15 minutes)
     */
    async redeem(userId: string, typed: string, interval: CodeInterval) {
      const bucket = `code:${userId}`
      await rates.refuseIfFull(bucket, codeFailures, 'Too many invalid codes.')
      try {
        return await db.transaction().execute(async (tx) => {
          await redeemInTransaction(tx, userId, typed, interval)
          return getPlan(tx, userId)
        })
      } catch (error) {
        if (error instanceof AppError) await rates.count(bucket, codeFailures.windowSeconds)
        throw error
      }
    },

    redeemInTransaction,
    generateCodes,

    /** Creates codes. Only their hashes are stored, so this is the only time they can be read. */
    async createCodes(tx: Db, interval: CodeInterval, count: number): Promise<string[]> {
      const codes = generateCodes(interval, count)
      await insertCodes(
        tx,
        codes.map((code) => ({ hash: hashToken(parseCode(code)!.plain), last4: code.slice(-4), interval })),
      )
      return codes
    },
  }

  /** The same in the caller's transaction; the caller counts failures. Without `interval`, any code is accepted. */
  async function redeemInTransaction(tx: Db, userId: string, typed: string, interval?: CodeInterval) {
    const read = parseCode(typed)
    if (!read) throw unknownCode()
    const hash = hashToken(read.plain)
    await lockUserPlan(tx, userId)
    const found = await findCodeByHash(tx, hash)
    if (!found) throw unknownCode()
    if (found.taken_back_at) throw refundedCode()
    if (found.redeemed_by === userId) return
    if (found.redeemed_at) throw usedCode()
    if (interval && found.interval !== interval) throw wrongInterval(found.interval)
    if (!(await claimInLedger(tx, hash, userId))) throw usedCode()
    await recalculatePlan(tx, userId)
  }

  async function claimInLedger(tx: Db, hash: Buffer, userId: string): Promise<boolean> {
    const at = now()
    const code = await claimCode(tx, hash, userId, at)
    if (!code) return false
    const key: EntitlementKey = { userId, source: 'code', reference: code.id, what: 'plan' }
    const { interval, ends_at: until } = code
    await insertEntitlementChange(tx, key, {
      plan: null,
      interval,
      until,
      renewsAt: null,
      change: 'given',
      cause: null,
      at,
    })
    return true
  }
}

/** Random codes in their printed form. They are valid once inserted. */
const generateCodes = (interval: CodeInterval, count: number): string[] =>
  Array.from({ length: count }, () => formatCode(interval, randomLetters(codeLetters)))

const randomLetters = (count: number) =>
  Array.from({ length: count }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
