import type { ReactNode } from 'react'
import { formatCount, formatUsd, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import type { Batch } from '../../contract-batch.ts'
import { getTicks, getUsualCost, isOver } from '../../rules/batch-status.ts'
import { toShownUsd } from '../batch-labels.ts'
import { useShowsCost } from '../use-shows-cost.ts'

/** What a batch costs: credits and, where it's theirs, money within its budget, or tokens where the price is unknown. */
export function BatchMoney({ batch }: { batch: Batch }) {
  const { price, budget_usd, units } = batch
  const showsCost = useShowsCost(batch)
  const credits: Figure = {
    label: 'Credits used',
    value: formatCount(units.used),
    hint: units.held > 0 ? `${formatCount(units.held)} more reserved` : 'Nothing more is reserved.',
  }
  const tokens: Figure[] = [
    { label: 'Tokens sent', value: formatCount(batch.input_tokens), hint: 'to the model' },
    { label: 'Tokens written', value: formatCount(batch.output_tokens), hint: 'by the model' },
  ]
  if (price?.source === 'builtin')
    return <Figures figures={[credits]} note="The built-in writer costs nothing but credits." />
  if (!showsCost) return <Figures figures={[credits]} />
  if (!price)
    return (
      <Figures
        figures={[...tokens, credits]}
        note={
          <>
            The price of {batch.model.model} isn’t known, so only tokens are counted. An admin can set it under{' '}
            <Link href="/app/settings/models" className="link">
              AI models
            </Link>
            .
          </>
        }
      />
    )
  const spent: Figure = {
    label: 'Spent',
    value: toShownUsd(batch.spent_usd ?? 0),
    hint: `${formatCount(batch.input_tokens + batch.output_tokens)} tokens`,
    swatch: 'bg-ink',
  }
  const reserved: Figure = {
    label: 'Reserved',
    value: toShownUsd(batch.reserved_usd ?? 0),
    hint:
      batch.counts.running > 0
        ? `most the next requests of ${plural(batch.counts.running, 'running item')} can cost`
        : 'Nothing is running.',
    swatch: 'hatched',
  }
  if (budget_usd === null)
    return (
      <Figures
        figures={[
          spent,
          reserved,
          { label: 'Expected', value: toShownUsd(batch.estimate.cost_usd ?? 0), hint: 'when it was created' },
          credits,
        ]}
        note="This batch has no budget."
      />
    )
  return (
    <Figures
      figures={[
        spent,
        reserved,
        { label: 'Left', value: toShownUsd(batch.remaining ?? 0), hint: getLeftHint(batch), swatch: 'bg-well' },
        { label: 'Budget', value: formatUsd(budget_usd), hint: 'never exceeded' },
      ]}
    >
      <BudgetBar spent={batch.spent_usd ?? 0} reserved={batch.reserved_usd ?? 0} budget={budget_usd} />
      <p className="mt-2 text-ink-3 text-xs">
        {plural(units.used, 'credit')} used{units.held > 0 && `, ${formatCount(units.held)} more reserved`}
      </p>
    </Figures>
  )
}

/** How many items the rest of the budget is for. */
function getLeftHint(batch: Batch): string {
  if (isOver(batch)) return 'not needed'
  if (batch.reason === 'budget') return 'less than one request may cost'
  const waiting = batch.counts.queued
  const usual = getUsualCost(batch, batch.items)
  if (waiting === 0 || !usual) return 'after what is reserved'
  const enough = Math.floor((batch.remaining ?? 0) / usual)
  const each = `about ${toShownUsd(usual)} each`
  if (enough >= waiting) return `enough for the ${plural(waiting, 'waiting item')}, ${each}`
  return `enough for ${enough === 0 ? 'none' : `about ${formatCount(enough)}`} of ${plural(waiting, 'waiting item')}, ${each}`
}

type Figure = { label: string; value: string; hint: string; swatch?: 'bg-ink' | 'hatched' | 'bg-well' }

function Figures({ figures, note, children }: { figures: Figure[]; note?: ReactNode; children?: ReactNode }) {
  return (
    <section aria-label="Cost" className="mt-5 border-ink border-t-2 pt-3">
      <dl className="mb-2.5 grid grid-cols-2 gap-y-3 md:flex md:gap-y-0">
        {figures.map(({ label, value, hint, swatch }) => (
          <div
            key={label}
            className="border-line pr-4 md:flex-1 md:border-l md:px-5 md:last:flex-none md:first:border-0 md:first:pl-0 max-md:odd:border-0 max-md:even:border-l max-md:even:pl-4"
          >
            <dt className="font-[550] text-ink-3 text-xs">{label}</dt>
            <dd>
              <span className="block font-[550] text-[27px] leading-snug tracking-[-0.02em] tabular-nums">{value}</span>
              <span className="block text-ink-2 text-xs">
                {swatch && <Swatch kind={swatch} />}
                {hint}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {children}
      {note && <p className="text-ink-3 text-xs">{note}</p>}
    </section>
  )
}

const hatch = {
  backgroundImage: 'repeating-linear-gradient(135deg, var(--accent) 0 2px, var(--paper) 2px 5px)',
}

const Swatch = ({ kind }: { kind: NonNullable<Figure['swatch']> }) => (
  <span
    aria-hidden
    className={`mr-1.5 inline-block size-2.5 border border-line-2 align-[-1px] ${kind === 'hatched' ? '' : kind}`}
    style={kind === 'hatched' ? hatch : undefined}
  />
)

/** Spent and reserved, on a scale that ends at the budget. */
function BudgetBar({ spent, reserved, budget }: { spent: number; reserved: number; budget: number }) {
  const width = (usd: number) => `${Math.min(100, (usd / budget) * 100)}%`
  const ticks = getTicks(budget)
  return (
    <div>
      <div
        role="img"
        aria-label={`${toShownUsd(spent)} spent and ${toShownUsd(reserved)} reserved of ${formatUsd(budget)}`}
        className="flex h-6.5 border border-line-2 bg-well forced-colors:border-[CanvasText]"
      >
        <div
          className="bg-ink transition-[width] duration-300 forced-colors:bg-[CanvasText]"
          style={{ width: width(spent) }}
        />
        {reserved > 0 && (
          <div
            className="border-accent border-y border-r transition-[width] duration-300"
            style={{ ...hatch, width: width(reserved) }}
          />
        )}
      </div>
      <div aria-hidden className="relative h-5 text-2xs text-ink-3 tabular-nums">
        {ticks.map((tick, index) => (
          <span
            key={tick}
            className={`absolute top-0 border-line-2 pt-1.5 ${index === 0 ? '' : index === ticks.length - 1 ? '-translate-x-full' : '-translate-x-1/2 max-sm:hidden'}`}
            style={{ left: width(tick) }}
          >
            {formatUsd(tick)}
          </span>
        ))}
      </div>
    </div>
  )
}
