import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findMemberships } from './store/account-export-store.ts'
import { findWorkspace } from './store/store.ts'

/** `listMembers`: as the team screen shows them, invitations too. */
export const exportWorkspaces = (db: Database, listMembers: (workspaceId: string) => Promise<unknown>): ExportPart => ({
  about: [
    ['memberships.json', 'the workspaces you’re in, and your roles'],
    ['workspaces/*/workspace.json', 'a workspace you own: name, color, date'],
    ['workspaces/*/members.json', 'its members and invitations'],
  ],
  async *files({ userId, ownedIds }) {
    yield jsonFile('memberships.json', await findMemberships(db, userId))
    for (const id of ownedIds) {
      const workspace = await findWorkspace(db, id)
      if (!workspace) continue
      yield jsonFile(`${workspaceFolder(id)}/workspace.json`, workspace)
      yield jsonFile(`${workspaceFolder(id)}/members.json`, await listMembers(id))
    }
  },
})
