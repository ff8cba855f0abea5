import type { GivenRole } from '../contract.ts'

/** What someone invited may do, after "to" or "would": in the mail and on the page its link leads to. */
export const roleAbilities: Record<GivenRole, string> = {
  viewer: 'read everything in it',
  editor: 'read everything in it and run your own reports',
  admin: 'work in it and manage its team',
}
