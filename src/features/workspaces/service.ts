import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#platform/database.ts'
import { insertMember, insertWorkspace } from './store.ts'

/** The accents a new workspace may start with; its people can choose any other. */
export const workspaceColors = [
  '#c2410c',
  '#0f766e',
  '#4338ca',
  '#a21caf',
  '#b45309',
  '#15803d',
  '#be123c',
  '#0369a1',
] as const

export type Workspaces = ReturnType<typeof createWorkspaces>

export function createWorkspaces() {
  return {
    /** Makes a workspace owned by the user, in the caller's transaction. Answers its id. */
    async create(tx: Db, ownerId: string, name: string, color: string = workspaceColors[0]): Promise<string> {
      const id = randomUUIDv7()
      await insertWorkspace(tx, { id, ownerId, name, color })
      await insertMember(tx, id, ownerId, 'owner')
      return id
    },
  }
}
