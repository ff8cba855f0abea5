import { useEffect, useState } from 'react'
import { type Row, reportsContract } from '#features/reports/contract.ts'
import { showVolume, sourceLabel, volumeFigure } from '#features/reports/web/keyword-labels.ts'
import { sitesContract } from '#features/sites/contract.ts'
import { Button } from '#ui/button.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { maxPrompts } from '../contract.ts'
import { mergePrompts } from '../rules/merge-prompts.ts'
import { answerErrorTexts } from './error-texts.ts'

type Source = { id: string; kind: 'report' | 'site'; label: string }
type Question = { text: string; figures: string }
type Props = {
  workspaceId: string
  language: string
  prompts: readonly string[]
  onChange: (prompts: string[]) => void
}

const maxShown = 100

/** Questions of a report, or of Search Console, to tick and add to the prompts. */
export function QuestionPicker({ workspaceId, language, prompts, onChange }: Props) {
  const [sources, setSources] = useState<Source[] | null>(null)
  const [source, setSource] = useState<Source | null>(null)
  const [questions, setQuestions] = useState<Question[] | null>(null)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    const stop = new AbortController()
    findSources(workspaceId, stop.signal)
      .then(setSources)
      .catch((error: unknown) => stop.signal.aborted || setFailure(getSentence(error, answerErrorTexts)))
    return () => stop.abort()
  }, [workspaceId])

  useEffect(() => {
    if (!source) return
    const stop = new AbortController()
    setQuestions(null)
    setTicked(new Set())
    setFailure(null)
    findQuestions(source, language, stop.signal)
      .then(setQuestions)
      .catch((error: unknown) => stop.signal.aborted || setFailure(getSentence(error, answerErrorTexts)))
    return () => stop.abort()
  }, [source, language])

  const toggle = (text: string) => {
    const next = new Set(ticked)
    if (!next.delete(text)) next.add(text)
    setTicked(next)
  }
  const merged = mergePrompts(prompts, [...ticked], language)
  const added = merged.length - prompts.length
  if (sources?.length === 0)
    return <p className="mt-2 text-ink-3 text-s">No finished reports and no site with Search Console data yet.</p>
  return (
    <div className="mt-2 grid gap-3">
      <Select
        aria-label="Questions from"
        value={source?.id ?? ''}
        onChange={(event) => setSource(sources?.find(({ id }) => id === event.target.value) ?? null)}
        options={[
          { value: '', label: 'Choose a report or site' },
          ...(sources ?? []).map(({ id, label }) => ({ value: id, label })),
        ]}
      />
      {failure && <p className="text-bad text-s">{failure}</p>}
      {source && !failure && questions === null && <Skeleton className="w-2/3" />}
      {questions?.length === 0 && <p className="text-ink-3 text-s">It has no questions in this language.</p>}
      {questions && questions.length > 0 && (
        <>
          <fieldset className="grid max-h-60 gap-1 overflow-y-auto">
            <legend className="sr-only">Questions</legend>
            {questions.map(({ text, figures }) => (
              <Checkbox key={text} checked={ticked.has(text)} onChange={() => toggle(text)} hint={figures}>
                {text}
              </Checkbox>
            ))}
          </fieldset>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              disabled={added === 0}
              onClick={() => {
                onChange(merged)
                setTicked(new Set())
              }}
            >
              Add {plural(added, 'prompt')}
            </Button>
            <span className="text-ink-3 text-xs">
              {formatCount(prompts.length)} of {maxPrompts} prompts so far.
              {added < ticked.size &&
                ` ${plural(ticked.size - added, 'question')} left out: already a prompt, or over the limit.`}
            </span>
          </div>
        </>
      )}
    </div>
  )
}

async function findSources(workspace_id: string, signal: AbortSignal): Promise<Source[]> {
  const [reports, sites] = await Promise.all([
    api(reportsContract.find, { workspace_id, status: 'done', group: true, limit: 100 }, { signal }),
    api(sitesContract.list, { workspace_id }, { signal }),
  ])
  return [
    ...sites.items
      .filter(({ search_console, uploads }) => search_console.last_day !== null || uploads > 0)
      .map(({ _id, url }) => ({ id: _id, kind: 'site' as const, label: `Search Console: ${url}` })),
    ...reports.items.map(({ _id, query }) => ({ id: _id, kind: 'report' as const, label: `Report: ${query}` })),
  ]
}

/** With the number that says how many ask it, and whose number that is. */
async function findQuestions({ id, kind }: Source, language: string, signal: AbortSignal): Promise<Question[]> {
  if (kind === 'site') {
    const input = { _id: id, view: 'questions' as const, language, sort: '-impressions' as const, limit: maxShown }
    const { items, upload } = await api(sitesContract.queries, input, { signal })
    const when = upload ? 'in an uploaded export' : 'in 28 days, Search Console'
    return items.map(({ query, impressions, clicks }) => ({
      text: query,
      figures: `${plural(impressions, 'impression')} and ${plural(clicks, 'click')} ${when}`,
    }))
  }
  const input = { _id: id, types: ['question' as const], sort: '-volume', limit: maxShown }
  const { items } = await api(reportsContract.rows, input, { signal })
  return (items as Pick<Row, 'text' | 'volume' | 'popularity'>[]).map(({ text, volume, popularity }) => ({
    text,
    figures:
      volumeFigure(volume) === null || !volume
        ? `search volume unknown, popularity ${popularity ?? 'unknown'}`
        : `${showVolume(volume)} searches a month, ${sourceLabel(volume.provider)}`,
  }))
}
