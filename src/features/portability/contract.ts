import { z } from 'zod'
import { access, endpoint, fileDownload, group } from '#kit/endpoint.ts'
import { failure, id, itemId, timestamp } from '#kit/fields.ts'

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
  reports: z.number().describe('Number of reports.'),
  report_rows: z.number().describe('Number of rows in reports.'),
  documents: z.number().describe('Number of documents.'),
  posts: z.number().describe('Number of posts.'),
  listeners: z.number().describe('Number of listeners.'),
  lists: z.number().describe('Number of keyword lists.'),
  imports: z.number().describe('Number of keyword imports.'),
  images: z.number().describe('Number of images.'),
  rows: z.number().describe('Number of rows in all tables.'),
})
export type ArchiveCounts = z.output<typeof archiveCounts>

export const transferOutcome = z.object({
  counts: archiveCounts.describe('What was transferred.'),
  notes: z.array(z.string()).describe('What an import changed, one sentence each.'),
})
export type TransferOutcome = z.output<typeof transferOutcome>

const transfer = z.object({
  _id: itemId.describe('Id of the export or import.'),
  status: z.enum(transferStatuses).describe('Status of the transfer.'),
  stage: z.enum(transferStages).describe('Current stage.'),
  progress: z.number().meta({ description: 'From 0 to 1. Never decreases.', examples: [0.4] }),
  bytes: z.number().nullable().describe('Size of the archive in bytes. Null before it exists.'),
  outcome: transferOutcome.nullable().describe('What was transferred. Null until it’s done.'),
  error: z.string().nullable().describe('Why it failed. Otherwise null.'),
  failure: failure
    .nullable()
    .describe(
      'Why it failed, with the code, reason and params of an API error. Null if it didn’t fail or no reason is known.',
    ),
  created_at: timestamp.describe('When it began.'),
  finished_at: timestamp.nullable().describe('When it ended. Null while it runs.'),
})

export const workspaceArchive = transfer.extend({
  workspace_id: itemId.describe('Id of the workspace.'),
  url: z.string().nullable().describe('Download URL until `expires_at`. Null before and after.'),
  expires_at: timestamp.nullable().describe('When the archive is deleted. Null before it exists.'),
})
export type WorkspaceArchive = z.output<typeof workspaceArchive>

export const workspaceImport = transfer.extend({
  workspace: z
    .object({
      _id: itemId.describe('Id of the workspace.'),
      name: z.string().meta({ description: 'Name of the workspace.', examples: ['Hollow Oak'] }),
      color: z.string().meta({ description: 'Workspace color as a hex value.', examples: ['#0f766e'] }),
    })
    .nullable()
    .describe('The imported workspace. Null before it exists and after a failure.'),
})
export type WorkspaceImport = z.output<typeof workspaceImport>

const owner = access.workspace('owner', null)
const ownedResource = access.resource('owner', null)

export const portabilityContract = group('Workspaces and teams', {
  exportWorkspace: endpoint({
    path: '/user/workspace/archive',
    access: owner,
    summary: `Export a whole workspace as an archive for another installation. It’s created in the background and can be downloaded for ${archiveHours} hours.`,
    idempotent: true,
    support: false,
    rate: '12 per hour per workspace.',
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({ archive: workspaceArchive.describe('The export.') }),
  }),
  archives: endpoint({
    path: '/user/workspace/archives',
    access: owner,
    summary:
      'List a workspace’s latest archives, the progress of a running export, and what the workspace contains now.',
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({
      items: z.array(workspaceArchive).describe('Exports of the workspace, newest first.'),
      counts: archiveCounts.describe('What an export would contain now.'),
      image_bytes: z.number().describe('Size of all image files in bytes.'),
    }),
  }),
  removeArchive: endpoint({
    path: '/user/workspace/archive/remove',
    access: ownedResource,
    summary: 'Delete an archive before it expires, or cancel a running export.',
    support: false,
    input: z.strictObject({ _id: id().describe('Id of the export.') }),
    output: z.object({}),
  }),
  download: fileDownload({
    method: 'GET',
    path: '/user/workspace/archive/:id',
    access: ownedResource,
    summary: 'Download a workspace archive: a ZIP of JSON Lines, CSV, Markdown and images.',
    support: false,
    files: ['application/zip'],
    input: z.strictObject({ id: id('id').describe('Id of the export.') }),
    output: z.any(),
  }),
  importWorkspace: endpoint({
    path: '/user/workspace/import',
    access: access.user,
    summary:
      'Import a workspace from another installation’s archive. The body is the ZIP, with its Content-Length. The workspace counts toward my plan, keeps its ids and overwrites nothing.',
    support: false,
    body: 'stream',
    successStatus: 202,
    rate: '20 per hour per account.',
    input: z.strictObject({}),
    output: z.object({ import: workspaceImport.describe('The import.') }),
  }),
  imports: endpoint({
    path: '/user/workspace/imports',
    access: access.user,
    summary: 'List my latest workspace imports, with the progress of a running one.',
    input: z.strictObject({}),
    output: z.object({
      items: z.array(workspaceImport).describe('Workspace imports of the user, newest first.'),
      most_bytes: z.number().describe('Largest archive this server accepts, in bytes.'),
    }),
  }),
  cancelImport: endpoint({
    path: '/user/workspace/import/cancel',
    access: access.user,
    summary: 'Cancel a workspace import. Nothing is kept.',
    support: false,
    input: z.strictObject({ _id: id().describe('Id of the import.') }),
    output: z.object({ import: workspaceImport.describe('The import.') }),
  }),
})
