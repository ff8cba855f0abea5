import { aiContentContract } from '#features/ai-content/contract.ts'
import { humanizerContract } from '#features/humanizer/contract.ts'
import { listenersContract } from '#features/listeners/contract.ts'
import type { ToolType } from '#features/plans/contract.ts'
import { type ReportHead, reportsContract } from '#features/reports/contract.ts'
import { researchContract } from '#features/research/contract.ts'
import { type Endpoint, type Role, roleAtLeast, type Scope } from '#kit/endpoint.ts'

/**
 * What an assistant may do: each tool is one call of the public interface, made with the assistant's own key, so that
 * roles, scopes, limits and messages are decided in one place.
 */

export type Units = Partial<Record<ToolType, number>>
type Fields = Record<string, unknown>

export type Tool = {
  name: string
  title: string
  /** For a language model: when to use it, and what it costs. */
  description: string
  endpoint: Endpoint
  /** `report` waits until it is through; `writing` and `humanizing` read the event stream to its end. */
  follow?: 'report' | 'writing' | 'humanizing'
  /** Fields of the call that make no sense here. */
  without?: string[]
  /** Units the call took, from what was asked and answered. Left out: none. */
  spends?: (input: Fields, answer: Fields) => Units
  readOnly: boolean
  destructive?: boolean
}

const reading = { readOnly: true }
const changing = { readOnly: false }

/** Of all that were made; a report that failed gave its units back. */
const unitsOfReport = ({ type }: Fields, { report, reports }: Fields): Units => {
  const made = [report, ...((reports as unknown[] | undefined) ?? [])].filter(Boolean) as ReportHead[]
  const units = made.reduce((sum, { status, units: taken }) => sum + (status === 'failed' ? 0 : taken), 0)
  return { [type === 'clusters' ? 'clusters' : 'reports']: units }
}
/** Nothing for an estimate; keywords nobody had a number for cost none. */
const unitsOfVolumes = (_input: Fields, { lookup_id, items }: Fields): Units => ({
  sv: lookup_id ? (items as unknown[]).length : 0,
})
const unitsOfTrends = (_input: Fields, { lookup_id }: Fields): Units => ({ trends: lookup_id ? 1 : 0 })

