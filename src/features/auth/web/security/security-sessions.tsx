import { useState } from 'react'
import type { z } from 'zod'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { authContract, type session } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import { FormStatus, useFormSave } from '../use-form-save.tsx'
import { deviceName } from './device-name.ts'

type Session = z.output<typeof session>

/** Every session there is, this one marked; any other can be ended here. */
export function SecuritySessions({ sessions }: { sessions: Session[] }) {
  const { busy, error, status, save } = useFormSave()
  const [ending, setEnding] = useState<string | null>(null)
  const end = async (which: { _id: string } | { all: true }, words: (revoked: number) => string) => {
    if (busy) return
    setEnding('_id' in which ? which._id : 'all')
    await save(async () => words((await api(authContract.sessionsRevoke, which)).revoked))
    setEnding(null)
  }
  const ordered = [...sessions].sort((a, b) => Number(b.current) - Number(a.current))
  const others = sessions.filter(({ current }) => !current).length
  return (
    <>
      <ul className="border-line border-t" aria-label="Sessions">
        {ordered.map((session) => {
          const device = deviceName(session.user_agent)
          return (
            <li
              key={session._id}
              className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-2"
            >
              <div className="min-w-0">
                <p>
                  {device}
                  {session.current && (
                    <Badge tone="accent" className="ml-2">
                      this device
                    </Badge>
                  )}
                </p>
                <p className="text-ink-3 text-xs">
                  {session.address && `${session.address} · `}last used <DateTime at={session.last_used_at} /> · since{' '}
                  <DateTime at={session.created_at} />
                </p>
              </div>
              {!session.current && (
                <Button
                  size="s"
                  busy={ending === session._id}
                  aria-label={`Sign out ${device}${session.address ? `, ${session.address}` : ''}`}
                  onClick={() => void end({ _id: session._id }, () => `${device} was signed out.`)}
                >
                  Sign out
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <div className="mt-4 grid justify-items-start gap-3">
        {others > 0 ? (
          <Button
            variant="danger"
            busy={ending === 'all'}
            onClick={() => void end({ all: true }, (n) => `Signed out of ${plural(n, 'other session')}.`)}
          >
            Sign out all other sessions
          </Button>
        ) : (
          <p className="text-ink-2">No other active sessions.</p>
        )}
        <FormStatus>{status}</FormStatus>
        <CallError error={error} texts={authErrorTexts} className="max-w-140" />
      </div>
    </>
  )
}
