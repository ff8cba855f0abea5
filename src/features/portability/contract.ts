import { z } from 'zod'
import { access, endpoint, fileDownload } from '#kit/endpoint.ts'
import { id, timestamp } from '#kit/fields.ts'

export const transferStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type TransferStatus = (typeof transferStatuses)[number]

/** What is being done, in the order it is done: the first three of an export, the others of an import. */
export const transferStages = [
  'waiting',
  'pictures',
  'rows',
  'files',
  'storing',
  'checking',
  'reading',
  'finishing',
] as const
export type TransferStage = (typeof transferStages)[number]

/** Hours an archive waits to be downloaded. */
export const archiveHours = 72

/** What an archive holds, in the words of the screens. */
export const archiveCounts = z.object({
  reports: z.number(),
  report_rows: z.number(),
  documents: z.number(),
  posts: z.number(),
  listeners: z.number(),
  lists: z.number(),
  imports: z.number(),
  images: z.number(),
  /** Of all tables together. */
  rows: z.number(),
})
export type ArchiveCounts = z.output<typeof archiveCounts>

export const transferOutcome = z.object({
  counts: archiveCounts,
  /** Of an import: sentences on what is not as it was. */
  notes: z.array(z.string()),
})
export type TransferOutcome = z.output<typeof transferOutcome>

const transfer = z.object({
  _id: z.string(),
  status: z.enum(transferStatuses),
  stage: z.enum(transferStages),
  /** 0..1; it never falls. */
  progress: z.number(),
  /** Of the archive; null before it is made. */
  bytes: z.number().nullable(),
  /** Once it is done. */
  outcome: transferOutcome.nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
})

export const workspaceArchive = transfer.extend({
  workspace_id: z.string(),
  /** Where it can be downloaded until `expires_at`; null before and after. */
  url: z.string().nullable(),
  expires_at: timestamp.nullable(),
})
export type WorkspaceArchive = z.output<typeof workspaceArchive>

export const workspaceImport = transfer.extend({
  /** The workspace that came; null before, and when none did. */
  workspace: z.object({ _id: z.string(), name: z.string(), color: z.string() }).nullable(),
})
export type WorkspaceImport = z.output<typeof workspaceImport>

const owner = access.workspace('owner', null)
const ownerOf = access.resource('owner', null)

export const portabilityContract = {
  makeArchive: endpoint({
    path: '/user/workspace/archive',
    access: owner,
    summary: `Make an archive of a whole workspace, to bring it to another installation. It is made in the background and can be downloaded for ${archiveHours} hours.`,
    idempotent: true,
    support: false,
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({ archive: workspaceArchive }),
  }),
  archives: endpoint({
    path: '/user/workspace/archives',
    access: owner,
    summary: 'The latest archives of a workspace, how far one is that is being made, and what is in the workspace now.',
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({
      items: z.array(workspaceArchive),
      counts: archiveCounts,
      /** Of the pictures’ files. */
      image_bytes: z.number(),
    }),
  }),
  removeArchive: endpoint({
    path: '/user/workspace/archive/remove',
    access: ownerOf,
    summary: 'Take an archive away before its time, or stop making it.',
    support: false,
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
  download: fileDownload({
    method: 'GET',
    path: '/user/workspace/archive/:id',
    access: ownerOf,
    summary: 'An archive of a workspace: a ZIP of JSON Lines, CSV, Markdown and pictures.',
    support: false,
    input: z.strictObject({ id: id('id') }),
    output: z.any(),
  }),
  bring: endpoint({
    path: '/user/workspace/import',
    access: access.user,
    summary:
      'Bring a workspace from an archive of another installation. The body is the ZIP itself, with its Content-Length. It counts on my plan, keeps its ids, and overwrites nothing.',
    support: false,
    body: 'stream',
    successStatus: 202,
    input: z.strictObject({}),
    output: z.object({ import: workspaceImport }),
  }),
  imports: endpoint({
    path: '/user/workspace/imports',
    access: access.user,
    summary: 'The latest workspaces I brought, and how far one is that is on its way.',
    input: z.strictObject({}),
    output: z.object({
      items: z.array(workspaceImport),
      /** Largest archive this installation takes. */
      most_bytes: z.number(),
    }),
  }),
  cancelImport: endpoint({
    path: '/user/workspace/import/cancel',
    access: access.user,
    summary: 'Stop bringing a workspace: nothing of it stays.',
    support: false,
    input: z.strictObject({ _id: id() }),
    output: z.object({ import: workspaceImport }),
  }),
}
