import { type FormEvent, type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { KeywordImport } from '#features/keywords/contract.ts'
import type { ErrorBody } from '#kit/errors.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { getErrorText, getFieldError, withoutIndex } from '#web/calls/error-texts.ts'
import { useDryRun } from '#web/calls/use-dry-run.ts'
import { rememberLocale } from '#web/components/locales.ts'
import { checkOwnLimit, useShowsFees, useSignedIn } from '#web/session/use-signed-in.ts'
import { reportsContract, type SourceId } from '../../contract.ts'
import { reportErrorTexts } from '../error-texts.ts'
import { DepthField } from './depth-field.tsx'
import { EstimatePanel } from './estimate-panel.tsx'
import { ListFields } from './list-fields.tsx'
import { LocaleFields } from './locale-fields.tsx'
import { MaxCostField } from './max-cost-field.tsx'
import { type Draft, getProblem, getUnits, isListDraft, sourcesForLists, toInput } from './new-report-draft.ts'
import { QueryField } from './query-field.tsx'
import { TypeChoice } from './report-type-picker.tsx'
import { type OfferedSource, SourceChoice } from './source-picker.tsx'

/** Fields that show their own errors. */
const fields = [
  'query',
  'queries',
  'import_id',
  'serp_import_id',
  'country',
  'language',
  'depth',
  'strictness',
  'fresh',
  'sources',
  'type',
  'max_cost_usd',
]

export type NewReportFormProps = {
  draft: Draft
  /** The server's error from the last submit. */
  refused: ErrorBody | null
  sources: OfferedSource[]
  imports: KeywordImport[]
  formKey: string
}

export function NewReportForm({ draft: given, refused, sources, imports: known, formKey }: NewReportFormProps) {
  const signedIn = useSignedIn()
  const showsFees = useShowsFees()
  const form = useRef<HTMLFormElement>(null)
  const [imports, setImports] = useState(known)
  const offered = useMemo(() => offeredSources(sources, imports.length > 0), [sources, imports.length])
  const [draft, setDraft] = useState<Draft>(() => withUsualSources(given, offered))
  const [tried, setTried] = useState(false)
  const sending = useNavigation().formAction === '/app/reports/new'
  const change = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }))

  const chosen = isListDraft(draft) ? draft.listSources : draft.sources
  const isPaid = offered.some(({ id, cost_per_ask_usd: usd }) => usd > 0 && chosen.includes(id as SourceId))
  // A hidden spending limit isn't sent.
  const shownDraft = useMemo(() => (isPaid ? draft : { ...draft, maxCost: '' }), [draft, isPaid])
  const quiet = useDeferredValue(shownDraft)
  const problem = useMemo(() => getProblem(quiet), [quiet])
  const input = problem ? null : toInput(quiet, signedIn.workspace._id)
  const { estimate, error, busy } = useDryRun(reportsContract.new, input)
  const file = imports.find((each) => each._id === draft.importId) ?? null
  const { tool, units } = getUnits(quiet, file?.keywords ?? null)
  const verdict = checkOwnLimit(signedIn, tool, estimate?.units ?? units ?? 0)
  const limit = !verdict.ok && (units ?? 0) > 0 ? verdict.message : null

  // A server error stays next to its field until the form changes.
  const [answered, setAnswered] = useState(refused)
  useEffect(() => setAnswered(refused), [refused])
  const shown = tried ? problem : null
  const getError = (...fields: string[]) => {
    for (const body of [shown, error, answered])
      for (const name of fields) {
        const text = getFieldError(body, name, reportErrorTexts)
        if (text) return text
      }
    return undefined
  }
  const changeAnswered = (part: Partial<Draft>) => {
    setAnswered(null)
    change(part)
  }
  const elsewhere = [error, answered].find((body) => body && !fields.some((name) => body.field?.split('.')[0] === name))

  const onSubmit = (event: FormEvent) => {
    const now = getProblem(shownDraft)
    if (now || limit || sending) event.preventDefault()
    if (now) {
      setTried(true)
      focusOn(form.current, now)
    } else if (limit) document.getElementById('limit-notice')?.focus()
    else rememberLocale(draft)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }

  return (
    <Form
      ref={form}
      method="post"
      action="/app/reports/new"
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_270px]"
      noValidate
    >
      <input type="hidden" name="key" value={formKey} />
      <div className="grid min-w-0 content-start gap-8">
        <TypeChoice
          value={draft.type}
          onChange={(type) => {
            const list = type === 'clusters'
            changeAnswered({
              type,
              from: list ? (draft.from === 'one' ? 'many' : draft.from) : draft.from === 'file' ? 'one' : draft.from,
              ...(list && draft.lines === '' ? { lines: draft.query } : {}),
            })
          }}
        />
        <QueryField
          draft={draft}
          imports={imports}
          error={getError('query', 'queries', 'import_id')}
          onChange={changeAnswered}
          onImported={(added) => {
            setImports((old) => [added, ...old.filter((each) => each._id !== added._id)])
            change({ type: 'clusters', from: 'file', importId: added._id })
          }}
        />
        <LocaleFields draft={draft} getError={getError} onChange={change} />
        {!isListDraft(draft) && (
          <DepthField value={draft.depth} error={getError('depth')} onChange={(depth) => change({ depth })} />
        )}
        {isListDraft(draft) && (
          <ListFields
            draft={draft}
            imports={imports}
            isSerpFile={file?.kind === 'serp'}
            meaning={estimate?.meaning ?? null}
            getError={getError}
            onChange={changeAnswered}
            onImported={(added) => setImports((old) => [added, ...old.filter((each) => each._id !== added._id)])}
          />
        )}
        <SourceChoice
          sources={offered}
          list={isListDraft(draft)}
          chosen={chosen}
          error={getError('sources')}
          onChange={(chosen) => changeAnswered(isListDraft(draft) ? { listSources: chosen } : { sources: chosen })}
        />
        {isPaid && showsFees && (
          <MaxCostField
            value={draft.maxCost}
            several={draft.from === 'many' && !isListDraft(draft)}
            error={getError('max_cost_usd')}
            onChange={(maxCost) => changeAnswered({ maxCost })}
          />
        )}
        <Checkbox
          name="fresh"
          checked={draft.fresh}
          onChange={(event) => change({ fresh: event.target.checked })}
          hint="When off, results from the last few days are reused. That’s faster."
        >
          Skip cache
        </Checkbox>
      </div>
      <EstimatePanel
        estimate={estimate}
        busy={busy}
        sending={sending}
        ready={problem === null}
        reports={quiet.from === 'many' && !isListDraft(quiet) ? (units ?? 0) : 1}
        tool={tool}
        units={estimate?.units ?? units}
        limit={limit ?? (answered?.code.startsWith('limit_') ? getErrorText(answered, reportErrorTexts) : null)}
        error={elsewhere && !elsewhere.code.startsWith('limit_') ? elsewhere : null}
      />
    </Form>
  )
}

/** All sources, plus imported files if the workspace has any. */
function offeredSources(sources: OfferedSource[], hasImports: boolean): OfferedSource[] {
  if (!hasImports) return sources
  const imported: OfferedSource = {
    id: 'imported',
    label: 'Imported files',
    unavailable: null,
    by_default: true,
    cost_per_ask_usd: 0,
    fan_out: 'seed',
  }
  return [...sources, imported]
}

/** Selects all available default sources, unless the URL names some. */
function withUsualSources(draft: Draft, offered: OfferedSource[]): Draft {
  if (draft.sources.length > 0) return draft
  const usual = offered.filter((source) => source.unavailable === null && source.by_default)
  return {
    ...draft,
    sources: usual.map((source) => source.id as SourceId),
    listSources: draft.listSources.filter((id) => sourcesForLists.includes(id)),
  }
}

function focusOn(form: HTMLFormElement | null, problem: ErrorBody) {
  const field = withoutIndex(problem.field)
  const selector =
    field === 'sources' ? '[name="sources"]:not(:disabled)' : `[name="${field}"], [data-field="${field}"]`
  form?.querySelector<HTMLElement>(selector)?.focus()
}
