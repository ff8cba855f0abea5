import { type ClipboardEvent, Suspense, useMemo } from 'react'
import { formatCount, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { getFieldProps } from '#web/calls/use-contract-form.ts'
import { lazily } from '#web/components/lazily.ts'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import { reportsContract } from '../../contract.ts'
import type { FileFieldProps } from './file-field.tsx'
import { type Draft, isListDraft, toLines } from './new-report-draft.ts'

const FileField = import.meta.env.SSR
  ? (await import('./file-field.tsx')).FileField
  : lazily(() => import('./file-field.tsx').then((file) => file.FileField))

/** One query, several, or the keywords of a file. Pasting several lines into the single field switches to several. */
export function QueryField({ draft, imports, error, onChange, onImported }: FileFieldProps) {
  const list = isListDraft(draft)
  const ways = list
    ? ([
        { value: 'many', label: 'Paste keywords' },
        { value: 'file', label: 'From file' },
      ] as const)
    : ([
        { value: 'one', label: 'One query' },
        { value: 'many', label: 'Several queries' },
      ] as const)
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (toLines(text).length < 2) return
    event.preventDefault()
    onChange({ from: 'many', lines: [draft.query, text].filter(Boolean).join('\n') })
  }
  return (
    <div className="grid gap-2.5">
      <Segmented<Draft['from']>
        label="Input"
        size="s"
        className="justify-self-start"
        value={draft.from}
        onChange={(from) => onChange({ from, ...carried(draft, from) })}
        options={[...ways]}
      />
      {draft.from === 'one' && (
        <Field label="Topic or keyword" {...getFieldProps(reportsContract.new, 'query')} error={error}>
          <Input
            scale="l"
            autoComplete="off"
            autoFocus
            placeholder="cold brew coffee"
            value={draft.query}
            onChange={(event) => onChange({ query: event.target.value })}
            onPaste={onPaste}
          />
        </Field>
      )}
      {draft.from === 'many' && <Lines draft={draft} error={error} onChange={onChange} />}
      {draft.from === 'file' && (
        <>
          {/* Not in the part that loads later: the form may be sent before. */}
          <input type="hidden" name="import_id" value={draft.importId} />
          <Suspense>
            <LateHydration>
              <FileField draft={draft} imports={imports} error={error} onChange={onChange} onImported={onImported} />
            </LateHydration>
          </Suspense>
        </>
      )}
      {draft.from === 'one' && (
        <p className="text-ink-3 text-xs">
          Paste several lines to run several reports. For a keyword file, select “Keyword clusters” or{' '}
          <a className="link" href="/app/imports">
            import it
          </a>{' '}
          to use its metrics in this report.
        </p>
      )}
    </div>
  )
}

/** What was typed goes along from one way to the other. */
function carried(draft: Draft, to: Draft['from']): Partial<Draft> {
  if (to === 'many' && draft.lines === '') return { lines: draft.query }
  if (to === 'one' && draft.query === '') return { query: toLines(draft.lines)[0] ?? '' }
  return {}
}

function Lines({ draft, error, onChange }: Pick<FileFieldProps, 'draft' | 'error' | 'onChange'>) {
  const list = isListDraft(draft)
  const count = useMemo(() => toLines(draft.lines).length, [draft.lines])
  const countText = list ? plural(count, 'keyword') : count === 1 ? '1 report' : `${formatCount(count)} reports`
  return (
    <Field
      label={list ? 'Keywords, one per line' : 'Queries, one per line'}
      error={error}
      hint={count > 0 ? `${countText}. Press Ctrl+Enter or ⌘Enter to run.` : 'Duplicates count once.'}
    >
      <Textarea
        name="queries"
        rows={list ? 10 : 6}
        className="max-h-100"
        placeholder={list ? 'cold brew ratio\ncold brew vs iced coffee\n…' : 'cold brew coffee\npour over coffee'}
        value={draft.lines}
        onChange={(event) => onChange({ lines: event.target.value })}
      />
    </Field>
  )
}
