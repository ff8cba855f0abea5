import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findAllPosts } from './store/store.ts'

export const exportPosts = (db: Database): ExportPart => ({
  about: [['workspaces/*/posts.json', 'the posts of its blog: text, URLs, tags, dates and likes']],
  async *files({ ownedIds }) {
    for (const id of ownedIds) {
      const posts = (await findAllPosts(db, id)).map(({ workspace_id: _, ...post }) => post)
      yield jsonFile(`${workspaceFolder(id)}/posts.json`, posts)
    }
  },
})
