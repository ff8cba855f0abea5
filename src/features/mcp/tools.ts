import { aiContentContract } from '#features/ai-content/contract.ts'
import { humanizerContract } from '#features/humanizer/contract.ts'
import { listenersContract } from '#features/listeners/contract.ts'
import type { ToolType } from '#features/plans/contract.ts'
import { type ReportHead, reportsContract } from '#features/reports/contract.ts'
import { researchContract } from '#features/research/contract.ts'
import { type Endpoint, type Role, roleAtLeast, type Scope } from '#kit/endpoint.ts'

/**
 * MCP tools. Each tool makes one call of the public API with the assistant's own key, so the API alone decides roles,
 * scopes,
 * limits and messages.
 */

export type Units = Partial<Record<ToolType, number>>
type Fields = Record<string, unknown>

export type Tool = {
  name: string
  title: string
  /** Tells the language model when to use the tool and what it costs. */
  description: string
  endpoint: Endpoint
  /** `report` waits for the report to finish. `writing` and `humanizing` read the event stream to the end. */
  follow?: 'report' | 'writing' | 'humanizing'
  /** Fields of the call that are hidden from assistants. */
  without?: string[]
  /** Returns the units used, from the call's input and result. Omitted for free tools. */
  spends?: (input: Fields, answer: Fields) => Units
  readOnly: boolean
  destructive?: boolean
}

const reading = { readOnly: true }
const changing = { readOnly: false }

/** Returns the units of all reports created. Failed reports were refunded. */
const getReportUnits = ({ type }: Fields, { report, reports }: Fields): Units => {
  const made = [report, ...((reports as unknown[] | undefined) ?? [])].filter(Boolean) as ReportHead[]
  const units = made.reduce((sum, { status, units: taken }) => sum + (status === 'failed' ? 0 : taken), 0)
  return { [type === 'clusters' ? 'clusters' : 'reports']: units }
}
/** Cost estimates and keywords without data use no units. */
const getVolumeUnits = (_input: Fields, { lookup_id, items }: Fields): Units => ({
  sv: lookup_id ? (items as unknown[]).length : 0,
})
const getTrendUnits = (_input: Fields, { lookup_id }: Fields): Units => ({ trends: lookup_id ? 1 : 0 })

