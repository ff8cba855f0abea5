import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { authContract, type User } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import { FormStatus, useFormSave } from '../use-form-save.tsx'
import { toZoneLabel } from './account-time-zones.ts'

const loadList = () => import('./account-time-zone-list.tsx')
const TimeZoneList = lazy(loadList)

const never = () => () => {}
const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of email digests. Found by typing; offers the browser's time zone if it differs. */
export function AccountTimeZone({ user: { timezone } }: { user: User }) {
  const [open, setOpen] = useState(false)
  const { busy, error, status, save } = useFormSave()
  // The server does not know it: the offer comes with the scripts.
  const here = useSyncExternalStore(never, zoneHere, () => null)
  const choose = (zone: string) =>
    save(async () => {
      await api(authContract.update, { timezone: zone })
      return `Saved: ${toZoneLabel(zone)}.`
    })
  return (
    <div className="grid max-w-140 justify-items-start gap-3">
      <Popover
        label="Time zone"
        open={open}
        onOpenChange={setOpen}
        className="flex w-90 flex-col overflow-hidden! p-0!"
        trigger={
          <Button
            busy={busy}
            // Loaded before it is pressed: what is typed at once must find its place.
            onFocus={() => void loadList()}
            onPointerEnter={() => void loadList()}
          >
            <span className="truncate">
              <span className="sr-only">Time zone: </span>
              {timezone ? toZoneLabel(timezone) : 'not set (UTC)'}
            </span>
            <ChevronDown size={14} className="text-ink-3" aria-hidden />
          </Button>
        }
      >
        <Suspense fallback={<Skeleton className="m-4 w-1/2" />}>
          <TimeZoneList
            chosen={timezone}
            onChoose={(zone) => {
              setOpen(false)
              void choose(zone)
            }}
          />
        </Suspense>
      </Popover>
      <p className="text-ink-2">
        Used for your email digest. Screens show your device’s time.
        {here && here !== timezone && (
          <>
            {' '}
            Your browser uses {toZoneLabel(here)}.{' '}
            <button type="button" className="link py-1" onClick={() => !busy && void choose(here)}>
              Use this
            </button>
          </>
        )}
      </p>
      <FormStatus>{status}</FormStatus>
      <CallError error={error} texts={authErrorTexts} />
    </div>
  )
}
