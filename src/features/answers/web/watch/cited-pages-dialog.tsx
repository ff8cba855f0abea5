import { useEffect, useState } from 'react'
import type { PlannedPage } from '#features/sites/web/plan-dialog.tsx'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getErrorText, toErrorBody } from '#web/calls/error-texts.ts'
import { answersContract, type CitedPages, type PageFormat, type ReadPage } from '../../contract.ts'
import { getPageLabel } from '../answer-labels.ts'
import { answerErrorTexts } from '../error-texts.ts'

const formatLabels: Record<PageFormat, string> = {
  table: 'table',
  steps: 'numbered steps',
  list: 'bulleted list',
  faq: 'questions and answers',
  images: 'images',
  video: 'video',
}

type CitedPagesDialogProps = {
  watchId: string
  period: number | null
  prompt: string
  onPlan: (page: PlannedPage) => void
  onClose: () => void
}

/** What the pages have that answers to a prompt cite, and what one's own page lacks. */
export default function CitedPagesDialog({ watchId, period, prompt, onPlan, onClose }: CitedPagesDialogProps) {
  const [found, setFound] = useState<CitedPages | null>(null)
  const [error, setError] = useState<ErrorBody | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const input = { _id: watchId, prompt, ...(period === null ? {} : { period }) }
    api(answersContract.citedPages, input, { signal: stop.signal }).then(setFound, (thrown: unknown) => {
      if (!stop.signal.aborted) setError(toErrorBody(thrown))
    })
    return () => stop.abort()
  }, [watchId, prompt, period])
  const own = found?.own ?? null
  return (
    <Dialog
      open
      width="l"
      onOpenChange={(open) => !open && onClose()}
      title="Cited pages"
      description={prompt}
      footer={
        <>
          {found && (
            <Button
              onClick={() =>
                onPlan({
                  ...{ keywords: [prompt], title: own?.title ?? prompt, url: own?.url ?? null },
                  hint: own ? `Refresh ${getPageLabel(own.url)} for “${prompt}”.` : `A page that answers “${prompt}”.`,
                })
              }
            >
              {own ? 'Plan refresh' : 'Add to plan'}
            </Button>
          )}
          <Button variant="solid" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <CallError error={error} texts={answerErrorTexts} />
      {!found && !error && (
        <div role="status">
          <p className="mb-2 text-ink-2 text-s">Reading the pages. This can take half a minute.</p>
          <Skeleton className="h-40" />
        </div>
      )}
      {found && <Found {...found} />}
    </Dialog>
  )
}

function Found({ pages, own, missing }: CitedPages) {
  return (
    <div className="grid gap-6">
      <Table caption="Cited pages and your page">
        <thead>
          <tr>
            <TableHead>Page</TableHead>
            <TableHead numeric>Answers</TableHead>
            <TableHead numeric>Words</TableHead>
            <TableHead>Has</TableHead>
          </tr>
        </thead>
        <tbody>
          {own && <PageRow page={own} isOwn />}
          {pages.map((page) => (
            <PageRow key={page.url} page={page} />
          ))}
        </tbody>
      </Table>
      {!own && (
        <p className="text-ink-2 text-s">
          My site has no page for this prompt. A page that answers it could have what the cited pages have.
        </p>
      )}
      {missing && <Missing missing={missing} />}
      {pages
        .filter(({ failure }) => failure === null)
        .map(({ url, headings, facts }) => (
          <details key={url} open={missing === null}>
            <summary className="text-s">
              <h3 className="inline font-[550]">{getPageLabel(url)}</h3>
            </summary>
            <Lines title="Headings" lines={headings.map((text) => ({ text }))} />
            <Lines title="Sentences with figures" lines={facts.map((text) => ({ text }))} />
          </details>
        ))}
      <p className="text-ink-3 text-xs">
        Read now from the pages’ main content. Figures are quoted as the pages have them; check them before you use
        them.
      </p>
    </div>
  )
}

function PageRow({ page, isOwn = false }: { page: ReadPage; isOwn?: boolean }) {
  const { url, title, answers, words, formats, failure, competitor } = page
  return (
    <TableRow>
      <TableCell className="max-w-100 align-top! [overflow-wrap:anywhere]">
        <a className="link" href={url} rel="noopener noreferrer nofollow" target="_blank">
          {title ?? getPageLabel(url)}
        </a>
        <span className="block text-ink-3 text-xs">
          {getPageLabel(url)}
          {isOwn && ' · your page'}
          {competitor && ` · ${competitor}`}
        </span>
      </TableCell>
      <TableCell numeric className="align-top!">
        {answers === null ? '–' : formatCount(answers)}
      </TableCell>
      <TableCell numeric className="align-top!">
        {words === null ? '–' : formatCount(words)}
      </TableCell>
      <TableCell className="align-top! text-s">
        {failure ? (
          <span className="text-warn">Not read. {getErrorText(failure, answerErrorTexts)}</span>
        ) : formats.length === 0 ? (
          'text alone'
        ) : (
          formats.map((format) => formatLabels[format]).join(', ')
        )}
      </TableCell>
    </TableRow>
  )
}

function Missing({ missing }: { missing: NonNullable<CitedPages['missing']> }) {
  const { formats, headings, facts } = missing
  if (formats.length + headings.length + facts.length === 0)
    return <p className="text-s">Your page has the formats, headings and figures of the cited pages.</p>
  return (
    <section aria-label="What your page lacks">
      <h3 className="font-serif text-lg">What your page lacks</h3>
      <Lines
        title="Formats"
        lines={formats.map(({ format, pages }) => ({ text: formatLabels[format], from: plural(pages, 'cited page') }))}
      />
      <Lines title="Headings" lines={headings.map(({ text, url }) => ({ text, from: getPageLabel(url) }))} />
      <Lines title="Sentences with figures" lines={facts.map(({ text, url }) => ({ text, from: getPageLabel(url) }))} />
    </section>
  )
}

function Lines({ title, lines }: { title: string; lines: { text: string; from?: string }[] }) {
  if (lines.length === 0) return null
  return (
    <div className="mt-2">
      <h4 className="font-[550] text-ink-2 text-xs">{title}</h4>
      <ul className="mt-0.5 grid gap-0.5 text-s">
        {lines.map(({ text, from }) => (
          <li key={`${text} ${from}`} className="[overflow-wrap:anywhere]">
            {text} {from && <span className="text-ink-3 text-xs">{from}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