export const tools: Tool[] = [
  {
    name: 'new_report',
    title: 'New report',
    description:
      'Run a report on what people search for around a topic: keywords, questions, comparisons, discussions, ranking pages, clusters and terms, each with its source. ' +
      'type topic, questions or outline uses one reports unit per query. clusters groups the keywords given in queries and uses one clusters unit per keyword. ' +
      'dry_run returns only the cost. Waits until the report is done, at most wait_seconds. Then read it with report_rows.',
    endpoint: reportsContract.new,
    follow: 'report',
    spends: getReportUnits,
    ...changing,
  },
  {
    name: 'report_status',
    title: 'Report status',
    description: 'Get a report’s status, progress and sources. Free.',
    endpoint: reportsContract.checkstatus,
    without: ['ids'],
    ...reading,
  },
  {
    name: 'report_rows',
    title: 'Report rows',
    description:
      'Read one section of a report: keywords, questions, comparisons, prepositions, alphabeticals, related, discussions, serp, serp_features, clusters, terms. ' +
      'Use filters, sort and page instead of reading everything. A number no provider returned is null: never fill it in. Free.',
    endpoint: reportsContract.rows,
    ...reading,
  },
  {
    name: 'find_reports',
    title: 'Find reports',
    description: 'List the workspace’s reports, newest first. Free: look here before you run a new one.',
    endpoint: reportsContract.find,
    ...reading,
  },
  {
    name: 'compare_reports',
    title: 'Compare reports',
    description: 'Compare two reports on the same query: new and lost keywords. Free.',
    endpoint: reportsContract.compare,
    ...reading,
  },
  {
    name: 'workspace_overview',
    title: 'Workspace overview',
    description: 'Get the workspace’s contents, recent activity and used units. Free.',
    endpoint: reportsContract.overview,
    ...reading,
  },
  {
    name: 'search_volumes',
    title: 'Search volumes',
    description:
      'Get monthly search volume, CPC and competition for up to 1,000 keywords, each with its provider and date. Keywords without data are listed. Uses one sv unit per keyword. dry_run returns only the cost.',
    endpoint: researchContract.volumes,
    spends: getVolumeUnits,
    ...changing,
  },
  {
    name: 'trends',
    title: 'Trends',
    description:
      'Compare interest in up to five keywords over 3 months, 12 months or 5 years. scale tells whether numbers are relative or absolute. Uses one trends unit.',
    endpoint: researchContract.trends,
    spends: getTrendUnits,
    ...changing,
  },
  {
    name: 'list_listeners',
    title: 'Search listeners',
    description: 'List the workspace’s search listeners with their number of new keywords. Free.',
    endpoint: listenersContract.list,
    ...reading,
  },
  {
    name: 'listener',
    title: 'Read a search listener',
    description: 'Get a listener with its runs and its new, active and lost keywords. Free.',
    endpoint: listenersContract.single,
    ...reading,
  },
  {
    name: 'add_listener',
    title: 'Create a search listener',
    description:
      'Track a topic on a schedule and get alerts about new keywords. Uses one search_listener unit while active.',
    endpoint: listenersContract.add,
    spends: () => ({ search_listener: 1 }),
    ...changing,
  },
  {
    name: 'run_listener',
    title: 'Run a search listener now',
    description: 'Run a listener now. Then get the results with the listener tool. Free.',
    endpoint: listenersContract.run,
    ...changing,
  },
  {
    name: 'set_listener_status',
    title: 'Pause or resume a search listener',
    description: 'Pause or resume a listener. Pausing frees its unit; resuming uses it again.',
    endpoint: listenersContract.status,
    ...changing,
  },
  {
    name: 'new_content',
    title: 'New document',
    description:
      'Create an empty document from a template (blog_post, outline, faq, meta, brief and others), optionally based on a report’s pages. Free. write_content then writes it.',
    endpoint: aiContentContract.new,
    ...changing,
  },
  {
    name: 'write_content',
    title: 'Write a document',
    description:
      'Write a document or one of its sections, with citations to the report’s pages, and return the finished text. Uses one ai unit, refunded if nothing was written.',
    endpoint: aiContentContract.stream,
    follow: 'writing',
    spends: () => ({ ai: 1 }),
    ...changing,
  },
  {
    name: 'find_content',
    title: 'Find documents',
    description: 'List the workspace’s documents, most recently changed first. Free.',
    endpoint: aiContentContract.find,
    ...reading,
  },
  {
    name: 'get_content',
    title: 'Read a document',
    description: 'Get a document with its Markdown, outline, citations and content score. Free.',
    endpoint: aiContentContract.single,
    ...reading,
  },
  {
    name: 'update_content',
    title: 'Update a document',
    description:
      'Save new Markdown, title or outline. version must be the version you read: an outdated one is rejected. Free.',
    endpoint: aiContentContract.update,
    ...changing,
  },
  {
    name: 'check_text',
    title: 'Check a text',
    description:
      'Score a text against a report’s ranking pages and keywords: how to raise each part of the score, readability, signs of AI writing, claims without a source. Free. Needs a report_id or the _id of a document.',
    endpoint: aiContentContract.check,
    ...reading,
  },
  {
    name: 'humanize',
    title: 'Humanize a text',
    description:
      'Improve a text’s style sentence by sentence. Numbers, names, quotations, links and the words in freeze don’t change. Doesn’t claim to beat AI detectors. Uses one humanizer unit.',
    endpoint: humanizerContract.humanize,
    follow: 'humanizing',
    spends: () => ({ humanizer: 1 }),
    ...changing,
  },
]

/** Returns the tools a key can use with its scopes and its creator's role. */
export const toolsFor = (role: Role, scopes: readonly Scope[]) =>
  tools.filter(
    ({ endpoint: { access } }) =>
      access.kind === 'workspace' &&
      access.scope !== null &&
      scopes.includes(access.scope) &&
      roleAtLeast(role, access.role),
  )

/** Seconds to wait for a new report. Many assistants time out after one minute. */
export const waitSeconds = { default: 50, max: 600 }
