import { z } from 'zod'
import { access, endpoint, fileDownload } from '#kit/endpoint.ts'
import { id, timestamp } from '#kit/fields.ts'

export const transferStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type TransferStatus = (typeof transferStatuses)[number]

/** Stages in order. Exports: waiting, pictures, rows, files, storing. Imports: waiting, checking, reading, finishing. */
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

/** Hours an archive can be downloaded. */
export const archiveHours = 72

/** Contents of an archive. */
export const archiveCounts = z.object({
  reports: z.number(),
  report_rows: z.number(),
  documents: z.number(),
  posts: z.number(),
  listeners: z.number(),
  lists: z.number(),
  imports: z.number(),
  images: z.number(),
  /** Rows of all tables. */
  rows: z.number(),
})
export type ArchiveCounts = z.output<typeof archiveCounts>

export const transferOutcome = z.object({
  counts: archiveCounts,
  /** Of an import: sentences about what changed. */
  notes: z.array(z.string()),
})
export type TransferOutcome = z.output<typeof transferOutcome>

const transfer = z.object({
  _id: z.string(),
  status: z.enum(transferStatuses),
  stage: z.enum(transferStages),
  /** 0–1, never decreases. */
  progress: z.number(),
  /** Size of the archive; null before it exists. */
  bytes: z.number().nullable(),
  /** Null until it's done. */
  outcome: transferOutcome.nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
})

export const workspaceArchive = transfer.extend({
  workspace_id: z.string(),
  /** Download URL until `expires_at`; null before and after. */
  url: z.string().nullable(),
  expires_at: timestamp.nullable(),
})
export type WorkspaceArchive = z.output<typeof workspaceArchive>

export const workspaceImport = transfer.extend({
  /** The imported workspace; null before and after a failure. */
  workspace: z.object({ _id: z.string(), name: z.string(), color: z.string() }).nullable(),
})
export type WorkspaceImport = z.output<typeof workspaceImport>

const owner = access.workspace('owner', null)
const ownedResource = access.resource('owner', null)

export const portabilityContract = {
  makeArchive: endpoint({
    path: '/user/workspace/archive',
    access: owner,
    summary: `Export a whole workspace as an archive for another installation. It’s created in the background and can be downloaded for ${archiveHours} hours.`,
    idempotent: true,
    support: false,
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({ archive: workspaceArchive }),
  }),
  archives: endpoint({
    path: '/user/workspace/archives',
    access: owner,
    summary:
      'List a workspace’s latest archives, the progress of a running export, and what the workspace contains now.',
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({
      items: z.array(workspaceArchive),
      counts: archiveCounts,
      /** Bytes of all image files. */
      image_bytes: z.number(),
    }),
  }),
  removeArchive: endpoint({
    path: '/user/workspace/archive/remove',
    access: ownedResource,
    summary: 'Delete an archive before it expires, or cancel a running export.',
    support: false,
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
  download: fileDownload({
    method: 'GET',
    path: '/user/workspace/archive/:id',
    access: ownedResource,
    summary: 'Download a workspace archive: a ZIP of JSON Lines, CSV, Markdown and images.',
    support: false,
    input: z.strictObject({ id: id('id') }),
    output: z.any(),
  }),
  bring: endpoint({
    path: '/user/workspace/import',
    access: access.user,
    summary:
      'Import a workspace from another installation’s archive. The body is the ZIP, with its Content-Length. The workspace counts toward my plan, keeps its ids and overwrites nothing.',
    support: false,
    body: 'stream',
    successStatus: 202,
    input: z.strictObject({}),
    output: z.object({ import: workspaceImport }),
  }),
  imports: endpoint({
    path: '/user/workspace/imports',
    access: access.user,
    summary: 'List my latest workspace imports, with the progress of a running one.',
    input: z.strictObject({}),
    output: z.object({
      items: z.array(workspaceImport),
      /** Largest archive this server accepts. */
      most_bytes: z.number(),
    }),
  }),
  cancelImport: endpoint({
    path: '/user/workspace/import/cancel',
    access: access.user,
    summary: 'Cancel a workspace import. Nothing is kept.',
    support: false,
    input: z.strictObject({ _id: id() }),
    output: z.object({ import: workspaceImport }),
  }),
}
