import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { plural } from '#ui/format/format.ts'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { getErrorText } from '#web/calls/error-texts.ts'
import type { EngineId, PromptResult } from '../../contract.ts'
import { formatInterval, shortEngineNames } from '../answer-labels.ts'
import { answerErrorTexts } from '../error-texts.ts'
import { IntervalTrack } from '../interval-track.tsx'
import { AnswerDialog } from './answer-dialog.tsx'

type Measure = 'mentioned' | 'cited'

/** Prompts × engines, each with its share of answers and 95% interval. */
export function PromptMatrix({ results, engines }: { results: PromptResult[]; engines: EngineId[] }) {
  const [measure, setMeasure] = useState<Measure>('mentioned')
  const [opened, setOpened] = useState<PromptResult | null>(null)
  const byPrompt = [...Map.groupBy(results, ({ prompt }) => prompt)]
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Measure"
          value={measure}
          onChange={setMeasure}
          options={[
            { value: 'mentioned', label: 'Mentioned' },
            { value: 'cited', label: 'Cited' },
          ]}
        />
        <span className="text-ink-3 text-xs">Each track is 0–100%, tick at 50%.</span>
      </div>
      <Table caption="Results by prompt and engine">
        <thead>
          <tr>
            <TableHead>Prompt</TableHead>
            {engines.map((engine) => (
              <TableHead key={engine}>{shortEngineNames[engine]}</TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {byPrompt.map(([prompt, cells]) => (
            <TableRow key={prompt}>
              <TableCell className="min-w-44 max-w-80 align-top!">
                <span className="font-[550] [overflow-wrap:anywhere]">{prompt}</span>
                {cells[0]!.names_brand && (
                  <span className="block text-ink-3 text-xs">names your brand, so not in the totals</span>
                )}
                {cells[0]!.few_brands && (
                  <span className="block text-warn text-xs">names hardly any brand: can’t show a change</span>
                )}
              </TableCell>
              {engines.map((engine) => {
                const cell = cells.find((one) => one.engine === engine)
                return (
                  <TableCell key={engine} className="min-w-36 align-top!">
                    {cell ? <Cell cell={cell} measure={measure} onOpen={() => setOpened(cell)} /> : '–'}
                  </TableCell>
                )
              })}
            </TableRow>
          ))}
        </tbody>
      </Table>
      <Failures results={results} />
      <p className="pt-3 text-ink-3 text-xs">
        Dot: share of answers. Bar: its 95% interval (Wilson). Ring: previous period. ≈: within noise. Changed:
        significant after Holm’s correction for all prompts and engines. Failed runs are gaps and don’t count.
      </p>
      {opened && <AnswerDialog result={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** Why runs failed, once for each reason: a failing engine fails for every prompt. */
function Failures({ results }: { results: PromptResult[] }) {
  const sentences = new Map<string, number>()
  for (const { failure, failed } of results) {
    const sentence = failed > 0 && failure ? getErrorText(failure, answerErrorTexts) : undefined
    if (sentence) sentences.set(sentence, (sentences.get(sentence) ?? 0) + failed)
  }
  return [...sentences].map(([sentence, failed]) => (
    <p key={sentence} className="pt-3 text-s text-warn">
      {plural(failed, 'failed run')}: {sentence}
    </p>
  ))
}

type CellProps = { cell: PromptResult; measure: Measure; onOpen: () => void }

function Cell({ cell, measure, onOpen }: CellProps) {
  const { k, n, low, high } = cell[measure]
  const previous = measure === 'mentioned' && cell.previous ? cell.previous.k / cell.previous.n : null
  const share = n > 0 ? k / n : null
  const direction = share !== null && previous !== null && share < previous ? 'down' : 'up'
  const isMoved = measure === 'mentioned' && cell.change === 'moved'
  const failure = cell.failure ? getErrorText(cell.failure, answerErrorTexts) : undefined
  return (
    <div className="grid gap-0.5">
      <span className="flex items-baseline justify-between gap-2">
        {n > 0 ? (
          <button type="button" className="font-[550] hover:underline" onClick={onOpen}>
            {k} of {n}
          </button>
        ) : (
          <span className="text-ink-3">
            {cell.skipped ? 'Not set up' : cell.not_shown > 0 ? 'Not shown' : 'No answers'}
          </span>
        )}
        {measure === 'mentioned' && n > 0 && <Verdict cell={cell} direction={direction} />}
      </span>
      <IntervalTrack
        {...{ share, low, high, previous }}
        tone={isMoved ? (direction === 'up' ? 'good' : 'bad') : 'ink'}
        label={
          share === null || low === null || high === null
            ? 'Nothing measured'
            : `${k} of ${n} answers, interval ${formatInterval(low, high)}`
        }
      />
      <span className="flex flex-wrap gap-x-1.5 text-ink-3 text-xs">
        {low !== null && high !== null && <span>{formatInterval(low, high)}</span>}
        {cell.failed > 0 && (
          <span className="text-warn" title={failure}>
            {cell.failed} failed
          </span>
        )}
        {cell.not_shown > 0 && n > 0 && <span>{cell.not_shown} not shown</span>}
        {cell.model_changed && <span>new model</span>}
      </span>
    </div>
  )
}

function Verdict({ cell: { change, previous }, direction }: { cell: PromptResult; direction: 'up' | 'down' }) {
  if (change === 'moved')
    return <Badge tone={direction === 'up' ? 'good' : 'bad'}>{direction === 'up' ? '▲ changed' : '▼ changed'}</Badge>
  if (!previous) return null
  return (
    <span className="text-ink-3 text-xs" title={change === 'within_noise' ? 'Within noise' : undefined}>
      {change === 'within_noise' ? '≈' : 'too few runs'}
    </span>
  )
}
