import { Readable } from 'node:stream'
import type { Audit } from '#features/audit/service.ts'
import { type ArchiveFile, type ExportOwner, type ExportPart, jsonFile } from '#kit/account-export-part.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Log } from '#platform/log.ts'
import { writeZip } from '#platform/storage/zip-writer.ts'
import { findAccountFacts, findAllSessions } from './store/account-export-store.ts'

const exportRate = { max: 3, windowSeconds: 3600 }

export type AccountExport = ReturnType<typeof createAccountExport>

type Dependencies = {
  db: Database
  audit: Audit
  rates: RateLimiter
  log: Log
  publicUrl: string
  /** What the slices give, in the order of the archive. */
  parts: ExportPart[]
}

/** Exports all data of an account as one ZIP, streamed while it is created. */
export function createAccountExport({ db, audit, rates, log, publicUrl, parts }: Dependencies) {
  const account: ExportPart = {
    about: [
      ['account.json', 'your account: name, email, time zone, preferences, sign-in methods'],
      ['sessions.json', 'your active sessions'],
    ],
    async *files({ userId }) {
      yield jsonFile('account.json', await findAccountFacts(db, userId))
      yield jsonFile('sessions.json', await findAllSessions(db, userId))
    },
  }
  const all = [account, ...parts]

  return {
    /** @throws AppError rate_limited after three within the hour */
    async download(actor: Actor, address: string): Promise<Response> {
      const { count, resets_at } = await rates.count(`export:${actor.userId}`, exportRate.windowSeconds)
      if (count > exportRate.max) {
        const seconds = Math.max(1, Math.ceil((resets_at.getTime() - Date.now()) / 1000))
        const minutes = Math.ceil(seconds / 60)
        throw new AppError(
          'rate_limited',
          `You can export your data three times per hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
          { reason: 'too_many_exports', params: { minutes }, retryAfterSeconds: seconds },
        )
      }
      const { userId, email } = actor
      await audit.record(db, {
        actorId: userId,
        actorEmail: email,
        action: 'account.exported',
        subject: email,
        address,
      })
      const ownedIds = actor.memberships.filter(({ role }) => role === 'owner').map(({ workspaceId }) => workspaceId)
      const at = new Date()
      const body = Readable.from(withErrorLog(writeZip(getFiles({ userId, email, ownedIds }, at))), {
        objectMode: false,
      })
      return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="earshot-${at.toISOString().slice(0, 10)}.zip"`,
          'Cache-Control': 'no-store',
        },
      })
    },
  }

  async function* getFiles(owner: ExportOwner, at: Date): AsyncGenerator<ArchiveFile> {
    yield { path: 'README.txt', content: getReadme(owner, at) }
    for (const part of all) yield* part.files(owner)
  }

  /** The answer is on its way by then: a failure breaks the download off, and the log says why. */
  async function* withErrorLog<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* source
    } catch (err) {
      log.error({ err }, 'An account export was interrupted')
      throw err
    }
  }

  function getReadme({ email }: ExportOwner, at: Date) {
    const lines = all.flatMap(({ about }) => about)
    const width = Math.max(...lines.map(([path]) => path.length))
    return [
      `All data ${publicUrl} stores about ${email}, as of ${at.toISOString()}.`,
      '',
      ...lines.map(([path, sentence]) => `${path.padEnd(width)}  ${sentence}`),
      '',
      'Times are UTC (ISO 8601). CSV is UTF-8 with a byte order mark for spreadsheets. Text that would run as a formula starts with an',
      'apostrophe in CSV, but not in JSON. Passwords, keys, codes and tokens are stored only hashed or encrypted and are not included.',
      'For workspaces you don’t own, only your membership is included. Their content belongs to their owner.',
      '',
    ].join('\r\n')
  }
}
