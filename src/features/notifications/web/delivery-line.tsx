import type { Failure } from '#kit/errors.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { CallError, StaffDetails } from '#web/calls/call-error.tsx'
import { type ErrorTexts, getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import { useCall } from '#web/calls/use-call.ts'
import { DateTime } from '#web/components/date-time.tsx'

export type DeliveryState = 'waiting' | 'sending' | 'delivered' | 'failed' | 'unclear'

export type DeliveryLineProps = {
  delivery: {
    state: DeliveryState
    httpStatus: number | null
    ms: number | null
    attempts: number
    error: string | null
    failure: Failure | null
    next_at: string | null
    created_at: string
  }
  /** What was sent or where to. */
  about: string
  texts: ErrorTexts
  /** Sends it again. Without it there is no button. */
  onResend?: () => Promise<unknown>
}

export const deliveryStates: Record<DeliveryState, [label: string, tone: BadgeTone]> = {
  waiting: ['pending', 'plain'],
  sending: ['sending', 'plain'],
  delivered: ['delivered', 'good'],
  failed: ['failed', 'bad'],
  unclear: ['unconfirmed', 'warn'],
}

/** A webhook delivery with its response. */
export function DeliveryLine({ delivery, about, texts, onResend }: DeliveryLineProps) {
  const { busy, error, run } = useCall()
  const [label, tone] = deliveryStates[delivery.state]
  const failure = getStoredError(delivery)
  return (
    <li className="border-line border-b py-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-56">
          <DateTime at={delivery.created_at} />
          <span className="block truncate text-ink-3 text-xs">{about}</span>
        </span>
        <span className="flex items-center gap-2 text-ink-2 text-xs">
          <Badge tone={tone}>{label}</Badge>
          {delivery.httpStatus !== null && <span>HTTP {delivery.httpStatus}</span>}
          {delivery.ms !== null && <span>{delivery.ms} ms</span>}
          {delivery.attempts > 1 && <span>{plural(delivery.attempts, 'attempt')}</span>}
        </span>
        {onResend && (
          <Button
            size="s"
            busy={busy}
            aria-label={`Resend delivery from ${delivery.created_at.slice(0, 10)}`}
            onClick={() => void run(async () => void (await onResend()))}
          >
            Resend
          </Button>
        )}
      </div>
      {failure && (
        <div className="text-ink-2 text-xs">
          <p>{getErrorText(failure, texts)}</p>
          <StaffDetails error={failure} />
        </div>
      )}
      {delivery.next_at && delivery.attempts > 0 && (
        <p className="text-ink-3 text-xs">
          Next attempt <DateTime at={delivery.next_at} />
        </p>
      )}
      <CallError error={error} texts={texts} className="mt-2" />
    </li>
  )
}
