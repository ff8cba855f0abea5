import { Copy } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { type ReportHead, sectionNames } from '#features/reports/contract.ts'
import { sectionLabels } from '#features/reports/section-labels.ts'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Field } from '#ui/field.tsx'
import { formatDay } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { randomKey } from '#web/idempotency-key.ts'
import { type Share, sharingContract } from '../contract.ts'

export type ShareDialogProps = {
  report: Pick<ReportHead, '_id' | 'query'>
  onClose: () => void
  /** The link was made, changed or closed. */
  onChanged: () => void
}

const ends = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In 1 week' },
  { value: '30', label: 'In 1 month' },
  { value: '90', label: 'In 3 months' },
]

const dayMs = 86_400_000

/** Opens a report to whoever has its link: which parts, behind a password or not, for how long; and closes it again. */
export function ShareDialog({ report, onClose, onChanged }: ShareDialogProps) {
  const [share, setShare] = useState<Share | null | undefined>(undefined)
  const [refusal, setRefusal] = useState<AppError | null>(null)

  useEffect(() => {
    const stop = new AbortController()
    api(sharingContract.sharing, { _id: report._id }, { signal: stop.signal })
      .then((answer) => setShare(answer.share))
      .catch((error: unknown) => {
        if (!stop.signal.aborted && error instanceof AppError) setRefusal(error)
      })
    return () => stop.abort()
  }, [report._id])

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Share report"
      description="Anyone with the link can view it without an account. It always shows the current report."
    >
      {refusal && share === undefined && <ErrorNote>{refusal.message}</ErrorNote>}
      {share === undefined && !refusal && (
        <div className="grid min-h-60 content-start gap-5 pt-2">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/3" />
        </div>
      )}
      {share && <OpenLink share={share} />}
      {share !== undefined && (
        <ShareForm
          key={share?.token ?? 'new'}
          report={report}
          share={share}
          onShare={(next) => {
            setShare(next)
            onChanged()
          }}
        />
      )}
    </Dialog>
  )
}

function OpenLink({ share }: { share: Share }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(share.url)
      notify.done('Link copied')
    } catch {
      document.querySelector<HTMLInputElement>('#share-link')?.select()
      notify.info('Your browser blocked copying. The link is selected: press Ctrl+C or ⌘C.')
    }
  }
  return (
    <div className="mb-5">
      <div className="flex gap-2">
        <Input
          id="share-link"
          readOnly
          aria-label="Link"
          value={share.url}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="solid" icon={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p className="mt-1.5 text-ink-3 text-xs">
        {share.has_password ? 'Password required' : 'Anyone with the link can view'}
        {share.expires_at ? `, until ${formatDay(share.expires_at)}.` : ', until you disable it.'}
      </p>
    </div>
  )
}

type ShareFormProps = {
  report: ShareDialogProps['report']
  share: Share | null
  onShare: (share: Share | null) => void
}

function ShareForm({ report, share, onShare }: ShareFormProps) {
  const [sections, setSections] = useState<ReadonlySet<string>>(() => new Set(share?.sections ?? sectionNames))
  const [days, setDays] = useState(share?.expires_at ? 'keep' : '')
  const [locked, setLocked] = useState(share?.has_password ?? false)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState<'open' | 'close' | null>(null)
  const [refusal, setRefusal] = useState<AppError | null>(null)
  // Sharing again sets everything anew, and the old password is not known here: it has to be given again.
  const wantsPassword = locked && password.trim() === ''

  const run = async (what: 'open' | 'close', act: () => Promise<Share | null>) => {
    setBusy(what)
    setRefusal(null)
    try {
      onShare(await act())
      notify.done(what === 'close' ? 'Link disabled' : share ? 'Link updated' : 'Link created')
    } catch (error) {
      setRefusal(error instanceof AppError ? error : new AppError('internal', 'Something went wrong. Try again.'))
    } finally {
      setBusy(null)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (sections.size === 0 || wantsPassword || busy) return
    const all = sections.size === sectionNames.length
    void run('open', async () => {
      const expires =
        days === 'keep' ? share?.expires_at : days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null
      const answer = await api(
        sharingContract.share,
        {
          _id: report._id,
          ...(all ? {} : { sections: sectionNames.filter((name) => sections.has(name)) }),
          ...(locked ? { password } : {}),
          ...(expires ? { expires_at: expires } : {}),
        },
        { idempotencyKey: randomKey() },
      )
      return answer.share
    })
  }
  const about = (field: string) => (refusal?.options.field === field ? refusal.message : undefined)
  const kept = share?.expires_at ? [{ value: 'keep', label: `On ${formatDay(share.expires_at)}` }] : []
  return (
    <form onSubmit={onSubmit} className="grid gap-5">
      <fieldset>
        <legend className="mb-1.5 font-[550] text-s">Sections</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-0.5 sm:grid-cols-3">
          {sectionNames.map((name) => (
            <Checkbox
              key={name}
              checked={sections.has(name)}
              onChange={(event) => {
                const next = new Set(sections)
                if (event.target.checked) next.add(name)
                else next.delete(name)
                setSections(next)
              }}
            >
              {sectionLabels[name]}
            </Checkbox>
          ))}
        </div>
        {(sections.size === 0 || about('sections')) && (
          <p className="mt-1 text-bad text-xs" role="alert">
            {about('sections') ?? 'Select at least one section.'}
          </p>
        )}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-2">
          <Checkbox checked={locked} onChange={(event) => setLocked(event.target.checked)}>
            Require a password
          </Checkbox>
          {locked && (
            <Field
              label="Password"
              labelHidden
              error={about('password')}
              hint={
                share?.has_password && wantsPassword
                  ? 'To change the link, enter its password again or a new one.'
                  : undefined
              }
            >
              <Input
                type="password"
                autoComplete="new-password"
                placeholder="Password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                required
              />
            </Field>
          )}
        </div>
        <Field label="Expires" error={about('expires_at')}>
          <Select value={days} onChange={(event) => setDays(event.target.value)} options={[...kept, ...ends]} />
        </Field>
      </div>
      {refusal && !refusal.options.field && <ErrorNote>{refusal.message}</ErrorNote>}
      <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-4">
        {share && (
          <Button
            variant="danger"
            busy={busy === 'close'}
            onClick={() =>
              void run('close', async () => {
                await api(sharingContract.unshare, { _id: report._id })
                return null
              })
            }
          >
            Disable link
          </Button>
        )}
        <Button
          type="submit"
          variant={share ? 'outline' : 'solid'}
          busy={busy === 'open'}
          disabled={sections.size === 0 || wantsPassword}
        >
          {share ? 'Save changes' : 'Create link'}
        </Button>
      </div>
    </form>
  )
}
