import {
  Bell,
  ChartColumn,
  ChartNoAxesColumn,
  Ear,
  Feather,
  Files,
  FileText,
  Gauge,
  Globe,
  History,
  Home,
  Images,
  Keyboard,
  KeyRound,
  List,
  ListPlus,
  MessagesSquare,
  Monitor,
  Moon,
  Network,
  Newspaper,
  Palette,
  PenLine,
  Plus,
  Rss,
  Send,
  Settings,
  ShieldCheck,
  Sparkles,
  Sun,
  TrendingUp,
  Upload,
  UserPlus,
  Users,
  Webhook,
} from 'lucide-react'
import type { Command, CommandGroup } from '#ui/overlays/command-group.ts'
import { setTheme } from '#ui/theme/theme.ts'

export type PaletteActions = {
  go: (to: string) => () => void
  /** Opens the list of keys. */
  showKeys: () => void
  /** What the role in the workspace allows. */
  editor: boolean
  admin: boolean
  staff: boolean
}

type Link = [id: string, label: string, to: string, icon: Command['icon'], keywords?: string[]]

const toCommand =
  (go: PaletteActions['go']) =>
  ([id, label, to, icon, keywords]: Link): Command => ({ id, label, icon, keywords, onSelect: go(to) })

const createLinks: Link[] = [
  ['new-report', 'New report', '/app/reports/new', <Plus key="i" />, ['start', 'run', 'search', 'create', 'topic']],
  [
    'new-content',
    'New document',
    '/app/content/new',
    <PenLine key="i" />,
    ['write', 'article', 'create', 'ai', 'brief'],
  ],
  ['import-plan', 'Import plan', '/app/plan', <Network key="i" />, ['content plan', 'create', 'topics', 'pages']],
  ['new-listener', 'New listener', '/app/listeners?new', <Ear key="i" />, ['track', 'alert', 'create', 'monitor']],
  ['new-ranks', 'Track ranks', '/app/ranks?new', <ChartNoAxesColumn key="i" />, ['new', 'create', 'positions', 'serp']],
  [
    'new-answers',
    'Watch AI answers',
    '/app/answers?new',
    <MessagesSquare key="i" />,
    ['new', 'create', 'chatgpt', 'brand', 'prompts'],
  ],
  ['new-list', 'New list', '/app/lists?new', <ListPlus key="i" />, ['keywords', 'create', 'save']],
  ['new-import', 'Import keywords', '/app/imports', <Upload key="i" />, ['new import', 'upload', 'file', 'csv', 'add']],
  ['new-image', 'Upload images', '/app/images', <Images key="i" />, ['new image', 'add', 'picture', 'photo']],
  ['new-voice', 'New brand voice', '/app/settings/voices', <Sparkles key="i" />, ['create', 'tone', 'style']],
]

const adminLinks: Link[] = [
  ['new-site', 'New site', '/app/sites?new', <Globe key="i" />, ['add', 'create', 'crawl', 'search console']],
  [
    'new-destination',
    'Add destination',
    '/app/settings/destinations?new',
    <Send key="i" />,
    ['new', 'create', 'wordpress', 'ghost', 'shopify', 'webflow'],
  ],
  ['invite', 'Invite member', '/app/settings/team', <UserPlus key="i" />, ['new member', 'team', 'add', 'create']],
  [
    'new-webhook',
    'Create webhook',
    '/app/settings/webhooks?new',
    <Webhook key="i" />,
    ['new', 'slack', 'teams', 'zapier'],
  ],
  ['new-key', 'Create API key', '/app/settings/keys', <KeyRound key="i" />, ['new api key', 'token', 'mcp']],
]

const placeLinks: Link[] = [
  ['go-home', 'Home', '/app', <Home key="i" />, ['overview', 'start']],
  ['go-reports', 'Reports', '/app/reports', <FileText key="i" />],
  ['go-favorites', 'Favorite reports', '/app/reports?show=favorites', <FileText key="i" />, ['starred']],
  ['go-plan', 'Plan', '/app/plan', <Network key="i" />, ['content plan', 'topics', 'calendar', 'board']],
  ['go-batches', 'Batches', '/app/plan/batches', <Files key="i" />, ['bulk writing', 'many', 'articles']],
  ['go-content', 'Content', '/app/content', <PenLine key="i" />, ['write', 'articles', 'documents', 'drafts', 'ai']],
  ['go-humanizer', 'Humanizer', '/app/humanizer', <Feather key="i" />, ['rewrite', 'style', 'plain', 'ai', 'humanize']],
  ['go-listeners', 'Listeners', '/app/listeners', <Ear key="i" />, ['track', 'alerts', 'monitor']],
  [
    'go-sites',
    'My site',
    '/app/sites',
    <Globe key="i" />,
    ['crawl', 'pages', 'search console', 'queries', 'decay', 'server logs', 'ai crawlers'],
  ],
  ['go-ranks', 'Ranks', '/app/ranks', <ChartNoAxesColumn key="i" />, ['positions', 'google', 'serp', 'rank tracker']],
  [
    'go-answers',
    'AI answers',
    '/app/answers',
    <MessagesSquare key="i" />,
    ['chatgpt', 'gemini', 'perplexity', 'brand', 'visibility'],
  ],
  ['go-notifications', 'Notifications', '/app/notifications', <Bell key="i" />, ['alerts', 'unread', 'activity']],
  ['go-activity', 'Activity', '/app/activity', <History key="i" />, ['who', 'history', 'changes', 'log', 'team']],
  ['go-trends', 'Trends', '/app/trends', <TrendingUp key="i" />, ['interest', 'over time', 'compare', 'google trends']],
  [
    'go-volumes',
    'Volumes',
    '/app/volumes',
    <ChartColumn key="i" />,
    ['search volume', 'cpc', 'competition', 'metrics'],
  ],
  ['go-lists', 'Lists', '/app/lists', <List key="i" />, ['keywords', 'saved']],
  ['go-imports', 'Imports', '/app/imports', <Upload key="i" />, ['upload', 'file', 'csv']],
  ['go-posts', 'Posts', '/app/content/posts', <Newspaper key="i" />, ['blog', 'publish']],
  ['go-images', 'Images', '/app/images', <Images key="i" />, ['pictures', 'photos', 'library', 'upload']],
]

