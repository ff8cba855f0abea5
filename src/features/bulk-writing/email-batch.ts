import type { Database } from '#platform/database/database.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { BatchEmailPayload } from './jobs.ts'
import { presentHead } from './present-batch.ts'
import { batchDoneEmail } from './rules/batch-email.ts'
import { findBatch, findBatchItems } from './store/batch-store.ts'
import { findRecipient } from './store/recipient-store.ts'

/** Emails who created a batch that it's done. */
export function createBatchEmails({ db, mailer, publicUrl }: { db: Database; mailer: Mailer; publicUrl: string }) {
  return {
    async send({ workspace_id: workspaceId, batch_id: id, user_id }: BatchEmailPayload) {
      const ref = { workspaceId, id }
      const [batch, items, person] = await Promise.all([
        findBatch(db, ref),
        findBatchItems(db, ref),
        findRecipient(db, workspaceId, user_id),
      ])
      // They may have left the workspace, or somebody tried failed items again.
      if (!batch || !person || (batch.status !== 'done' && batch.status !== 'failed')) return
      const head = presentHead(batch, new Map(items.map(({ id, title }) => [id, title])))
      await mailer.send({
        to: person.email,
        ...batchDoneEmail({
          ...{ name: head.name, workspace: person.workspace, color: person.color },
          ...{ done: head.counts.done, failed: head.counts.failed },
          spentUsd: head.model.own || person.staff ? head.spent_usd : null,
          overlaps: head.overlaps.map(({ titles }) => titles as [string, string]),
          link: `${publicUrl}/app/plan/batches/${id}`,
        }),
      })
    },
  }
}
