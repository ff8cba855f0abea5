import { Plus } from 'lucide-react'
import { useState } from 'react'
import { planCounts, toolTypes, unlimited } from '#features/plans/contract.ts'
import { countLabels, dollars, toolLabels } from '#features/plans/plan-words.ts'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { orRespond } from '#web/page-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-head.tsx'
import { adminContract } from '../contract.ts'
import type { Route } from './+types/plans-page.ts'
import { EditPlan } from './edit-plan.tsx'
import { requireStaff } from './require-staff.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Plans · Staff · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  return { plans: (await orRespond(args.request, call(adminContract.plansList, {}))).items }
}

const rows = [
  ...toolTypes.map((name) => ({ name, label: toolLabels[name] })),
  ...planCounts.map((name) => ({ name, label: countLabels[name] })),
]

export default function PlansPage({ loaderData: { plans } }: Route.ComponentProps) {
  const [editing, setEditing] = useState<string | null>(null)
  const plan = plans.find(({ name }) => name === editing) ?? null
  return (
    <>
      <ScreenHead
        title="Plans"
        meta="What a month of each allows. A change counts at once for everyone who has the plan."
        actions={
          <Button icon={<Plus size={15} aria-hidden />} onClick={() => setEditing('')}>
            Add a plan
          </Button>
        }
      />
      <Table caption="The plans">
        <thead>
          <tr>
            <TableHead>A month</TableHead>
            {plans.map(({ name, label, users }) => (
              <TableHead key={name} numeric className="py-2">
                <span className="block font-[550] text-ink text-s">{label}</span>
                {formatCount(users)} {users === 1 ? 'account' : 'accounts'}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          <TableRow>
            <TableCell>Price, month / year</TableCell>
            {plans.map(({ name, price }) => (
              <TableCell key={name} numeric>
                {price.month === undefined ? '—' : dollars(price.month)}
                {price.year === undefined ? '' : ` / ${dollars(price.year)}`}
              </TableCell>
            ))}
          </TableRow>
          {rows.map((row) => (
            <TableRow key={row.name}>
              <TableCell className="whitespace-nowrap">{row.label}</TableCell>
              {plans.map(({ name, allowances }) => (
                <TableCell key={name} numeric>
                  {inWords(row.name, allowances[row.name])}
                </TableCell>
              ))}
            </TableRow>
          ))}
          <TableRow>
            <TableCell />
            {plans.map(({ name, label }) => (
              <TableCell key={name} numeric>
                <Button size="s" aria-label={`Change ${label}`} onClick={() => setEditing(name)}>
                  Change
                </Button>
              </TableCell>
            ))}
          </TableRow>
        </tbody>
      </Table>
      {editing !== null && <EditPlan plan={plan} onClose={() => setEditing(null)} />}
    </>
  )
}

const inWords = (name: string, amount: number) => {
  if (name === 'domain') return amount === 0 ? '–' : 'yes'
  return amount >= unlimited ? 'Unlimited' : formatCount(amount)
}
