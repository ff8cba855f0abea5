import { type FormEvent, useEffect, useId, useState } from 'react'
import { useSubmit } from 'react-router'
import type { Workspace, WorkspaceCounts } from '#features/workspaces/contract.ts'
import { workspacesContract } from '#features/workspaces/contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { plural } from '#ui/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/api.ts'
import { forgetUser } from '#web/app-state.ts'
import { sentenceOf } from '#web/page-calls.ts'
import { useCall } from '#web/use-call.ts'
import { authContract, type User } from '../contract.ts'
import { givenPasswordSentence, PasswordField, Username } from './account-password-field.tsx'

type Owned = { workspace: Workspace; counts: WorkspaceCounts }

/** The end of the account: what goes with it in figures, what stays, and the password. */
export function AccountDeletion({ user }: { user: User }) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <p className="mb-3 max-w-140 text-ink-2">
        Your account goes at once, with the workspaces only you are in and everything in them. What you subscribe to
        ends at the same moment, without money back. Nobody can bring it back.
      </p>
      <Button variant="danger" onClick={() => setAsked(true)}>
        Delete my account…
      </Button>
      {asked && <Question user={user} onClose={() => setAsked(false)} />}
    </>
  )
}

function Question({ user, onClose }: { user: User; onClose(): void }) {
  const form = useId()
  const submit = useSubmit()
  const { busy, error, run } = useCall()
  const { owned, refusal, look } = useOwned(user)
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
      description="This cannot be undone."
      footer={
        <>
          <Button onClick={() => !busy && onClose()}>Keep it</Button>
          <Button type="submit" form={form} variant="danger" busy={busy} disabled={!owned}>
            Delete it for good
          </Button>
        </>
      }
    >
      {refusal && (
        <ErrorNote
          action={
            <Button size="s" onClick={look}>
              Try again
            </Button>
          }
        >
          What would go could not be counted. {refusal}
        </ErrorNote>
      )}
      {!owned && !refusal && (
        <div className="grid gap-3 py-2" role="status" aria-label="Counting what goes">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
          <Skeleton className="w-3/5" />
        </div>
      )}
      {owned && (
        <form id={form} onSubmit={onSubmit} className="grid gap-4">
          <Inventory user={user} owned={owned} />
          {user.has_password ? (
            <>
              <Username email={user.email} />
              <PasswordField
                label="Your password"
                name="password"
                autoComplete="current-password"
                error={givenPasswordSentence(error, 'password')}
              />
            </>
          ) : (
            <p className="text-ink-2">
              This account has no password. That it is you shows by your having signed in within the last 15 minutes.
            </p>
          )}
          {error && error.field !== 'password' && <ErrorNote>{error.message}</ErrorNote>}
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
        <ErrorNote tone="warn" todo="Hand it over or remove it first, under Team or Workspace.">
          Other people are in {shared.map(({ workspace }) => `“${workspace.name}”`).join(', ')}.
        </ErrorNote>
      )}
      <div>
        <p>What goes:</p>
        <ul className="mt-1.5 grid list-disc gap-1 pl-5">
          {alone.map(({ workspace, counts }) => (
            <li key={workspace._id} className="[overflow-wrap:anywhere]">
              the workspace “{workspace.name}” with {contentOf(counts)}
            </li>
          ))}
          <li>your name, email and everything one signs in with</li>
          <li>your plan, with what is left of it; a redeemed code cannot be used again</li>
          <li>every session and every API key of yours</li>
        </ul>
      </div>
      <div>
        <p>What stays:</p>
        <ul className="mt-1.5 grid list-disc gap-1 pl-5">
          {left.length > 0 && (
            <li className="[overflow-wrap:anywhere]">
              what you made in {left.map(({ name }) => `“${name}”`).join(', ')}: you leave, and it belongs to the people
              there
            </li>
          )}
          <li>a line with your email in the installation’s log of changes, saying that the account was deleted</li>
        </ul>
      </div>
    </div>
  )
}

function contentOf({ reports, imports, keys }: WorkspaceCounts): string {
  const parts = [
    ...(reports > 0 ? [`${plural(reports, 'report')} and everything found`] : []),
    ...(imports > 0 ? [plural(imports, 'imported file')] : []),
    ...(keys > 0 ? [plural(keys, 'API key')] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : 'nothing in it yet'
}

/** What is in each workspace one owns, asked for anew whenever the question comes up. */
function useOwned(user: User) {
  const [owned, setOwned] = useState<Owned[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again
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
      if (!stop.signal.aborted) setRefusal(sentenceOf(error))
    })
    return () => stop.abort()
  }, [user.workspaces, turn])
  return {
    owned,
    refusal,
    look() {
      setRefusal(null)
      setTurn((now) => now + 1)
    },
  }
}
