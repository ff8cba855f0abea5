import { type ReactNode, useEffect, useState } from 'react'
import { type ReportHead, type SectionName, sectionNames } from '#features/reports/contract.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { type Share, sharingContract } from '../contract.ts'
import { getReaderTitle } from '../rules/reader-title.ts'
import { sharingErrorTexts } from './error-texts.ts'
import { filterBlockTexts, getFilterChoice } from './filter-choice.ts'
import { ReaderTitleField } from './reader-title-field.tsx'
import { SectionChoice, toSavedSections } from './section-choice.tsx'
import { ShareButtons, ShareLink, ShareTerms, useShareTerms } from './share-link.tsx'
import { describeRows, toSharedHref } from './shared-report/shared-filter.tsx'

export type ShareDialogProps = {
  report: Pick<ReportHead, '_id' | 'query' | 'title' | 'sources'>
  /** The sections that have something to show. */
  sections: readonly SectionName[]
  /** The query of the address, where it has the filter of the keywords table. */
  filteredBy?: string
  onClose: () => void
  /** The link was created, changed or disabled. */
  onChanged: () => void
}

/** Creates, changes and disables a report's public link: sections, password and expiry. */
export function ShareDialog({ report, sections, filteredBy, onClose, onChanged }: ShareDialogProps) {
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
      {share !== undefined && (
        <FilteredLink query={filteredBy} sections={share?.sections}>
          {(toUrl) => share && <ShareLink share={{ ...share, url: toUrl(share.url) }} access={access} />}
        </FilteredLink>
      )}
      {share !== undefined && (
        <ShareForm
          key={share?.token ?? 'new'}
          report={report}
          offered={sections}
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

const access = 'Anyone with the link can view'

type FilteredLinkProps = {
  query: string | undefined
  /** Those of the link; undefined before there is one. */
  sections: readonly string[] | undefined
  children: (toUrl: (url: string) => string) => ReactNode
}

/** The link, with the filter of the keywords table or without it. */
function FilteredLink({ query = '', sections = sectionNames, children }: FilteredLinkProps) {
  const [isKept, setKept] = useState(true)
  const choice = getFilterChoice(query, sections)
  if (!choice) return children((url) => url)
  const { rows, block } = choice
  return (
    <>
      {children((url) => (rows && isKept ? toSharedHref(url, rows) : url))}
      <div className="mb-5">
        {rows && (
          <Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)}>
            Open with the table’s filter: {describeRows(rows)}
          </Checkbox>
        )}
        <p className="mt-1 text-ink-3 text-xs">
          {block
            ? filterBlockTexts[block]
            : 'Readers see the filter above the keywords and can show all of them. The PDF isn’t filtered.'}
        </p>
      </div>
    </>
  )
}

type ShareFormProps = {
  report: ShareDialogProps['report']
  offered: ShareDialogProps['sections']
  share: Share | null
  onShare: (share: Share | null) => void
}

function ShareForm({ report, offered, share, onShare }: ShareFormProps) {
  const [chosen, setChosen] = useState<ReadonlySet<SectionName>>(
    () => new Set(sectionNames.filter((name) => share?.sections.includes(name) ?? true)),
  )
  const fallback = getReaderTitle({ ...report, title: null }, null)
  // A new link proposes the report's own name; without a choice, readers don't see it.
  const [title, setTitle] = useState(share ? (share.title ?? '') : getReaderTitle(report, null))
  const terms = useShareTerms(share)
  const { form, field, busy, callError } = useContractForm({
    endpoint: sharingContract.share,
    fields: ['title', 'sections', 'password', 'expires_at'],
    texts: sharingErrorTexts,
    getInput: () => {
      return {
        _id: report._id,
        title,
        ...(chosen.size === sectionNames.length ? {} : { sections: toSavedSections(chosen, offered) }),
        ...terms.getInput(),
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
  return (
    <form {...form} className="grid gap-5">
      <ReaderTitleField field={field('title')} value={title} fallback={fallback} onChange={setTitle} />
      <fieldset>
        <legend className="mb-1.5 font-[550] text-s">Sections</legend>
        <SectionChoice offered={offered} chosen={chosen} error={field('sections').error} onChange={setChosen} />
      </fieldset>
      <ShareTerms terms={terms} fields={{ password: field('password'), expires: field('expires_at') }} />
      <CallError {...callError} error={callError.error ?? disabling.error} />
      <ShareButtons isShared={share !== null} busy={busy} disabling={disabling.busy} onDisable={() => void disable()} />
    </form>
  )
}
