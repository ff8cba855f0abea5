import { planErrorTexts } from '#features/plans/web/error-texts.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'
import { sizeInWords } from '../rules/transfer-labels.ts'

const nothingImported = 'Nothing was imported.'

export const portabilityErrorTexts: ErrorTexts = joinErrorTexts(planErrorTexts, {
  labels: { file: 'Archive' },
  reasons: {
    workspace_deleted: 'This workspace was deleted, so it can’t be exported.',
    export_running: 'An export of this workspace is already running. Wait for it to finish, or cancel it first.',
    archive_expired: ({ hours }) => `This archive has expired. Archives are kept for ${hours} hours. Create a new one.`,
    too_many_transfers: ({ max, minutes }) =>
      `You’ve reached the limit of ${max} per hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    not_a_zip: 'This isn’t a ZIP file. Choose the workspace archive you downloaded.',
    size_missing: 'The upload didn’t start correctly. Try again.',
    archive_too_large: ({ max, max_bytes }) =>
      max_bytes === undefined
        ? `This archive is too large. This server accepts up to ${sizeInWords(Number(max))}. Ask your administrator to raise the limit.`
        : `This archive is too large when unpacked. This server accepts up to ${sizeInWords(Number(max_bytes))}. ${nothingImported}`,
    upload_incomplete: 'The upload was interrupted. Upload the archive again.',
    upload_expired: 'The uploaded archive has expired. Upload it again.',
    import_running: 'A workspace import is already running. Wait for it to finish, or cancel it first.',
    import_missing: 'This import no longer exists.',
    import_ended: 'This import has already ended. Reload the page to see the result.',
    workspace_exists: `This workspace already exists on this server. ${nothingImported}`,
    already_exists: `Part of this archive already exists on this server. ${nothingImported}`,
    archive_incomplete: `Parts of this archive are missing. ${nothingImported} Upload the archive as you downloaded it.`,
    archive_invalid: `This file isn’t a complete, unchanged workspace archive. ${nothingImported} Upload the archive as you downloaded it.`,
    archive_too_new: `This archive comes from a newer version of Earshot. ${nothingImported} Ask your administrator to upgrade this server.`,
    transfer_failed: 'Something went wrong on our side. Nothing was changed. Try again.',
    not_recorded: 'This failed. Nothing was changed. Try again.',
  },
})
