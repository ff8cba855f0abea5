import { type Scope, scopes } from '#kit/endpoint.ts'

/** Labels and descriptions of the scopes, grouped for the key form. */
export const scopeGroups: { name: string; scopes: { scope: Scope; label: string; meaning: string }[] }[] = [
  {
    name: 'Reports',
    scopes: [
      {
        scope: 'reports:read',
        label: 'Read reports',
        meaning: 'Report lists, rows, progress and exports, plus imports and shared links.',
      },
      {
        scope: 'reports:write',
        label: 'Run and edit reports',
        meaning: 'Uses credits. Also imports keywords, and hides and shares reports.',
      },
    ],
  },
  {
    name: 'Writing',
    scopes: [
      { scope: 'content:read', label: 'Read drafts', meaning: 'Find, read and export drafts.' },
      {
        scope: 'content:write',
        label: 'Write drafts',
        meaning: 'Uses credits. Create, edit and delete drafts, and humanize texts.',
      },
    ],
  },
  {
    name: 'Visibility',
    scopes: [
      { scope: 'visibility:read', label: 'Read visibility', meaning: 'Rank trackers and watched AI answers.' },
      {
        scope: 'visibility:write',
        label: 'Track visibility',
        meaning: 'Uses paid data providers. Create, run, pause and delete rank trackers and watched AI answers.',
      },
    ],
  },
  {
    name: 'Listeners',
    scopes: [
      {
        scope: 'listeners:read',
        label: 'Read listeners',
        meaning: 'Listeners, their runs, and new and lost keywords.',
      },
      {
        scope: 'listeners:write',
        label: 'Manage listeners',
        meaning: 'Uses credits. Create, run, pause and delete listeners.',
      },
    ],
  },
  {
    name: 'Content plan',
    scopes: [
      { scope: 'plan:read', label: 'Read content plans', meaning: 'Plans with their items, keywords and links.' },
      { scope: 'plan:write', label: 'Change content plans', meaning: 'Create, change and delete plans and items.' },
    ],
  },
  {
    name: 'Sites',
    scopes: [
      {
        scope: 'publish',
        label: 'Publish elsewhere',
        meaning: 'See destinations, and publish, update and unpublish posts on your sites.',
      },
      {
        scope: 'sites:read',
        label: 'Read sites',
        meaning: 'Pages and Search Console queries of your sites.',
      },
      { scope: 'sites:write', label: 'Manage sites', meaning: 'Add and delete sites, and crawl and sync them.' },
    ],
  },
  {
    name: 'More',
    scopes: [
      {
        scope: 'research',
        label: 'Trends and volumes',
        meaning: 'Uses credits. Look up search trends and search volume.',
      },
      { scope: 'images', label: 'Images', meaning: 'Upload and delete images.' },
      {
        scope: 'events_out',
        label: 'Webhooks',
        meaning: 'See, add and delete the workspace’s webhooks. Only for admins.',
      },
      {
        scope: 'mcp',
        label: 'Assistants (MCP)',
        meaning: 'Connects an assistant. The other permissions decide what it can do.',
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

/** Returns the preset's name if the scopes match one exactly, otherwise the labels separated by commas. */
export function scopesInWords(given: readonly Scope[]): string {
  const same = presets.find(
    ({ scopes: all }) => all.length === given.length && all.every((each) => given.includes(each)),
  )
  return same ? same.name : given.map((scope) => labels.get(scope) ?? scope).join(', ')
}
