import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Document } from './contract.ts'
import { findPersonName } from './store/assignment-store.ts'
import { findDocument, presentDocument } from './store/store.ts'
import { findVersions } from './store/version-store.ts'

/** @throws AppError not_found */
export async function getDocument(at: Db, ref: ResourceRef): Promise<Document> {
  const row = (await findDocument(at, ref)) ?? missing()
  return presentDocument(row, await findVersions(at, ref), await findPersonName(at, row.owner_id))
}

export const missing = (): never => {
  throw new AppError('not_found', 'This document doesn’t exist, or it’s in a workspace you’re not a member of.', {
    reason: 'document_missing',
  })
}
