import type { ApiGroup } from '#platform/openapi.ts'

/** The interface in the order one gets to know it. A path belongs to the first group that matches it. */
export const apiGroups: ApiGroup[] = [
  {
    name: 'Reports',
    about: 'Ask what people search for, follow the work, read the rows, take them away as a file.',
    paths: /^\/(reports\/(?!share|unshare|sharing)|demoreports)/,
  },
  {
    name: 'Sharing',
    about: 'A report behind a link of its own.',
    paths: /^\/(reports\/(share|unshare|sharing)|shared)/,
  },
  { name: 'Keyword files', about: 'Exports of other tools, read as they are.', paths: /^\/imports/ },
  {
    name: 'Writing',
    about: 'Drafts written from a brief or a report, streamed as they are made.',
    paths: /^\/(ai|stream|brand_voices?)(\/|$)/,
  },
  { name: 'Humanizer', about: 'A text said more plainly, sentence by sentence.', paths: /^\/(humanize|humanizer)/ },
  {
    name: 'Search listeners',
    about: 'A question asked again on schedule, and what is new in the answer.',
    paths: /^\/(search_listener|feeds|notifications)/,
  },
  { name: 'Trends and volumes', about: 'Look-ups of keywords.', paths: /^\/extra/ },
  { name: 'Lists', about: 'Keywords and questions kept under a name, to be sent on.', paths: /^\/lists/ },
  { name: 'Images', about: 'Pictures of a workspace.', paths: /^\/image/ },
  { name: 'Domains', about: 'A workspace under a name of one’s own.', paths: /^\/cname/ },
  {
    name: 'Account',
    about: 'Signing up and in, and what belongs to a person. For people: API keys do not reach it.',
    paths:
      /^\/user\/(signup|login|authenticate|_carnatic|userdata|update|forgotpassword|verifytoken|resend|logout|sessions|twofactor|export|delete|setup|documents)/,
  },
  { name: 'API keys', about: 'Keys for programs, made and removed by people.', paths: /^\/user\/keys/ },
  {
    name: 'Workspaces and teams',
    about: 'Where things are kept, and who may do what.',
    paths: /^\/user\/(workspace|team)/,
  },
  {
    name: 'Plans and payments',
    about: 'What is open to whom, and how it is paid.',
    paths: /^\/(plans|payments|user\/add_code|stripe|coinbase)/,
  },
  { name: 'Posts', about: 'Blogs: of this installation, and of workspaces.', paths: /^\/(cms|__cms|blog_posts)/ },
  { name: 'Events', about: 'What a site tells the collector.', paths: /^\/v1\/public/ },
  { name: 'Assistants', about: 'The same use-cases as tools of the Model Context Protocol.', paths: /^\/mcp/ },
  {
    name: 'Status',
    about: 'How this installation is, what was told about it, and maintenance.',
    paths: /^\/(__skylark|healthz|readyz|metrics)/,
  },
  { name: 'Staff', about: 'For those who run this installation.', paths: /^\/__admin/ },
]

/** What no group claims: this description. */
export const otherCalls = { name: 'This installation', about: 'Its description.' }
