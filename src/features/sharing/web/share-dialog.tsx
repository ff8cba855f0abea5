import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ReportHead, sectionNames } from '#features/reports/contract.ts'
import { sectionLabels } from '#features/reports/rules/rows/section-labels.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { formatDay } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { type Share, sharingContract } from '../contract.ts'
import { sharingErrorTexts } from './error-texts.ts'

export type ShareDialogProps = {
  report: Pick<ReportHead, '_id' | 'query'>
  onClose: () => void
  /** The link was created, changed or disabled. */
  onChanged: () => void
}

const ends = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In 1 week' },
  { value: '30', label: 'In 1 month' },
  { value: '90', label: 'In 3 months' },
]

const dayMs = 86_400_000

/** Creates, changes and disables a report's public link: sections, password and expiry. */
export function ShareDialog({ report, onClose, onChanged }: ShareDialogProps) {
  const [share, setShare] = useState<Share | null | undefined>(undefined)
  const [error, setError] = useState<ErrorBody | null>(null)

  useEffect(() => {
    const stop = new AbortController()
    api(sharingContract.sharing, { _id: report._id }, { signal: stop.signal })
      .then((answer) => setShare(answer.share))
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted && thrown instanceof AppError) setError(thrown.toBody())
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
      {share === undefined && <CallError error={error} texts={sharingErrorTexts} />}
      {share === undefined && !error && (
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
  // Sharing again replaces every setting, and the stored password can't be read back: it has to be entered again.
  const lacksPassword = locked && password.trim() === ''
  const { form, field, busy, callError } = useContractForm({
    endpoint: sharingContract.share,
    fields: ['sections', 'password', 'expires_at'],
    texts: sharingErrorTexts,
    getInput: () => {
      const expires =
        days === 'keep' ? share?.expires_at : days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null
      return {
        _id: report._id,
        ...(sections.size === sectionNames.length
          ? {}
          : { sections: sectionNames.filter((name) => sections.has(name)) }),
        ...(locked ? { password } : {}),
        ...(expires ? { expires_at: expires } : {}),
      }
    },
    send: async (input) => {
      const answer = await api(sharingContract.share, input, { idempotencyKey: randomKey() })
      onShare(answer.share)
      notify.done(share ? 'Link updated' : 'Link created')
      return null
    },
  })
  const disabling = useCall()
  const disable = () =>
    disabling.run(async () => {
      await api(sharingContract.unshare, { _id: report._id })
      onShare(null)
      notify.done('Link disabled')
    })
  const sectionsError = field('sections').error
  const currentExpiry = share?.expires_at ? [{ value: 'keep', label: `On ${formatDay(share.expires_at)}` }] : []
  return (
    <form {...form} className="grid gap-5">
      <fieldset>
        <legend className="mb-1.5 font-[550] text-s">Sections</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-0.5 sm:grid-cols-3">
          {sectionNames.map((name) => (
            <Checkbox
              key={name}
              name="sections"
              aria-invalid={sectionsError ? true : undefined}
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
        {sectionsError && (
          <p className="mt-1 text-bad text-xs" role="alert">
            {sectionsError}
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
              {...field('password')}
              hint={
                share?.has_password && lacksPassword
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
              />
            </Field>
          )}
        </div>
        <Field label="Expires" {...field('expires_at')} required={undefined}>
          <Select
            value={days}
            onChange={(event) => setDays(event.target.value)}
            options={[...currentExpiry, ...ends]}
          />
        </Field>
      </div>
      <CallError {...callError} error={callError.error ?? disabling.error} />
      <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-4">
        {share && (
          <Button variant="danger" busy={disabling.busy} onClick={() => void disable()}>
            Disable link
          </Button>
        )}
        <Button type="submit" variant={share ? 'outline' : 'solid'} busy={busy}>
          {share ? 'Save changes' : 'Create link'}
        </Button>
      </div>
    </form>
  )
}