export const tools: Tool[] = [
  {
    name: 'new_report',
    title: 'New report',
    description:
      'Listens to what people search for around a topic: keywords, questions, comparisons, discussions, ranking pages, clusters and terms, each with its source. ' +
      'type topic, questions or outline takes one reports unit a query; clusters groups keywords you give in queries and takes one clusters unit a keyword. ' +
      'dry_run only says what it would cost. Waits until the report is done, at most wait_seconds; then read it with report_rows.',
    endpoint: reportsContract.new,
    follow: 'report',
    spends: unitsOfReport,
    ...changing,
  },
  {
    name: 'report_status',
    title: 'How far a report is',
    description: 'Status, progress and every source of a report. Free.',
    endpoint: reportsContract.checkstatus,
    without: ['ids'],
    ...reading,
  },
  {
    name: 'report_rows',
    title: 'Rows of a report',
    description:
      'One section of a report: keywords, questions, comparisons, prepositions, alphabeticals, related, discussions, serp, serp_features, clusters, terms. ' +
      'Filter, sort and page here instead of reading everything. A number nobody supplied is null: never fill it in. Free.',
    endpoint: reportsContract.rows,
    ...reading,
  },
  {
    name: 'find_reports',
    title: 'Find reports',
    description: 'Reports of the workspace, newest first. Free: look here before you make a new one.',
    endpoint: reportsContract.find,
    ...reading,
  },
  {
    name: 'compare_reports',
    title: 'Compare two reports',
    description: 'What a later report of the same query gained and lost against an earlier one. Free.',
    endpoint: reportsContract.compare,
    ...reading,
  },
  {
    name: 'workspace_overview',
    title: 'Overview of the workspace',
    description: 'What the workspace has and did lately, and how many units are used. Free.',
    endpoint: reportsContract.overview,
    ...reading,
  },
  {
    name: 'search_volumes',
    title: 'Search volumes',
    description:
      'Monthly search volume, CPC and competition of up to 1,000 keywords, each with its provider and date; missing ones are listed. One sv unit a keyword. dry_run says the cost.',
    endpoint: researchContract.volumes,
    spends: unitsOfVolumes,
    ...changing,
  },
  {
    name: 'trends',
    title: 'Trends',
    description:
      'How interest in up to five keywords changed over 3 months, 12 months or 5 years. The scale says whether numbers are relative or absolute. One trends unit.',
    endpoint: researchContract.trends,
    spends: unitsOfTrends,
    ...changing,
  },
  {
    name: 'list_listeners',
    title: 'Search listeners',
    description: 'What the workspace listens to on schedule, with the number of new items. Free.',
    endpoint: listenersContract.list,
    ...reading,
  },
  {
    name: 'listener',
    title: 'One search listener',
    description: 'A listener with its runs and the items it heard: new, active or gone. Free.',
    endpoint: listenersContract.single,
    ...reading,
  },
  {
    name: 'add_listener',
    title: 'Add a search listener',
    description: 'Asks for a keyword on schedule and tells what is new. Holds one search_listener unit while active.',
    endpoint: listenersContract.add,
    spends: () => ({ search_listener: 1 }),
    ...changing,
  },
  {
    name: 'run_listener',
    title: 'Run a search listener now',
    description: 'Runs a listener at once; read its news with listener a little later. Free.',
    endpoint: listenersContract.run,
    ...changing,
  },
  {
    name: 'set_listener_status',
    title: 'Pause or resume a search listener',
    description: 'Pausing frees its unit, resuming takes it again.',
    endpoint: listenersContract.status,
    ...changing,
  },
  {
    name: 'new_content',
    title: 'New document',
    description:
      'Makes an empty document from a template (blog_post, outline, faq, meta, brief and others), optionally on a report’s pages. Free: write_content writes it.',
    endpoint: aiContentContract.new,
    ...changing,
  },
  {
    name: 'write_content',
    title: 'Write a document',
    description:
      'Writes the document, or one section of it, with citations to the report’s pages, and answers the finished text. Takes one ai unit; nothing written, nothing taken.',
    endpoint: aiContentContract.stream,
    follow: 'writing',
    spends: () => ({ ai: 1 }),
    ...changing,
  },
  {
    name: 'find_content',
    title: 'Find documents',
    description: 'Documents of the workspace, last changed first. Free.',
    endpoint: aiContentContract.find,
    ...reading,
  },
  {
    name: 'get_content',
    title: 'Read a document',
    description: 'A document with its Markdown, outline, citations and score. Free.',
    endpoint: aiContentContract.single,
    ...reading,
  },
  {
    name: 'update_content',
    title: 'Change a document',
    description: 'Saves new Markdown, title or outline. version is the one you read: a stale one is refused. Free.',
    endpoint: aiContentContract.update,
    ...changing,
  },
  {
    name: 'check_text',
    title: 'Check a text',
    description:
      'Scores a text against a report’s ranking pages and keywords: parts with what would raise each, readability, signs of machine writing, claims without a source. Free. Needs a report_id, or the _id of a document.',
    endpoint: aiContentContract.check,
    ...reading,
  },
  {
    name: 'humanize',
    title: 'Humanize a text',
    description:
      'Repairs the style of a text sentence by sentence; numbers, names, quotations, links and what you freeze stay. It promises nothing about detectors. Takes one humanizer unit.',
    endpoint: humanizerContract.humanize,
    follow: 'humanizing',
    spends: () => ({ humanizer: 1 }),
    ...changing,
  },
]

/** The tools a key may use: by its scopes, and its maker's role. */
export const toolsFor = (role: Role, scopes: readonly Scope[]) =>
  tools.filter(
    ({ endpoint: { access } }) =>
      access.kind === 'workspace' &&
      access.scope !== null &&
      scopes.includes(access.scope) &&
      roleAtLeast(role, access.role),
  )

/** Seconds a new report is waited for: under the minute after which many assistants give a call up. */
export const wait = { usual: 50, most: 600 }
