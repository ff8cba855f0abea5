import { type Scope, scopes } from '#kit/endpoint.ts'

/** Scopes as people choose them, in groups. */
export const scopeGroups: { name: string; scopes: { scope: Scope; label: string; meaning: string }[] }[] = [
  {
    name: 'Reports',
    scopes: [
      {
        scope: 'reports:read',
        label: 'Read reports',
        meaning: 'Lists, rows, progress, files; keyword files and shares too.',
      },
      {
        scope: 'reports:write',
        label: 'Start and change reports',
        meaning: 'Spends units. Also imports, hides, shares.',
      },
    ],
  },
  {
    name: 'Writing',
    scopes: [
      { scope: 'content:read', label: 'Read drafts', meaning: 'Finds them, reads them, takes them away as files.' },
      {
        scope: 'content:write',
        label: 'Write',
        meaning: 'Spends units. Makes, changes and deletes drafts; the humanizer.',
      },
    ],
  },
  {
    name: 'Listening',
    scopes: [
      { scope: 'listeners:read', label: 'Read search listeners', meaning: 'What they heard, and when.' },
      {
        scope: 'listeners:write',
        label: 'Manage search listeners',
        meaning: 'Spends units. Adds, runs, pauses, deletes them.',
      },
    ],
  },
  {
    name: 'More',
    scopes: [
      { scope: 'research', label: 'Trends and volumes', meaning: 'Spends units. Looks keywords up.' },
      { scope: 'images', label: 'Images', meaning: 'Uploads and deletes pictures.' },
      {
        scope: 'mcp',
        label: 'Assistants (MCP)',
        meaning: 'Opens /mcp; what an assistant may then do, the other scopes say.',
      },
    ],
  },
]

const reading = scopes.filter((scope) => scope.endsWith(':read'))

export const presets: { name: string; scopes: Scope[] }[] = [
  { name: 'Read only', scopes: reading },
  { name: 'Reports', scopes: ['reports:read', 'reports:write'] },
  { name: 'Everything', scopes: [...scopes] },
]

const labels = new Map(scopeGroups.flatMap((group) => group.scopes.map(({ scope, label }) => [scope, label] as const)))

/** "Read reports, Trends and volumes", or a preset’s name when they are just that. */
export function scopesInWords(given: readonly Scope[]): string {
  const same = presets.find(
    ({ scopes: all }) => all.length === given.length && all.every((each) => given.includes(each)),
  )
  return same ? same.name : given.map((scope) => labels.get(scope) ?? scope).join(', ')
}
