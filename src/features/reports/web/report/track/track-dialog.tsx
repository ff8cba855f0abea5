import { useEffect, useState } from 'react'
import { answersContract, maxPrompts } from '#features/answers/contract.ts'
import { type EngineOption, NewWatchDialog } from '#features/answers/web/new-watch-dialog.tsx'
import { ListenDialog } from '#features/listeners/web/new-listener-dialog.tsx'
import { unlimited } from '#features/plans/contract-tools.ts'
import { maxKeywords, ranksContract } from '#features/ranks/contract.ts'
import { NewTrackerDialog, type SourceOption } from '#features/ranks/web/new-tracker-dialog.tsx'
import { cx } from '#ui/class-names.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import type { ReportLocale } from '#web/components/locales.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type Row, reportsContract } from '../../../contract.ts'
import { isQuestion } from '../../../rules/keywords/classify-keyword.ts'
import { reportErrorTexts } from '../../error-texts.ts'
import { suggestedTypes } from '../keywords/table/report-rows.ts'
import { getTrackChoices, type TrackChoice, type Tracked, type TrackKind } from './track-choices.ts'

type TrackDialogProps = { tracked: Tracked; reportId: string; locale: ReportLocale; onClose: () => void }

const title = 'Track'

/** Ranks, AI answers or a listener: what each takes is beside it, and its form has the price before anything starts. */
export function TrackDialog({ tracked, reportId, locale, onClose }: TrackDialogProps) {
  const { user, workspace } = useSignedIn()
  const { setup, texts, error } = useTrackData(workspace._id, { tracked, reportId, language: locale.language })
  const allowance = Number(user.plan.search_listener)
  const choices = getTrackChoices({
    topic: tracked.topic,
    keywords: texts?.keywords.length ?? null,
    questions: texts?.questions.length ?? null,
    ranks: setup && { total: setup.trackers, ready: setup.sources.length > 0 },
    answers: setup && { total: setup.watches, ready: setup.engines.some(({ ready }) => ready) },
    listeners:
      workspace.role === 'owner'
        ? { used: user.usage.search_listener, allowance, unlimited: allowance >= unlimited }
        : null,
  })
  const [kind, setKind] = useState<TrackKind>(tracked.start)
  const isOpen = (one: TrackKind) => choices.some((choice) => choice.kind === one && choice.isOpen)
  const lead = { title, choice: <Choices choices={choices} kind={kind} onChange={setKind} /> }
  if (kind === 'listener' && isOpen('listener'))
    return <ListenDialog keyword={tracked.topic} locale={locale} lead={lead} onClose={onClose} />
  if (kind === 'ranks' && setup && texts && isOpen('ranks'))
    return (
      <NewTrackerDialog
        sources={setup.sources}
        keywords={texts.keywords.join('\n')}
        locale={locale}
        lead={lead}
        onClose={onClose}
      />
    )
  if (kind === 'answers' && setup && texts && isOpen('answers'))
    return (
      <NewWatchDialog
        engines={setup.engines}
        prompts={texts.questions.join('\n')}
        locale={locale}
        lead={lead}
        onClose={onClose}
      />
    )
  return (
    <Dialog open title={title} onOpenChange={(next) => !next && onClose()}>
      <div className="grid gap-4.5">
        {lead.choice}
        <p role="status" className={error === null ? 'text-ink-2 text-s' : 'text-bad text-s'}>
          {error ?? (setup && texts ? 'Choose something else to track.' : 'Loading…')}
        </p>
      </div>
    </Dialog>
  )
}

type ChoicesProps = { choices: TrackChoice[]; kind: TrackKind; onChange: (kind: TrackKind) => void }

/** Buttons, not radios: choosing opens another form, whose first field takes the focus. */
function Choices({ choices, kind, onChange }: ChoicesProps) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-3">
      <legend className="sr-only">What to track</legend>
      {choices.map((choice) => (
        <button
          key={choice.kind}
          type="button"
          aria-pressed={choice.kind === kind}
          disabled={!choice.isOpen}
          onClick={() => onChange(choice.kind)}
          className={cx(
            'flex min-w-0 flex-col gap-1 rounded-m border px-3 py-2.5 text-left text-s',
            choice.kind === kind ? 'border-accent bg-accent-wash' : 'border-line-2 bg-panel enabled:hover:border-mark',
          )}
        >
          <b className="font-[550]">{choice.label}</b>
          <span className="text-ink-2 text-xs [overflow-wrap:anywhere]">{choice.what}</span>
          {choice.limit && <span className="text-ink-2 text-xs">{choice.limit}</span>}
        </button>
      ))}
    </fieldset>
  )
}

type Setup = { sources: SourceOption[]; trackers: number; engines: EngineOption[]; watches: number }
type Texts = { keywords: string[]; questions: string[] }
type TrackedData = { tracked: Tracked; reportId: string; language: string }

/** As many of a report’s keywords and questions as are offered without a selection. */
const offered = { keywords: 100, questions: 20 }

/** What this server can track, and what there is to track. Null while it loads. */
function useTrackData(workspaceId: string, { tracked, reportId, language }: TrackedData) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [texts, setTexts] = useState<Texts | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    const ifCurrent =
      <T,>(set: (value: T) => void) =>
      (value: T) => {
        if (isCurrent) set(value)
      }
    const fail = ifCurrent((thrown: unknown) => setError(getSentence(thrown, reportErrorTexts)))
    loadSetup(workspaceId).then(ifCurrent(setSetup), fail)
    loadTexts(tracked, reportId, language).then(ifCurrent(setTexts), fail)
    return () => {
      isCurrent = false
    }
  }, [workspaceId, tracked, reportId, language])
  return { setup, texts, error }
}

async function loadSetup(workspace_id: string): Promise<Setup> {
  const paging = { workspace_id, page: 1, limit: 1 }
  const [ranks, answers] = await Promise.all([api(ranksContract.list, paging), api(answersContract.list, paging)])
  return { sources: ranks.sources, trackers: ranks.total, engines: answers.engines, watches: answers.total }
}

async function loadTexts({ keywords }: Tracked, reportId: string, language: string): Promise<Texts> {
  if (keywords)
    return {
      keywords: keywords.slice(0, maxKeywords),
      questions: keywords.filter((text) => isQuestion(text, language)).slice(0, maxPrompts),
    }
  const read = async (section: 'keywords' | 'questions') => {
    const { items } = await api(reportsContract.rows, {
      ...{ _id: reportId, section, types: suggestedTypes, sort: '-volume' },
      ...{ page: 1, limit: offered[section] },
    })
    return (items as Row[]).map(({ text }) => text)
  }
  const [found, questions] = await Promise.all([read('keywords'), read('questions')])
  return { keywords: found, questions }
}
