import { Button } from '#ui/button.tsx'
import { formatDay } from '#ui/format/format.ts'
import { DateTime } from '#web/components/date-time.tsx'
import type { Mailing } from '../contract.ts'

export type MailingStatusProps = {
  mailing: Mailing
  busy: boolean
  onSend: () => void
  onPause: (paused: boolean) => void
}

/** When a report is emailed next, and what became of the last emails. */
export function MailingStatus({ mailing, busy, onSend, onPause }: MailingStatusProps) {
  const { paused, next_at, can_pdf, recipients } = mailing
  return (
    <div className="grid gap-2.5 rounded-l border border-line px-3.5 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1">{paused || !next_at ? 'Paused' : `Next email: ${formatDay(next_at)}`}</p>
        <Button size="s" busy={busy} onClick={() => onPause(!paused)}>
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <Button size="s" busy={busy} onClick={onSend}>
          Send now
        </Button>
      </div>
      {!can_pdf && (
        <p className="text-warn text-xs">
          This server has no Chromium, so emails have a link to a page to print instead of a PDF.
        </p>
      )}
      <ul className="grid gap-1 text-s">
        {recipients.map((one) => (
          <li key={one.email} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 truncate">{one.name || one.email}</span>
            <State {...one} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function State({ declined, state, sent_at, retry_at, attempts }: Mailing['recipients'][number]) {
  if (declined) return <span className="text-ink-3">Unsubscribed</span>
  if (state === 'refused') return <span className="text-bad">Couldn’t be sent. Check the address.</span>
  if (state === 'unclear') return <span className="text-warn">May not have arrived</span>
  if (state === 'sending' || (retry_at && attempts === 0)) return <span className="text-ink-2">Sending…</span>
  if (retry_at)
    return (
      <span className="text-warn">
        Couldn’t be sent. Next try <DateTime at={retry_at} />
      </span>
    )
  return sent_at ? (
    <span className="text-ink-2">
      Sent <DateTime at={sent_at} />
    </span>
  ) : (
    <span className="text-ink-3">Nothing sent yet</span>
  )
}
