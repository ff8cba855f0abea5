import type { ApiGroup } from '#platform/openapi.ts'

/** Groups of calls in the order of the reference. A path belongs to the first group that matches it. */
export const apiGroups: ApiGroup[] = [
  {
    name: 'Reports',
    about: 'Run reports, follow their progress, read rows and export files.',
    paths: /^\/(reports\/(?!share|unshare|sharing)|demoreports)/,
  },
  {
    name: 'Sharing',
    about: 'Share a report by link.',
    paths: /^\/(reports\/(share|unshare|sharing)|shared)/,
  },
  { name: 'Keyword files', about: 'Import keyword exports from other tools.', paths: /^\/imports/ },
  {
    name: 'Writing',
    about: 'Drafts written from a brief or a report, streamed as they are generated.',
    paths: /^\/(ai|stream|brand_voices?)(\/|$)/,
  },
  {
    name: 'Humanizer',
    about: 'Rewrite a text sentence by sentence in a plainer style.',
    paths: /^\/(humanize|humanizer)/,
  },
  {
    name: 'Search listeners',
    about: 'Track a topic on a schedule and get new and lost keywords.',
    paths: /^\/(search_listener|feeds|notifications)/,
  },
  { name: 'Trends and volumes', about: 'Search trends, and search volume with CPC.', paths: /^\/extra/ },
  { name: 'Lists', about: 'Saved keywords and questions for use in other tools.', paths: /^\/lists/ },
  { name: 'Images', about: 'A workspace’s image library.', paths: /^\/image/ },
  { name: 'Domains', about: 'Custom domains and branding of a workspace.', paths: /^\/cname/ },
  {
    name: 'Account',
    about: 'Sign-up, sign-in and personal settings. For people only: API keys can’t make these calls.',
    paths:
      /^\/user\/(signup|login|authenticate|_carnatic|userdata|update|forgotpassword|verifytoken|resend|logout|sessions|twofactor|export|delete|setup|documents)/,
  },
  { name: 'API keys', about: 'Keys for programs. Only people can create and delete them.', paths: /^\/user\/keys/ },
  {
    name: 'Workspaces and teams',
    about: 'Workspaces, members, invitations and roles.',
    paths: /^\/user\/(workspace|team)/,
  },
  {
    name: 'Plans and payments',
    about: 'Plans, usage, codes and payments.',
    paths: /^\/(plans|payments|user\/add_code|stripe|coinbase)/,
  },
  { name: 'Posts', about: 'Posts on the server’s blog and on workspace blogs.', paths: /^\/(cms|__cms|blog_posts)/ },
  { name: 'Events', about: 'Analytics events sent by a site.', paths: /^\/v1\/public/ },
  { name: 'Assistants', about: 'The same features as Model Context Protocol (MCP) tools.', paths: /^\/mcp/ },
  {
    name: 'Status',
    about: 'Server status, incidents and maintenance.',
    paths: /^\/(__skylark|healthz|readyz|metrics)/,
  },
  { name: 'Staff', about: 'For the staff of this server.', paths: /^\/__admin/ },
]

/** Calls that match no group: the API description itself. */
export const otherCalls = { name: 'API description', about: 'This reference as OpenAPI.' }
