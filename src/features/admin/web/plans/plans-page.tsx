import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type CatalogItem, paymentsContract } from '#features/payments/contract.ts'
import { EditPrice } from '#features/payments/web/edit-price.tsx'
import { planCounts, toolTypes, unlimited } from '#features/plans/contract-tools.ts'
import { countLabels, dollars, toolLabels } from '#features/plans/rules/plan-labels.ts'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { adminContract } from '../../contract.ts'
import { requireStaff } from '../require-staff.ts'
import type { Route } from './+types/plans-page.ts'
import { EditPlan } from './edit-plan.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Plans · Admin · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  const [plans, { items }] = await orRespond(
    args.request,
    Promise.all([call(adminContract.plansList, {}), call(paymentsContract.catalog, {})]),
  )
  return { plans: plans.items, addOns: items.filter(({ kind }) => kind !== 'plan') }
}

const rows = [
  ...toolTypes.map((name) => ({ name, label: toolLabels[name] })),
  ...planCounts.map((name) => ({ name, label: countLabels[name] })),
]

export default function PlansPage({ loaderData: { plans, addOns } }: Route.ComponentProps) {
  const [editing, setEditing] = useState<string | null>(null)
  const plan = plans.find(({ name }) => name === editing) ?? null
  return (
    <>
      <ScreenHead
        title="Plans"
        meta="Monthly limits of each plan. Changes take effect immediately for everyone on the plan."
        actions={
          <Button icon={<Plus size={15} aria-hidden />} onClick={() => setEditing('')}>
            Add plan
          </Button>
        }
      />
      <Table caption="Plans">
        <thead>
          <tr>
            <TableHead>Per month</TableHead>
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
                {price.month === undefined ? '–' : dollars(price.month)}
                {price.year === undefined ? '' : ` / ${dollars(price.year)}`}
              </TableCell>
            ))}
          </TableRow>
          {rows.map((row) => (
            <TableRow key={row.name}>
              <TableCell className="whitespace-nowrap">{row.label}</TableCell>
              {plans.map(({ name, allowances }) => (
                <TableCell key={name} numeric>
                  {formatLimit(row.name, allowances[row.name])}
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
      <AddOns items={addOns} />
      {editing !== null && <EditPlan plan={plan} onClose={() => setEditing(null)} />}
    </>
  )
}

/** What is sold in addition to plans, with prices that staff can change. */
function AddOns({ items }: { items: CatalogItem[] }) {
  const [editing, setEditing] = useState<string | null>(null)
  const item = items.find(({ feature }) => feature === editing)
  return (
    <section aria-labelledby="addOns" className="mt-10 max-w-160">
      <h2 id="addOns" className="subheading mb-3">
        Add-ons
      </h2>
      <ul className="border-line border-t">
        {items.map(({ feature, label, price }) => (
          <li key={feature} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2">
            <span className="flex-1">{label}</span>
            <span>
              {price.once === undefined
                ? `${price.month === undefined ? '–' : dollars(price.month)} / ${price.year === undefined ? '–' : dollars(price.year)}`
                : `${dollars(price.once)} each`}
            </span>
            <Button size="s" aria-label={`Change ${label}`} onClick={() => setEditing(feature)}>
              Change
            </Button>
          </li>
        ))}
      </ul>
      {item && <EditPrice item={item} onClose={() => setEditing(null)} />}
    </section>
  )
}

const formatLimit = (name: string, amount: number) => {
  if (name === 'domain') return amount === 0 ? '–' : 'yes'
  return amount >= unlimited ? 'Unlimited' : formatCount(amount)
}
