import type { Role } from '#kit/endpoint.ts'
import { givenRoles } from '../contract.ts'

export const roleLabels: Record<Role, string> = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' }

export const roleMeanings: Record<Role, string> = {
  viewer: 'reads everything',
  editor: 'also runs and shares reports, writes and publishes content',
  admin: 'also manages the team, settings and API keys',
  owner: 'pays for, transfers and deletes the workspace',
}

/** Options of a role select; ownership is transferred instead. */
export const roleOptions = givenRoles.map((value) => ({ value, label: roleLabels[value] }))