const settingsLinks: Link[] = [
  ['go-settings', 'Account settings', '/app/settings', <Settings key="i" />, ['name', 'email', 'time zone', 'delete']],
  [
    'go-security',
    'Security',
    '/app/settings/security',
    <ShieldCheck key="i" />,
    ['password', 'two-factor', 'sessions'],
  ],
  [
    'go-workspace',
    'Workspace name and color',
    '/app/settings/workspace',
    <Palette key="i" />,
    ['settings', 'rename', 'color', 'colour', 'delete'],
  ],
  ['go-team', 'Team', '/app/settings/team', <Users key="i" />, ['settings', 'invite', 'members', 'roles']],
  ['go-domain', 'Domain', '/app/settings/domain', <Globe key="i" />, ['settings', 'brand', 'logo', 'white label']],
  ['go-voices', 'Brand voices', '/app/settings/voices', <Sparkles key="i" />, ['settings', 'tone', 'style']],
  ['go-models', 'Models', '/app/settings/models', <Settings key="i" />, ['settings', 'ai', 'openai', 'anthropic']],
  [
    'go-destinations',
    'Destinations',
    '/app/settings/destinations',
    <Send key="i" />,
    ['settings', 'publish', 'wordpress', 'ghost', 'shopify', 'webflow'],
  ],
  ['go-feeds', 'Data feeds', '/app/settings/feeds', <Rss key="i" />, ['settings', 'sheets', 'excel', 'csv']],
  ['go-webhooks', 'Webhooks', '/app/settings/webhooks', <Webhook key="i" />, ['settings', 'slack', 'teams', 'events']],
  ['go-keys', 'API keys', '/app/settings/keys', <KeyRound key="i" />, ['settings', 'token', 'mcp']],
  [
    'go-plan',
    'Plan and billing',
    '/app/billing',
    <Gauge key="i" />,
    ['settings', 'codes', 'limits', 'usage', 'upgrade', 'invoices', 'payments', 'pay', 'crypto'],
  ],
]

/** Commands that don't depend on what is typed: what can be created, every screen, the settings, the theme. */
export function getPaletteCommands({ go, showKeys, editor, admin, staff }: PaletteActions): CommandGroup[] {
  const command = toCommand(go)
  return [
    {
      heading: 'Create',
      commands: [
        ...(editor ? createLinks : []),
        ...(admin ? adminLinks : []),
        [
          'new-workspace',
          'New workspace',
          '/app/workspaces/new',
          <Plus key="i" />,
          ['create', 'client'],
        ] satisfies Link,
        [
          'import-workspace',
          'Import workspace',
          '/app/workspaces/import',
          <Upload key="i" />,
          ['new workspace', 'archive', 'move'],
        ] satisfies Link,
      ].map(command),
    },
    {
      heading: 'Go to',
      commands: [
        ...placeLinks,
        ...(staff ? [['go-admin', 'Admin', '/app/admin', <ShieldCheck key="i" />, ['staff']] satisfies Link] : []),
      ].map(command),
    },
    { heading: 'Settings', commands: settingsLinks.map(command) },
    {
      heading: 'Help and theme',
      commands: [
        {
          id: 'keys',
          label: 'Keyboard shortcuts',
          icon: <Keyboard />,
          keywords: ['keys', 'hotkeys', 'help'],
          keys: '?',
          onSelect: showKeys,
        },
        { id: 'theme-light', label: 'Light theme', icon: <Sun />, onSelect: () => setTheme('light') },
        { id: 'theme-dark', label: 'Dark theme', icon: <Moon />, onSelect: () => setTheme('dark') },
        { id: 'theme-system', label: 'System theme', icon: <Monitor />, onSelect: () => setTheme('system') },
      ],
    },
  ]
}

/** What can be done with any text. */
export function getTextCommands(text: string, { go, editor }: Pick<PaletteActions, 'go' | 'editor'>): CommandGroup {
  const q = encodeURIComponent(text)
  const trends = toCommand(go)([
    'text-trends',
    `Show trends for “${text}”`,
    `/app/trends?keywords=${q}`,
    <TrendingUp key="i" />,
  ])
  return {
    heading: 'Use this text',
    last: true,
    commands: editor
      ? [
          ...(
            [
              ['text-report', `Run report for “${text}”`, `/app/reports/new?query=${q}`, <Plus key="i" />],
              ['text-content', `Write about “${text}”`, `/app/content/new?title=${q}`, <PenLine key="i" />],
              ['text-listener', `Track “${text}”`, `/app/listeners?new=${q}`, <Ear key="i" />],
            ] satisfies Link[]
          ).map(toCommand(go)),
          trends,
        ]
      : [trends],
  }
}
