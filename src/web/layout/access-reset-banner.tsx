import { useRevalidator } from 'react-router'
import { authContract, type User } from '#features/auth/contract.ts'
import { describeRevokedAccess } from '#features/auth/rules/access-reset-text.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { api } from '../calls/api.ts'
import { getErrorText } from '../calls/error-texts.ts'
import { useCall } from '../calls/use-call.ts'

/** Over every screen until it is dismissed: what was ended in the account when its owner proved the address. */
export function AccessResetBanner({ user }: { user: User }) {
  const { revalidate } = useRevalidator()
  const { busy, error, run } = useCall()
  const reset = user.access_reset
  if (!reset) return null
  const dismiss = () =>
    run(async () => {
      await api(authContract.update, { access_reset_read: true })
      await revalidate()
    })
  return (
    <aside
      aria-label="Account security"
      className="no-print flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-accent border-b-2 bg-accent-wash px-4 py-2 text-s md:col-start-2 md:row-start-1 md:px-9"
    >
      <p className="min-w-0 max-w-200 flex-1 basis-80 [overflow-wrap:anywhere] [&_a]:link">
        {reset.reason === 'first_proof'
          ? 'You confirmed your email. This account was created in another session, so we removed '
          : 'You undid a change of email. We removed '}
        {describeRevokedAccess(reset)}.{' '}
        {user.has_password ? null : (
          <>
            <Link href="/app/settings/security">Set a password</Link> to sign in without a code.{' '}
          </>
        )}
        Check who is on your <Link href="/app/settings/team">team</Link>.
        {error && <span className="text-bad"> {getErrorText(error)}</span>}
      </p>
      <Button size="s" busy={busy} onClick={() => void dismiss()}>
        Dismiss
      </Button>
    </aside>
  )
}
