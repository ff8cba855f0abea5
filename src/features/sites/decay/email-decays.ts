import type { Database } from '#platform/database/database.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { DecayEmailPayload } from '../jobs.ts'
import { getMainCause } from '../rules/decay/causes.ts'
import { decayEmail } from '../rules/decay/decay-email.ts'
import { findConnector } from '../store/connection-store.ts'
import { findDecayRows } from '../store/decay-store.ts'

/** Emails who connected Search Console that pages began to lose clicks. */
export function createDecayEmails({ db, mailer, publicUrl }: { db: Database; mailer: Mailer; publicUrl: string }) {
  return {
    async send({ workspace_id: workspaceId, site_id: id, decay_ids }: DecayEmailPayload) {
      const site = { workspaceId, id }
      const [rows, person] = await Promise.all([findDecayRows(db, site), findConnector(db, site)])
      const pages = rows
        .filter((row) => decay_ids.includes(row.id) && row.state === 'open')
        .map((row) => ({
          ...{ page: row.page, change: row.change, lost: row.clicks_before - row.clicks },
          cause: getMainCause(row),
        }))
      // They may have left the workspace, or somebody dismissed the pages.
      if (!person || pages.length === 0) return
      const { email, ...about } = person
      await mailer.send({
        to: email,
        ...decayEmail({ ...about, pages, link: `${publicUrl}/app/sites/${id}/decay` }),
      })
    },
  }
}
