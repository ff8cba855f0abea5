import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import type { Batch, BatchItem } from '../../contract-batch.ts'
import { getStepViews, getUsualCost } from '../../rules/batch-status.ts'
import { stepLabels, toShownUsd } from '../batch-labels.ts'
import { bulkWritingErrorTexts } from '../error-texts.ts'
import { useShowsCost } from '../use-shows-cost.ts'
import { ItemChecks } from './item-checks.tsx'
import { ItemScore } from './item-score.tsx'
import { ItemSteps } from './item-steps.tsx'

const columns =
  'grid gap-x-4.5 gap-y-1.5 md:grid-cols-[minmax(0,1fr)_minmax(180px,326px)_54px_104px_60px_92px] grid-cols-[minmax(0,1fr)_auto]'

type Props = {
  batch: Batch
  /** Tries one failed item again; null where nobody may. */
  onRetry: ((item: BatchItem) => void) | null
  busy: boolean
}

/** The items of a batch, each with its steps, words, score, cost and what to look at. */
export function BatchItems({ batch, onRetry, busy }: Props) {
  const showsCost = useShowsCost(batch)
  return (
    <>
      <div aria-hidden className={`${columns} items-end border-line-2 border-y py-1 text-ink-3 text-xs max-md:hidden`}>
        <span>Title and main keyword</span>
        <span className="flex">
          {[...batch.chain, 'score' as const].map((step) => (
            <span key={step} className="min-w-0 flex-1">
              {stepLabels[step]}
            </span>
          ))}
        </span>
        <span className="text-right">Words</span>
        <span>
          Score
          {batch.items.some(({ checks }) => checks?.ranking) && <span className="block">ranking pages shaded</span>}
        </span>
        <span className="text-right">{showsCost && 'Cost'}</span>
        <span />
      </div>
      <ul aria-label="Items" className="border-line border-b max-md:border-t">
        {batch.items.map((item) => (
          <Item key={item._id} item={item} batch={batch} showsCost={showsCost} onRetry={onRetry} busy={busy} />
        ))}
      </ul>
    </>
  )
}

function Item({ item, batch, showsCost, onRetry, busy }: Props & { item: BatchItem; showsCost: boolean }) {
  const { status, title, keyword, words, score } = item
  const documentId = item.document_id ?? item.brief_id
  const isWaiting = status === 'queued' || status === 'cancelled'
  const isPaid = showsCost && batch.price?.source !== 'builtin'
  const usualCost = isPaid ? getUsualCost(batch, batch.items) : null
  const cost = isPaid && item.cost_usd ? toShownUsd(item.cost_usd) : null
  return (
    <li className={`${columns} items-center border-line border-b py-2.5 last:border-0 md:min-h-14`}>
      <div className="min-w-0">
        <p
          className={`font-serif text-[15.5px] leading-snug [overflow-wrap:anywhere] ${isWaiting ? 'text-ink-2' : ''}`}
        >
          {documentId ? (
            <Link href={`/app/content/${documentId}`} className="no-underline hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        {keyword && keyword.toLowerCase() !== title.toLowerCase() && (
          <p className="text-ink-2 text-xs [overflow-wrap:anywhere]">{keyword}</p>
        )}
      </div>
      <div className="min-w-0 max-md:col-span-full max-md:row-start-2">
        <ItemSteps steps={getStepViews(item, batch.chain)} />
        <ItemNote item={item} batch={batch} />
      </div>
      <Cell label="words">{words === null ? null : formatCount(words)}</Cell>
      <ItemScore score={score} ranking={item.checks?.ranking ?? null} />
      {showsCost ? <Cell label="cost">{cost}</Cell> : <span className="max-md:hidden" />}
      <p className="text-ink-3 text-xs max-md:col-span-full md:hidden">
        {[words !== null && plural(words, 'word'), score !== null && `score ${Math.round(score)}`, cost]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="text-right max-md:col-start-2 max-md:row-start-1">
        {status === 'failed' && onRetry ? (
          <>
            <Button
              size="s"
              busy={busy}
              icon={<RotateCw size={12} aria-hidden />}
              aria-label={`Retry ${title}`}
              onClick={() => onRetry(item)}
            >
              Retry
            </Button>
            {usualCost !== null && usualCost > 0 && (
              <span className="mt-1 block text-ink-3 text-xs">about {toShownUsd(usualCost)}</span>
            )}
          </>
        ) : (
          status === 'done' &&
          documentId && (
            <Button size="s" href={`/app/content/${documentId}`} aria-label={`Open ${title}`}>
              Open
            </Button>
          )
        )}
      </div>
    </li>
  )
}

const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="text-right tabular-nums max-md:hidden">
    {children === null ? (
      <span className="text-ink-3">
        <span aria-hidden>–</span>
        <span className="sr-only">no {label} yet</span>
      </span>
    ) : (
      <>
        <span className="sr-only">{label} </span>
        {children}
      </>
    )}
  </span>
)

/** What the item does or waits for, why it failed, or what to look at in review. */
function ItemNote({ item, batch }: { item: BatchItem; batch: Batch }) {
  const saved = item.words ? ` ${plural(item.words, 'word')} ${item.words === 1 ? 'is' : 'are'} saved.` : ''
  const error = getStoredError({ error: item.error ?? null, failure: item.failure })
  if (item.status === 'failed')
    return (
      <p className="mt-1 text-xs">
        <b className="font-[600] text-bad">
          {error ? getErrorText(error, bulkWritingErrorTexts) : 'This couldn’t be written.'}
        </b>
        {saved}
      </p>
    )
  if (item.status === 'done') return <ItemChecks item={item} />
  const text = getProgressText(item, batch)
  return (
    text && (
      <p className="mt-1 text-ink-2 text-xs">
        {text}
        {item.status !== 'running' && saved}
      </p>
    )
  )
}

function getProgressText(item: BatchItem, batch: Batch): string {
  if (item.status === 'cancelled') return 'Canceled.'
  if (item.status === 'queued') {
    if (batch.status === 'paused') return 'Waits until the batch resumes.'
    return item.progress > 0 ? 'Continues when a slot is free.' : 'Starts when a slot is free.'
  }
  const { step, sections, sections_done, section } = item
  if (step === 'score') return 'Checking claims and scoring'
  if (!sections) return step === 'humanize' ? 'Rewriting' : 'Reading sources and planning sections'
  const at = Math.min(sections, sections_done + 1)
  if (step === 'humanize') return `Rewriting part ${at} of ${sections}`
  return `Section ${at} of ${sections}${section ? `: “${section}”` : ''}`
}
