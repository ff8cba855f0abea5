import type { EmailSample, RenderedEmail } from '#kit/email/email.ts'
import { renderEmail } from '#kit/email/email-template.ts'

export type BatchSummary = {
  name: string
  workspace: string
  color: string | null
  done: number
  failed: number
  /** US dollars. Null if unknown, if nothing was paid, or for customers who use the server's model. */
  spentUsd: number | null
  /** Titles of articles that compete, in pairs. */
  overlaps: [string, string][]
  link: string
}

/** The email to who created a batch, when all its items ended. */
export function batchDoneEmail({ name, workspace, color, done, failed, spentUsd, overlaps, link }: BatchSummary) {
  const documents = `${done} ${done === 1 ? 'document' : 'documents'}`
  const heading = done > 0 ? `${documents} to review` : 'No document could be written'
  const text =
    done > 0 ? `The batch “${name}” is done. Its documents wait for your review.` : `The batch “${name}” has failed.`
  const numbers = [
    { value: String(done), label: 'done' },
    ...(failed > 0 ? [{ value: String(failed), label: 'failed' }] : []),
    ...(spentUsd ? [{ value: `$${spentUsd.toFixed(2)}`, label: 'spent' }] : []),
  ]
  const [first] = overlaps
  return renderEmail({
    subject: `${heading}: ${name}`,
    preview: text,
    workspace: { name: workspace, color },
    heading,
    parts: [
      { kind: 'text', text },
      { kind: 'numbers', numbers },
      ...(failed > 0
        ? [{ kind: 'text' as const, text: 'What failed was refunded and can be tried again. The batch says why.' }]
        : []),
      ...(first
        ? [
            {
              kind: 'warning' as const,
              text: `“${first[0]}” and “${first[1]}” say much the same${overlaps.length > 1 ? `, and ${overlaps.length - 1} more ${overlaps.length === 2 ? 'pair does' : 'pairs do'}` : ''}. Publish one of them, or change the other.`,
            },
          ]
        : []),
    ],
    action: { label: 'View batch', link },
    why: `You get this email because you created this batch in “${workspace}”.`,
  })
}

export function batchEmailSamples(publicUrl: string): EmailSample[] {
  const sample = { name: 'Cold brew, winter 2026', workspace: 'Hollow Oak', color: '#0f766e', spentUsd: 1.84 }
  const link = `${publicUrl}/app/plan/batches/sample`
  const email = (more: Partial<BatchSummary>): RenderedEmail =>
    batchDoneEmail({ ...sample, done: 10, failed: 0, overlaps: [], link, ...more })
  return [
    { name: 'Batch done', sentTo: 'who created the batch', email: email({}) },
    {
      name: 'Batch done, with failures',
      sentTo: 'who created the batch',
      email: email({ done: 8, failed: 2, overlaps: [['Cold brew ratio', 'How much coffee for cold brew']] }),
    },
  ]
}
