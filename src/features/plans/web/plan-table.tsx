import { Badge } from '#ui/badge.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { CatalogPlan } from '../contract.ts'
import { planCounts, toolTypes, unlimited } from '../contract-tools.ts'
import { countLabels, dollars, toolLabels } from '../rules/plan-labels.ts'

/** Compares the plans that have a price and the user's current plan. */
export function PlanTable({ plans, current }: { plans: CatalogPlan[]; current: string }) {
  const shown = plans.filter((plan) => plan.price.month !== undefined || plan.name === current)
  const rows = [
    ...toolTypes.map((name) => ({ name, label: toolLabels[name] })),
    ...planCounts.map((name) => ({ name, label: countLabels[name] })),
  ]
  return (
    <Table caption="Plan limits">
      <thead>
        <tr>
          <TableHead>Per month</TableHead>
          {shown.map((plan) => (
            <TableHead key={plan.name} numeric className="align-bottom">
              <span className="font-[550] text-ink text-s">{plan.label}</span>
              {plan.name === current && (
                <Badge tone="accent" className="ml-1.5">
                  yours
                </Badge>
              )}
            </TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        <TableRow>
          <TableCell>Price</TableCell>
          {shown.map(({ name, price }) => (
            <TableCell key={name} numeric>
              {price.month === undefined ? '–' : price.month === 0 ? 'free' : dollars(price.month)}
              {price.year ? <span className="block text-ink-3 text-xs">{dollars(price.year)} per year</span> : null}
            </TableCell>
          ))}
        </TableRow>
        {rows.map((row) => (
          <TableRow key={row.name}>
            <TableCell className="whitespace-nowrap">{row.label}</TableCell>
            {shown.map((plan) => (
              <TableCell key={plan.name} numeric>
                {row.name === 'domain' ? (plan.allowances.domain > 0 ? 'yes' : '–') : amount(plan.allowances[row.name])}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

const amount = (n: number) => (n >= unlimited ? 'Unlimited' : n === 0 ? '–' : formatCount(n))
