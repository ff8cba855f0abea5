import { toActivityActor } from '#features/activity/service.ts'
import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { WorkspaceCall } from '#platform/http/context.ts'
import { locateWith, type Route, serve, serveEvents, serveFile, toRef, toRequester } from '#platform/http/route.ts'
import type { Assignments } from './assign-document.ts'
import type { Voices } from './brand-voices.ts'
import type { ContentBriefs } from './briefing/content-briefs.ts'
import type { Proposals } from './briefing/propose-briefing.ts'
import type { Checks } from './checks/check-document.ts'
import type { LinkChecks } from './checks/check-links.ts'
import { aiContentContract, assignmentContract } from './contract.ts'
import { briefContract } from './contract-brief.ts'
import { liveContract } from './contract-live.ts'
import type { DocumentExports } from './export/export-document.ts'
import type { LiveSessions } from './live/live-sessions.ts'
import type { Documents } from './service.ts'
import type { Passages } from './writing/edit-passage.ts'
import type { DocumentToWrite, Writing } from './writing/generate-document.ts'
import type { Models } from './writing/workspace-model.ts'

export function aiContentRoutes({
  documents,
  assignments,
  live,
  writing,
  passages,
  checks,
  proposals,
  linkChecks,
  exports,
  voices,
  models,
  reports,
  briefs,
}: {
  documents: Documents
  assignments: Assignments
  live: LiveSessions
  writing: Writing
  passages: Passages
  checks: Checks
  proposals: Proposals
  linkChecks: LinkChecks
  exports: DocumentExports
  voices: Voices
  models: Models
  reports: Reports
  briefs: ContentBriefs
}): Route[] {
  const { byId, byPath } = locateWith(documents.locate)
  const by = (call: WorkspaceCall) => call.actor.userId

  return [
    serve(aiContentContract.new, (call, input) =>
      documents.create(by(call), input, call.storeResponse, call.actor.key?.name),
    ),
    serve(aiContentContract.proposal, async (_call, { workspace_id, report_id, cluster_id, keyword }) => ({
      proposal: await proposals.propose(
        { workspaceId: workspace_id, id: report_id },
        { clusterId: cluster_id ?? null, keyword: keyword ?? null },
      ),
    })),
    serve(briefContract.update, (call, { _id, ...changes }) => briefs.update(toRef(call, _id), changes), byId),
    serveFile(briefContract.export, (call, { id, format }) => briefs.file(toRef(call, id), format), byPath),
    serve(briefContract.printable, (_call, { pass }) => briefs.open(pass)),
    serveEvents(
      aiContentContract.stream,
      (call, { _id, ...input }, document: DocumentToWrite) => writing.begin(by(call), document, input),
      { find: ({ _id }, workspaceIds) => writing.find(workspaceIds, _id) },
    ),
    serveEvents(
      aiContentContract.edit,
      (call, { _id, ...input }) => passages.beginEdit(by(call), toRef(call, _id), input),
      byId,
    ),
    serve(aiContentContract.find, (_call, { workspace_id, ...filter }) => documents.find(workspace_id, filter)),
    serve(
      aiContentContract.single,
      async (call, { _id }) => ({ item: await documents.single(toRef(call, _id)) }),
      byId,
    ),
    serve(
      assignmentContract.assign,
      (call, { _id, ...given }) => assignments.assign(toRequester(call), toRef(call, _id), given),
      byId,
    ),
    serve(
      aiContentContract.version,
      async (call, { _id, version }) => ({ version: await documents.version(toRef(call, _id), version) }),
      byId,
    ),
    serve(
      aiContentContract.delete,
      async (call, { _id }) => {
        await documents.delete(toActivityActor(call.actor), toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(
      aiContentContract.more,
      (call, { _id, count }) => passages.more(by(call), toRef(call, _id), count, call.storeResponse, call.signal),
      byId,
    ),
    serve(
      aiContentContract.check,
      async (call, { _id, ...input }) => {
        if (_id) return documents.progress(toRef(call, _id))
        if (input.text === undefined)
          throw new AppError('invalid_input', 'text is missing. Send text or _id.', {
            field: 'text',
            reason: 'missing',
          })
        return checks.check(call.workspace.workspaceId, { ...input, text: input.text })
      },
      {
        // Any workspace member can check a text. With a report or document, only members of its workspace can.
        locate: async ({ _id, report_id }, workspaceIds) => {
          if (_id) return documents.locate(workspaceIds, _id)
          return report_id ? reports.locate(workspaceIds, report_id) : (workspaceIds[0] ?? null)
        },
      },
    ),
    serve(aiContentContract.target, async (call, { _id }) => ({ target: await checks.target(toRef(call, _id)) }), byId),
    serve(aiContentContract.links, (call, { _id }) => linkChecks.links(toRef(call, _id)), byId),
    serveFile(aiContentContract.export, (call, { id, format }) => exports.file(toRef(call, id), format), byPath),
    serveEvents(
      aiContentContract.events,
      async (call, { id }) =>
        (send, signal) =>
          documents.follow(toRef(call, id), send, signal),
      byPath,
    ),
    serve(
      liveContract.join,
      async (call, { _id, version, seed }) => ({
        session: await live.join(toRef(call, _id), { version, ...(seed === undefined ? {} : { seed }) }),
      }),
      byId,
    ),
    serve(
      liveContract.update,
      (call, { _id, epoch, update }) => live.update(toRef(call, _id), { epoch, update }),
      byId,
    ),
    serve(
      liveContract.presence,
      (call, { _id, client, caret }) => live.presence(toRef(call, _id), { client, userId: call.actor.userId, caret }),
      byId,
    ),
    serveEvents(
      liveContract.follow,
      (call, { id, client, epoch = null, after = 0 }) =>
        live.follow(toRef(call, id), { client, userId: call.actor.userId, epoch, after }),
      byPath,
    ),
    ...voiceRoutes(voices),
    ...modelRoutes(models),
  ]
}

function voiceRoutes(voices: Voices): Route[] {
  return [
    serve(aiContentContract.voices, async (_call, { workspace_id }) => ({ items: await voices.list(workspace_id) })),
    serve(aiContentContract.addVoice, (call, input) => voices.add(call.actor.userId, input, call.storeResponse)),
    serve(
      aiContentContract.removeVoice,
      async (call, { _id }) => {
        await voices.remove(call.workspace.workspaceId, _id)
        return {}
      },
      { locate: ({ _id }, workspaceIds) => voices.locate(workspaceIds, _id) },
    ),
  ]
}

function modelRoutes(models: Models): Route[] {
  return [
    serve(aiContentContract.models, (_call, { workspace_id }) => models.find(workspace_id)),
    serve(aiContentContract.saveModel, async (call, input) => ({
      workspace: await models.save(call.actor.userId, input),
    })),
    serve(aiContentContract.testModel, (call, input) => models.test(input, call.signal)),
    serve(aiContentContract.removeModel, async (_call, { workspace_id }) => {
      await models.remove(workspace_id)
      return {}
    }),
  ]
}
