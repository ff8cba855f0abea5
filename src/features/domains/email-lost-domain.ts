import type { Database, Db } from '#platform/database/database.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { type Lost, lostJob } from './jobs.ts'
import { domainLostEmail } from './rules/domain-lost-email.ts'
import { findAdmin, findAdmins, findDomain, findWorkspaceBrand } from './store/store.ts'

type Dependencies = { db: Database; queue: Queue; mailer: Mailer; publicUrl: string }

export type LostEmails = ReturnType<typeof createLostEmails>

/** Tells a workspace's admins that their domain was switched off or taken over. */
export function createLostEmails({ db, queue, mailer, publicUrl }: Dependencies) {
  return {
    async queue(tx: Db, { workspace_id, domain }: { workspace_id: string; domain: string }, how: Lost['how']) {
      for (const { id } of await findAdmins(tx, workspace_id))
        await queue.send(tx, lostJob, { workspace_id, user_id: id, domain, how } satisfies Lost)
    },

    async send({ workspace_id, user_id, domain, how }: Lost) {
      const [person, workspace, row] = await Promise.all([
        findAdmin(db, workspace_id, user_id),
        findWorkspaceBrand(db, workspace_id),
        findDomain(db, workspace_id),
      ])
      // The domain may have recovered or changed since the email was queued.
      const stillOff = row?.domain === domain && row.switched_off_at !== null
      if (!person || !workspace || (how === 'switched_off' && !stillOff)) return
      const link = `${publicUrl}/app/settings/domain`
      await mailer.send({
        to: person.email,
        ...domainLostEmail({
          domain,
          workspace: workspace.name,
          color: workspace.color,
          how,
          why: row?.failure ?? null,
          link,
        }),
      })
    },
  }
}
