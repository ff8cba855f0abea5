import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { RemoteImage } from '#providers/publishing/port.ts'
import './tables.ts'

/** Images that a destination has, by our id. */
export async function findUploads(
  db: Db,
  destination: ResourceRef,
  imageIds: string[],
): Promise<Record<string, RemoteImage>> {
  if (imageIds.length === 0) return {}
  const rows = await db
    .selectFrom('publication_images')
    .select(['image_id', 'remote_id', 'url'])
    .where('workspace_id', '=', destination.workspaceId)
    .where('destination_id', '=', destination.id)
    .where('image_id', 'in', imageIds)
    .execute()
  return Object.fromEntries(rows.map(({ image_id, remote_id, url }) => [image_id, { id: remote_id, url }]))
}

export async function saveUpload(db: Db, destination: ResourceRef, imageId: string, { id, url }: RemoteImage) {
  await db
    .insertInto('publication_images')
    .values({
      workspace_id: destination.workspaceId,
      destination_id: destination.id,
      image_id: imageId,
      remote_id: id,
      url,
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'destination_id', 'image_id']).doUpdateSet({ remote_id: id, url }),
    )
    .execute()
}

/** When the site has another address, its images may be others. */
export async function deleteUploads(db: Db, destination: ResourceRef) {
  await db
    .deleteFrom('publication_images')
    .where('workspace_id', '=', destination.workspaceId)
    .where('destination_id', '=', destination.id)
    .execute()
}
