import { formatShare, shortEngineNames } from '#features/answers/web/answer-labels.ts'
import { describeInterval, IntervalTrack } from '#features/answers/web/interval-track.tsx'
import { Badge } from '#ui/badge.tsx'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { AnswerChange, EngineShare } from '../../contract.ts'

/** Watches whose engines are listed; of more only the overall share. */
const maxListed = 3

/** How often AI engines name the brands, and whether that moved beyond chance. */
export function AnswerChanges({ watches }: { watches: AnswerChange[] }) {
  if (watches.length === 0) return null
  return (
    <section aria-labelledby="home-answers" className="mt-7">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="home-answers" className="heading">
          AI answers
        </h2>
        <Link href="/app/answers" className="link text-ink-2 text-s">
          All brands
        </Link>
      </div>
      <div className="border-line border-t">
        {watches.map((watch, index) => (
          <Watch key={watch._id} watch={watch} isListed={index < maxListed} />
        ))}
      </div>
      <p className="mt-2 text-ink-3 text-xs">
        Share of API answers that name the brand, with its 95% interval. A ring is the share before. Failed runs aren’t
        counted.
      </p>
    </section>
  )
}

function Watch({ watch, isListed }: { watch: AnswerChange; isListed: boolean }) {
  const { brand, mentioned, failed, moved, examples, engines, at, link } = watch
  return (
    <div className="border-line border-b py-2">
      <div className="flex flex-wrap items-baseline gap-x-3 text-s">
        <h3 className="font-[550]">
          <Link href={link}>{brand}</Link>
        </h3>
        <p>
          {mentioned.share === null
            ? 'No answers'
            : `Named in ${formatShare(mentioned.share)} of answers (${describeInterval(mentioned.low, mentioned.high)})`}
          {moved && `: ${examples.slice(0, 2).join('; ')}`}
        </p>
        {failed > 0 && <p className="text-warn">{plural(failed, 'run')} failed</p>}
        <span className="ml-auto text-ink-3 text-xs">
          <DateTime at={at} brief />
        </span>
      </div>
      {isListed && engines.length > 0 && (
        <Table caption={`Share of answers that name ${brand}, by engine`} className="mt-1">
          <thead>
            <tr>
              <TableHead>Engine</TableHead>
              <TableHead>0–100%</TableHead>
              <TableHead numeric>Mentioned</TableHead>
              <TableHead numeric>95% interval</TableHead>
              <TableHead>Change</TableHead>
            </tr>
          </thead>
          <tbody>
            {engines.map((engine) => (
              <EngineRow key={engine.engine} share={engine} />
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}

function EngineRow({ share }: { share: EngineShare }) {
  const { engine, mentioned, answers, previous, link } = share
  return (
    <TableRow>
      <TableCell>
        <Link href={link}>{shortEngineNames[engine]}</Link>
        <span className="block text-ink-3 text-xs">{getCounts(share)}</span>
      </TableCell>
      <TableCell className="min-w-28">
        <IntervalTrack
          {...mentioned}
          previous={previous}
          tone={getTone(share)}
          label={answers === 0 ? 'not measured' : `${formatShare(mentioned.share ?? 0)} of answers`}
        />
      </TableCell>
      <TableCell numeric className="font-[550]">
        {mentioned.share === null ? '–' : formatShare(mentioned.share)}
      </TableCell>
      <TableCell numeric>{mentioned.share === null ? '–' : describeInterval(mentioned.low, mentioned.high)}</TableCell>
      <TableCell>
        <Change share={share} />
      </TableCell>
    </TableRow>
  )
}

function getCounts({ answers, failed, not_shown, skipped }: EngineShare) {
  if (skipped) return 'not set up on this server'
  return [
    plural(answers, 'answer'),
    failed > 0 && `${failed} failed`,
    not_shown > 0 && `${not_shown} without an AI answer`,
  ]
    .filter(Boolean)
    .join(', ')
}

const getTone = ({ change, difference }: EngineShare) =>
  change !== 'moved' || difference === null ? 'ink' : difference > 0 ? 'good' : 'bad'

function Change({ share }: { share: EngineShare }) {
  const { change, difference, model_changed } = share
  if (change === null || difference === null)
    return <span className="text-ink-3">{model_changed ? 'another model, not compared' : '–'}</span>
  const points = `${difference < 0 ? '−' : '+'}${Math.abs(Math.round(difference * 100))} points`
  if (change === 'moved')
    return (
      <>
        <Badge tone={difference > 0 ? 'good' : 'bad'}>{difference > 0 ? 'moved up' : 'moved down'}</Badge> {points}
      </>
    )
  return (
    <span className="text-ink-2">
      {points}, {change === 'within_noise' ? 'within noise' : 'too few to tell'}
    </span>
  )
}
