import { type FormEvent, useEffect, useId, useState } from 'react'
import { useSubmit } from 'react-router'
import type { Workspace, WorkspaceCounts } from '#features/workspaces/contract.ts'
import { workspacesContract } from '#features/workspaces/contract.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getFieldError, getSentence } from '#web/calls/error-texts.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useFocusInvalid } from '#web/calls/use-focus-invalid.ts'
import { forgetUser } from '#web/layout/app-state.ts'
import { authContract, type User } from '../../contract.ts'
import { PasswordField, Username } from '../account-password-field.tsx'
import { authErrorTexts } from '../error-texts.ts'

type Owned = { workspace: Workspace; counts: WorkspaceCounts }

/** Deletes the account after listing what is deleted and what is kept, and asking for the password. */
export function AccountDeletion({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <p className="mb-3 max-w-140 text-ink-2">
        Your account will be deleted immediately, along with every workspace only you are in. Your subscription ends
        without a refund. This can’t be undone.
      </p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete account…
      </Button>
      {open && <DeleteAccountDialog user={user} onClose={() => setOpen(false)} />}
    </>
  )
}

function DeleteAccountDialog({ user, onClose }: { user: User; onClose(): void }) {
  const form = useId()
  const submit = useSubmit()
  const { busy, error, run } = useCall()
  const ref = useFocusInvalid(error)
  const { owned, loadError, reload } = useOwnedWorkspaces(user)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy || !owned) return
    const typed = new FormData(event.currentTarget).get('password')
    void run(async () => {
      await api(authContract.deleteAccount, typed === null ? {} : { password: String(typed) })
      forgetUser()
      // The session is dead; its cookie goes too, and the start page says what happened.
      await submit(null, { method: 'post', action: '/logout?account=deleted' })
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Delete your account?"
      description="This can’t be undone."
      footer={
        <>
          <Button onClick={() => !busy && onClose()}>Cancel</Button>
          <Button type="submit" form={form} variant="danger" busy={busy} disabled={!owned}>
            Delete account
          </Button>
        </>
      }
    >
      {loadError && (
        <ErrorNote
          action={
            <Button size="s" onClick={reload}>
              Try again
            </Button>
          }
        >
          The list of what will be deleted couldn’t be loaded. {loadError}
        </ErrorNote>
      )}
      {!owned && !loadError && (
        <div className="grid gap-3 py-2" role="status" aria-label="Loading what will be deleted">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
          <Skeleton className="w-3/5" />
        </div>
      )}
      {owned && (
        <form id={form} ref={ref} noValidate onSubmit={onSubmit} className="grid gap-4">
          <Inventory user={user} owned={owned} />
          {user.has_password ? (
            <>
              <Username email={user.email} />
              <PasswordField
                label="Your password"
                name="password"
                autoComplete="current-password"
                error={getFieldError(error, 'password', authErrorTexts)}
              />
            </>
          ) : (
            <p className="text-ink-2">
              This account has no password. To delete it, you must have signed in within the last 15 minutes.
            </p>
          )}
          <CallError error={error} texts={authErrorTexts} fields={['password']} />
        </form>
      )}
    </Dialog>
  )
}

function Inventory({ user, owned }: { user: User; owned: Owned[] }) {
  const shared = owned.filter(({ counts }) => counts.members > 1)
  const alone = owned.filter(({ counts }) => counts.members <= 1)
  const left = user.workspaces.filter(({ role }) => role !== 'owner')
  return (
    <div className="grid gap-3">
      {shared.length > 0 && (
        <ErrorNote tone="warn" todo="First transfer ownership under Team, or delete the workspace under Workspace.">
          Other people are in {shared.map(({ workspace }) => `“${workspace.name}”`).join(', ')}.
        </ErrorNote>
      )}
      <div>
        <p>Will be deleted:</p>
        <ul className="mt-1.5 grid list-disc gap-1 pl-5">
          {alone.map(({ workspace, counts }) => (
            <li key={workspace._id} className="[overflow-wrap:anywhere]">
              the workspace “{workspace.name}” with {getContent(counts)}
            </li>
          ))}
          <li>your name, email and sign-in methods</li>
          <li>your plan and anything left on it; redeemed codes can’t be used again</li>
          <li>all your sessions and API keys</li>
        </ul>
      </div>
      <div>
        <p>Will be kept:</p>
        <ul className="mt-1.5 grid list-disc gap-1 pl-5">
          {left.length > 0 && (
            <li className="[overflow-wrap:anywhere]">
              what you created in {left.map(({ name }) => `“${name}”`).join(', ')}: it stays with that workspace’s team
            </li>
          )}
          <li>an audit log entry with your email, saying that the account was deleted</li>
        </ul>
      </div>
    </div>
  )
}

function getContent({ reports, imports, keys }: WorkspaceCounts): string {
  const parts = [
    ...(reports > 0 ? [`${plural(reports, 'report')} with their results`] : []),
    ...(imports > 0 ? [plural(imports, 'imported file')] : []),
    ...(keys > 0 ? [plural(keys, 'API key')] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : 'no content yet'
}

/** The contents of each workspace the user owns, loaded each time the dialog opens. */
function useOwnedWorkspaces(user: User) {
  const [owned, setOwned] = useState<Owned[] | null>(null)
  const [loadError, setLoadError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    const stop = new AbortController()
    const count = async () => {
      const found: Owned[] = []
      for (const { _id, role } of user.workspaces) {
        if (role === 'owner')
          found.push(await api(workspacesContract.data, { workspace_id: _id }, { signal: stop.signal }))
      }
      setOwned(found)
    }
    count().catch((error: unknown) => {
      if (!stop.signal.aborted) setLoadError(getSentence(error, authErrorTexts))
    })
    return () => stop.abort()
  }, [user.workspaces, attempt])
  return {
    owned,
    loadError,
    reload() {
      setLoadError(null)
      setAttempt((now) => now + 1)
    },
  }
}
