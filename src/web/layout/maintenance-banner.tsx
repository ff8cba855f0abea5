import { useRevalidator } from 'react-router'
import { statusContract } from '#features/status/contract.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '../calls/api.ts'
import { getErrorText } from '../calls/error-texts.ts'
import { useCall } from '../calls/use-call.ts'

/** Over every screen of staff while everybody else is turned away, beside the rail where there is one. */
export function MaintenanceBanner() {
  const { revalidate } = useRevalidator()
  const { busy, error, run } = useCall()
  const end = () =>
    void run(async () => {
      await api(statusContract.switch, { status: 'up' })
      notify.done('Maintenance mode is off.')
      await revalidate()
    })
  return (
    <aside
      aria-label="Maintenance"
      className="no-print flex items-center justify-between gap-4 border-accent border-b-2 bg-accent-wash px-4 py-2 text-s md:col-start-2 md:row-start-1 md:px-9"
    >
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <strong className="font-[550]">Maintenance mode is on.</strong> Only staff can sign in.{' '}
        <Link href="/app/admin/status" className="link">
          View status message
        </Link>
        {error && (
          <span role="alert" className="block text-bad">
            {getErrorText(error)}
          </span>
        )}
      </p>
      <Button size="s" busy={busy} onClick={end}>
        End maintenance
      </Button>
    </aside>
  )
}
