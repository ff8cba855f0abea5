import { formatCount } from '#ui/format/format.ts'
import type { PlanRow } from '../contract.ts'
import { factorLabels } from './item-labels.ts'

/** What a priority is made of, with the factors that are unknown. */
export function PriorityFactors({ item: { intent, priority } }: { item: Pick<PlanRow, 'intent' | 'priority'> }) {
  return (
    <>
      <table className="text-left text-s tabular-nums">
        <thead className="text-ink-3 text-xs">
          <tr>
            <th className="pr-4 font-normal">Factor</th>
            <th className="pr-4 font-normal">Value</th>
            <th className="pr-4 text-right font-normal">Share</th>
            <th className="text-right font-normal">Weight</th>
          </tr>
        </thead>
        <tbody>
          {priority.factors.map(({ name, value, share, weight }) => (
            <tr key={name} className={value === null ? 'text-ink-3' : undefined}>
              <td className="pr-4">{factorLabels[name]}</td>
              <td className="pr-4">{value === null ? 'unknown' : name === 'intent' ? intent : formatCount(value)}</td>
              <td className="whitespace-nowrap pr-4 text-right">
                {share === null ? 'left out' : `${Math.round(share * 100)}%`}
              </td>
              <td className="text-right">{weight}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 max-w-80 text-ink-3 text-xs">A missing number is left out. It never counts as 0.</p>
    </>
  )
}
