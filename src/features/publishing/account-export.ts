import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { presentPublication } from './present-publication.ts'
import { findDestinations } from './store/destination-store.ts'
import { findPublications } from './store/publication-store.ts'

const atOnce = 500

export const exportPublishing = (db: Database): ExportPart => ({
  about: [
    ['workspaces/*/destinations.json', 'sites you publish on, without the credentials'],
    ['workspaces/*/publications.json', 'posts of your documents there'],
  ],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds) {
      const destinations = (await findDestinations(db, workspaceId)).map(
        ({ id, kind, url, defaults, can, checked_at, created_at }) => ({
          id,
          kind,
          url,
          defaults,
          can,
          checked_at,
          created_at,
        }),
      )
      yield jsonFile(`${workspaceFolder(workspaceId)}/destinations.json`, destinations)
      const publications = []
      for (let page = 1; ; page++) {
        const { items } = await findPublications(db, workspaceId, { documentId: undefined, page, limit: atOnce })
        publications.push(...items.map(presentPublication))
        if (items.length < atOnce) break
      }
      yield jsonFile(`${workspaceFolder(workspaceId)}/publications.json`, publications)
    }
  },
})
