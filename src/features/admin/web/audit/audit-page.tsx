import { EmptyState } from '#ui/empty-state.tsx'
import { formatDay } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { type AuditEntry, adminContract } from '../../contract.ts'
import { ListSearch } from '../admin-search.tsx'
import { getListParams, requireStaff } from '../require-staff.ts'
import type { Route } from './+types/audit-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Audit · Admin · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  const params = getListParams(args.request)
  const found = await orRespond(args.request, call(adminContract.auditList, { ...params, limit: 50 }))
  return { found, params }
}

export default function AuditPage({ loaderData: { found, params } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead
        title="Audit"
        meta="Changes to accounts, workspaces, keys and plans, newest first. Entries can’t be edited."
      />
      <ListSearch label="Email, action or subject" q={params.q} />
      {found.items.length === 0 ? (
        <EmptyState title={params.q ? 'No results match your search.' : 'No entries yet.'}>
          Changes to accounts, workspaces, keys and plans appear here.
        </EmptyState>
      ) : (
        <Table caption="Audit log">
          <thead>
            <tr>
              <TableHead>Time</TableHead>
              <TableHead>User</TableHead>
              <TableHead>Action</TableHead>
              <TableHead>Target</TableHead>
              <TableHead>Details</TableHead>
            </tr>
          </thead>
          <tbody>
            {found.items.map((entry) => (
              <TableRow key={entry._id}>
                <TableCell className="whitespace-nowrap text-ink-2">
                  <DateTime at={entry.at} brief />
                </TableCell>
                <TableCell>
                  {entry.actor_email}
                  {entry.address && <span className="block text-ink-3 text-xs">{entry.address}</span>}
                </TableCell>
                <TableCell className="whitespace-nowrap">{entry.action}</TableCell>
                <TableCell className="min-w-45 [overflow-wrap:anywhere]">{entry.subject ?? '–'}</TableCell>
                <TableCell className="min-w-50 text-ink-2 text-xs [overflow-wrap:anywhere]">
                  {formatDetails(entry)}
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
      <Pages page={found.page} limit={found.limit} total={found.total} what="entries" />
    </>
  )
}

/** `{count: 3, until: "2027-01-31T00:00:00.000Z"}` → "count 3, until 31 January 2027": short enough to read in a row. */
function formatDetails({ details }: AuditEntry) {
  const words = Object.entries(details).flatMap(([name, value]) =>
    value === null || name === 'before' || isEmpty(value) ? [] : `${name.replaceAll('_', ' ')} ${formatValue(value)}`,
  )
  return words.join(', ') || '–'
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(' ')
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDay(value)
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .filter(([, each]) => each !== null)
    .map(([name, each]) => `${name.replaceAll('_', ' ')} ${formatValue(each)}`)
    .join(' ')
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0
