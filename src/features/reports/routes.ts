import { AppError } from '#kit/errors.ts'
import {
  type Call,
  type Route,
  reachableWorkspaces,
  serve,
  serveEvents,
  serveFile,
  signedOut,
  type WorkspaceCall,
} from '#platform/http.ts'
import { reportsContract, type SectionName, sectionNames } from './contract.ts'
import type { DemoReports } from './demo-report.ts'
import type { ReportExports } from './export.ts'
import { type Reports, refuseMissingReport } from './service.ts'

export function reportsRoutes({
  reports,
  exports,
  demo,
}: {
  reports: Reports
  exports: ReportExports
  demo: DemoReports
}): Route[] {
  const byId = { locate: (input: { _id: string }, workspaceIds: string[]) => reports.locate(workspaceIds, input._id) }
  const byPath = { locate: (input: { id: string }, workspaceIds: string[]) => reports.locate(workspaceIds, input.id) }
  const toRef = (call: WorkspaceCall, id: string) => ({ workspaceId: call.workspace.workspaceId, id })

  return [
    serve(reportsContract.new, (call, input) => reports.create(call.actor.userId, input, call.keepAnswer)),
    serve(
      reportsContract.checkstatus,
      async (call, { _id, ids }) => {
        const reachable = reachableWorkspaces(call.actor)
        if (ids) return { items: await reports.getProgress(reachable, ids) }
        return (await reports.getProgress(reachable, [_id!]))[0]!
      },
      {
        locate: ({ _id, ids }, workspaceIds) => {
          const id = _id ?? ids?.[0]
          if (!id)
            throw new AppError('invalid_input', '_id is missing. Send _id or ids.', { field: '_id', reason: 'missing' })
          return reports.locate(workspaceIds, id)
        },
        // The one call every waiting client repeats: session, membership and progress in a single query.
        oneQuery: async (tokenHash, { _id, ids }) => {
          if (!_id || ids) return undefined
          const found = await reports.progressByToken(tokenHash, _id)
          if (!found) throw signedOut()
          if (found.kind === 'key') return undefined
          if (!found.progress || !found.role) refuseMissingReport()
          return found.progress
        },
      },
    ),
    serveEvents(
      reportsContract.events,
      async (call, { id }) =>
        (send, signal) =>
          reports.follow(toRef(call, id), send, signal),
      byPath,
    ),
    serve(
      reportsContract.get,
      async (call, { id, sections }) => {
        const report = await reports.get(toRef(call, id), readSections(sections))
        if (!isStaff(call)) return { report }
        return { report: { ...report, sources: await reports.withErrorDetails(toRef(call, id), report.sources) } }
      },
      byPath,
    ),
    serve(reportsContract.rows, (call, input) => reports.rows(toRef(call, input._id), input), byId),
    serve(reportsContract.find, (_call, { workspace_id, ...filter }) => reports.find(workspace_id, filter)),
    serve(
      reportsContract.hide,
      async (call, { _id, hidden }) => ({ report: await reports.hide(toRef(call, _id), hidden) }),
      byId,
    ),
    serve(reportsContract.overview, (_call, { workspace_id }) => reports.overview(workspace_id)),
    serve(reportsContract.cancel, async (call, { _id }) => ({ report: await reports.cancel(toRef(call, _id)) }), byId),
    serve(reportsContract.retry, (call, { _id }) => reports.retry(toRef(call, _id), call.keepAnswer), byId),
    serveFile(
      reportsContract.export,
      (call, { id, format, section }) => exports.file(toRef(call, id), format, section),
      byPath,
    ),
    serve(
      reportsContract.compare,
      async (call, { a, b }) => {
        const other = await reports.locate(reachableWorkspaces(call.actor), b)
        if (!other)
          throw new AppError('not_found', 'Report b doesn’t exist or is in a workspace you’re not in.', {
            field: 'b',
            reason: 'report_missing',
          })
        return reports.compare(toRef(call, a), { workspaceId: other, id: b })
      },
      { locate: ({ a }, workspaceIds) => reports.locate(workspaceIds, a) },
    ),
    serve(reportsContract.sources, async (call) => ({ items: reports.listSources(isStaff(call)) })),
    serve(reportsContract.demo, async (call: Call, input) => ({
      report: await demo.report(input, call.clientAddress, call.signal),
    })),
  ]
}

/** Signed in themselves, not through a key. */
const isStaff = ({ actor }: Pick<Call, 'actor'>) => Boolean(actor?.staff && !actor.key)

function readSections(given: string | undefined): readonly SectionName[] {
  if (given === undefined) return sectionNames
  const names = given
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const unknown = names.find((name) => !(sectionNames as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new AppError('invalid_input', `sections has an unknown name: ${unknown}. Use: ${sectionNames.join(', ')}.`, {
      field: 'sections',
      reason: 'unknown_section',
      params: { options: [...sectionNames] },
    })
  return names as SectionName[]
}
