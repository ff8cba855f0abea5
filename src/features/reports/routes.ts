import { AppError } from '#kit/errors.ts'
import { reachableWorkspaces } from '#platform/http/authorize.ts'
import type { Call } from '#platform/http/context.ts'
import { locateWith, type Route, serve, serveEvents, serveFile, toRef } from '#platform/http/route.ts'
import { type Progress, reportsContract, type SectionName, sectionNames } from './contract.ts'
import { outlinesContract } from './contract-outlines.ts'
import type { DemoReports } from './demo/demo-report.ts'
import type { ReportExports } from './export/export-report.ts'
import type { Outlines } from './outlines.ts'
import type { Reports } from './service.ts'

type Dependencies = {
  reports: Reports
  exports: ReportExports
  demo: DemoReports
  outlines: Outlines
}

export function reportsRoutes({ reports, exports, demo, outlines }: Dependencies): Route[] {
  const { byId, byPath } = locateWith(reports.locate)
  return [
    ...rowRoutes(reports),
    ...listRoutes(reports),
    serve(outlinesContract.get, async (_call, input) => ({ outline: await outlines.get(toOutlineRef(input)) })),
    serve(outlinesContract.save, async (call, { headings, version, ...input }) => ({
      outline: await outlines.save(toOutlineRef(input), { headings, version, by: call.actor.userId }),
    })),
    serve(reportsContract.new, (call, input) =>
      reports.create(call.actor.userId, input, call.storeResponse, call.actor.key?.name ?? null),
    ),
    serve(
      reportsContract.checkstatus,
      async (call, { ids }, { progress }: FoundProgress) =>
        progress ?? { items: await reports.getProgress(reachableWorkspaces(call.actor), ids!) },
      {
        async find({ _id, ids }, workspaceIds): Promise<FoundProgress | null> {
          if (_id && !ids) return reports.findProgress(workspaceIds, _id)
          const id = _id ?? ids?.[0]
          if (!id)
            throw new AppError('invalid_input', '_id is missing. Send _id or ids.', { field: '_id', reason: 'missing' })
          const workspaceId = await reports.locate(workspaceIds, id)
          return workspaceId ? { workspaceId, progress: null } : null
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
        const found = await reports.get(toRef(call, id), readSections(sections))
        const report = await reports.own.toReport(toRef(call, id), found)
        if (!isStaff(call)) return { report }
        return { report: { ...report, sources: await reports.withErrorDetails(toRef(call, id), report.sources) } }
      },
      byPath,
    ),
    serve(reportsContract.cancel, async (call, { _id }) => ({ report: await reports.cancel(toRef(call, _id)) }), byId),
    serve(reportsContract.retry, (call, { _id }) => reports.retry(toRef(call, _id), call.storeResponse), byId),
    serve(
      reportsContract.recluster,
      (call, { _id, ...input }) => reports.recluster(toRef(call, _id), input, call.signal),
      byId,
    ),
    serve(
      reportsContract.editTopics,
      async (call, { _id, ...input }) => {
        const ref = toRef(call, _id)
        const edited = await reports.editTopics(ref, input)
        return { ...edited, clusters: await reports.own.toTopics(ref, edited.clusters) }
      },
      byId,
    ),
    serveFile(
      reportsContract.export,
      (call, { id, format, ...query }) => exports.file(toRef(call, id), format, query),
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

/** Rows of a report, and how people look at them. */
function rowRoutes(reports: Reports): Route[] {
  const { byId } = locateWith(reports.locate)
  const views = locateWith(reports.locateView)
  return [
    serve(
      reportsContract.rows,
      async (call, input) => {
        const ref = toRef(call, input._id)
        return reports.own.toPage(ref, input.section, await reports.rows(ref, input))
      },
      byId,
    ),
    serve(
      reportsContract.keyword,
      async (call, { _id, row_id }) => {
        const ref = toRef(call, _id)
        return { keyword: await reports.own.toKeyword(ref, await reports.keyword(ref, row_id)) }
      },
      byId,
    ),
    serve(reportsContract.findings, (call, { _id }) => reports.findings(toRef(call, _id)), byId),
    serve(
      reportsContract.hideRows,
      (call, { _id, row_ids, hidden }) => reports.hideRows(toRef(call, _id), row_ids, hidden),
      byId,
    ),
    serve(reportsContract.listViews, (_call, { workspace_id }) => reports.listViews(workspace_id)),
    serve(reportsContract.addView, (call, input) => reports.addView(call.actor.userId, input, call.storeResponse)),
    serve(
      reportsContract.updateView,
      (call, { _id, ...changes }) => reports.updateView(toRef(call, _id), changes),
      views.byId,
    ),
    serve(
      reportsContract.removeView,
      async (call, { _id }) => {
        await reports.removeView(toRef(call, _id))
        return {}
      },
      views.byId,
    ),
  ]
}

/** A workspace's reports as a list. */
function listRoutes(reports: Reports): Route[] {
  const { byId } = locateWith(reports.locate)
  return [
    serve(reportsContract.find, (_call, { workspace_id, same_as, ...filter }) =>
      reports.find(workspace_id, { ...filter, sameAs: same_as }),
    ),
    serve(
      reportsContract.hide,
      async (call, { _id, hidden }) => ({ report: await reports.hide(toRef(call, _id), hidden) }),
      byId,
    ),
    serve(
      reportsContract.update,
      async (call, { _id, ...details }) => ({ report: await reports.updateDetails(toRef(call, _id), details) }),
      byId,
    ),
    serve(
      reportsContract.delete,
      async (call, { _id }) => {
        await reports.remove(toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(
      reportsContract.restore,
      async (call, { _id }) => ({ report: await reports.restore(toRef(call, _id)) }),
      locateWith(reports.locateDeleted).byId,
    ),
    serve(reportsContract.tags, async (_call, { workspace_id }) => ({ items: await reports.findTags(workspace_id) })),
    serve(reportsContract.overview, (_call, { workspace_id }) => reports.overview(workspace_id)),
  ]
}

/** `progress`: null when several reports are asked for. */
type FoundProgress = { workspaceId: string; progress: Progress | null }

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

const toOutlineRef = (input: { workspace_id: string; report_id?: string; cluster_id?: string }) => ({
  workspaceId: input.workspace_id,
  reportId: input.report_id ?? null,
  clusterId: input.cluster_id ?? null,
})
