import { aiContentContract } from '#features/ai-content/contract.ts'
import { humanizerContract } from '#features/humanizer/contract.ts'
import { listenersContract } from '#features/listeners/contract.ts'
import type { ToolType } from '#features/plans/contract-tools.ts'
import { type ReportHead, reportsContract } from '#features/reports/contract.ts'
import { researchContract } from '#features/research/contract.ts'
import type { Endpoint } from '#kit/endpoint.ts'

type Units = Partial<Record<ToolType, number>>
type Fields = Record<string, unknown>

/** Failed reports were refunded. */
const getReportUnits = ({ type }: Fields, { report, reports }: Fields): Units => {
  const made = [report, ...((reports as unknown[] | undefined) ?? [])].filter(Boolean) as ReportHead[]
  const units = made.reduce((sum, { status, units: taken }) => sum + (status === 'failed' ? 0 : taken), 0)
  return { [type === 'clusters' ? 'clusters' : 'reports']: units }
}

/** The credits calls used, by their input and answer. Cost estimates and keywords without data use none. */
const counts = new Map<string, (input: Fields, answer: Fields) => Units>([
  [reportsContract.new.path, getReportUnits],
  [
    researchContract.volumes.path,
    (_input, { lookup_id, items }) => ({ sv: lookup_id ? (items as unknown[]).length : 0 }),
  ],
  [researchContract.trends.path, (_input, { lookup_id }) => ({ trends: lookup_id ? 1 : 0 })],
  [listenersContract.add.path, () => ({ search_listener: 1 })],
  [aiContentContract.stream.path, () => ({ ai: 1 })],
  [aiContentContract.edit.path, () => ({ ai: 1 })],
  [aiContentContract.more.path, ({ count }) => ({ ai: Number(count ?? 1) })],
  [humanizerContract.humanize.path, () => ({ humanizer: 1 })],
])

/** Null where the answer alone doesn't tell. The credits left do. */
export const getUsedUnits = ({ path }: Endpoint, spends: boolean, input: Fields, answer: Fields): Units | null =>
  spends ? (counts.get(path)?.(input, answer) ?? null) : {}
