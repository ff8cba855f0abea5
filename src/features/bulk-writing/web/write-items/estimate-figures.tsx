import { formatCount, formatDay, formatDuration, formatShort, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import type { BatchEstimate } from '../../contract-batch.ts'
import { toShownUsd } from '../batch-labels.ts'
import { useShowsCost } from '../use-shows-cost.ts'

/** What a batch is expected to take: credits, time and, where it's theirs, money or why it isn't known. */
export function EstimateFigures({ estimate, busy }: { estimate: BatchEstimate | null; busy: boolean }) {
  return (
    <section aria-label="Estimate" aria-busy={busy} className="rounded-l border border-line bg-paper p-3.5">
      {estimate ? (
        <Figures estimate={estimate} />
      ) : (
        <p className="text-ink-3 text-s">{busy ? 'Estimating…' : 'No estimate.'}</p>
      )}
    </section>
  )
}

function Figures({ estimate }: { estimate: BatchEstimate }) {
  const isTheirs = useShowsCost(estimate)
  const showsCost = isTheirs || estimate.price?.source === 'builtin'
  return (
    <dl className={`grid gap-x-4 ${showsCost ? 'grid-cols-3' : 'grid-cols-2'}`} aria-live="polite">
      <Figure label="Credits" value={formatCount(estimate.units)} hint={getCreditHint(estimate)} />
      {showsCost && <Figure label="Cost" value={getCost(estimate)} hint={<CostHint estimate={estimate} />} />}
      <Figure label="Time" value={roughly(estimate.seconds)} hint="roughly, in the background" />
    </dl>
  )
}

function Figure({ label, value, hint }: { label: string; value: string; hint: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="font-[550] text-ink-3 text-xs">{label}</dt>
      <dd>
        <span className="block font-[550] text-l tabular-nums">{value}</span>
        <span className="block text-ink-2 text-xs">{hint}</span>
      </dd>
    </div>
  )
}

function getCreditHint({ units_by_tool: { ai, humanizer } }: BatchEstimate) {
  return [ai > 0 && `${formatCount(ai)} AI`, humanizer > 0 && `${formatCount(humanizer)} humanizer`]
    .filter(Boolean)
    .join(', ')
}

function getCost({ cost_usd, price }: BatchEstimate) {
  if (price?.source === 'builtin') return 'Free'
  return cost_usd === null ? 'Unknown price' : toShownUsd(cost_usd)
}

function CostHint({ estimate }: { estimate: BatchEstimate }) {
  const { price, input_tokens, output_tokens, lengths } = estimate
  if (price?.source === 'builtin') return 'built-in writer'
  const tokens = `${formatShort(input_tokens)} tokens in, ${formatShort(output_tokens)} out`
  const basis = lengths.source === 'workspace' ? `, as in your last ${plural(lengths.documents, 'text')}` : ''
  if (!price)
    return (
      <>
        {tokens}.{' '}
        <Link href="/app/settings/models" className="link">
          Set price
        </Link>
      </>
    )
  return (
    <span title={price.as_of ? `Price of ${formatDay(price.as_of)}` : undefined}>
      {tokens}
      {basis}
    </span>
  )
}

const roughly = (seconds: number) =>
  seconds < 90
    ? formatDuration(Math.ceil(Math.max(seconds, 1) / 5) * 5000)
    : `${formatCount(Math.ceil(seconds / 60))} min`
