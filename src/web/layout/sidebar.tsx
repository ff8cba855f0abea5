import {
  ChartColumn,
  ChartNoAxesColumn,
  Check,
  ChevronDown,
  Ear,
  Feather,
  FileText,
  Globe,
  Home,
  Images,
  List,
  LogOut,
  Menu as MenuIcon,
  MessagesSquare,
  Network,
  Newspaper,
  PenLine,
  Plus,
  Search,
  Settings,
  ShieldCheck,
  TrendingUp,
  Upload,
  X,
} from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { Form, NavLink, Link as RouterLink, useLocation } from 'react-router'
import type { User } from '#features/auth/contract.ts'
import type { NotificationArea } from '#features/notifications/contract.ts'
import { getToolsNearLimit } from '#features/plans/rules/near-limit.ts'
import { toolLabels } from '#features/plans/rules/plan-labels.ts'
import type { Workspace } from '#features/workspaces/contract.ts'
import { formatCount, formatDayOfYear } from '#ui/format/format.ts'
import { Kbd } from '#ui/kbd.tsx'
import { Link } from '#ui/link.tsx'
import { Meter } from '#ui/meter.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { ThemeToggle } from '#ui/theme/theme-toggle.tsx'
import { useSwitchWorkspace } from '../session/switch-workspace.ts'
import { canEdit } from '../session/use-signed-in.ts'
import { setPerson } from '../tracking/tracking.ts'
import { Bell } from './notification-bell.tsx'
import { formatUnread, useUnread } from './unread.ts'

const destinations = [
  { to: '/app', label: 'Home', icon: Home, end: true },
  { to: '/app/reports', label: 'Reports', icon: FileText, end: false },
  { to: '/app/plan', label: 'Plan', icon: Network, end: false },
  { to: '/app/content', label: 'Content', icon: PenLine, end: false },
  { to: '/app/humanizer', label: 'Humanizer', icon: Feather, end: false },
]

const monitoring = [
  { to: '/app/listeners', label: 'Listeners', icon: Ear, end: false },
  { to: '/app/sites', label: 'My site', icon: Globe, end: false },
  { to: '/app/ranks', label: 'Ranks', icon: ChartNoAxesColumn, end: false },
  { to: '/app/answers', label: 'AI answers', icon: MessagesSquare, end: false },
]

const lookUps = [
  { to: '/app/trends', label: 'Trends', icon: TrendingUp, end: false },
  { to: '/app/volumes', label: 'Volumes', icon: ChartColumn, end: false },
  { to: '/app/lists', label: 'Lists', icon: List, end: false },
  { to: '/app/imports', label: 'Imports', icon: Upload, end: false },
]

/** Links that count unread notifications. */
const areaPaths: Record<NotificationArea, string> = {
  listeners: '/app/listeners',
  plan: '/app/plan',
  sites: '/app/sites',
  content: '/app/content',
}

const postsPath = '/app/content/posts'
const publishing = [
  { to: postsPath, label: 'Posts', icon: Newspaper, end: false },
  { to: '/app/images', label: 'Images', icon: Images, end: false },
]

const staffArea = { to: '/app/admin', label: 'Admin', icon: ShieldCheck, end: false }

const iconButton = 'grid size-9 shrink-0 place-items-center rounded-m text-ink-2 hover:bg-well hover:text-ink'

export type RailProps = {
  user: User
  workspace: Workspace
  open: boolean
  onOpenChange(open: boolean): void
  /** Opens the ⌘K palette. */
  onSearch(): void
}

/** The sidebar: workspace switcher, navigation and plan usage. */
export function Rail({ user, workspace, open, onOpenChange, onSearch }: RailProps) {
  const toggle = useRef<HTMLButtonElement>(null)
  const unread = useUnreadByPath(workspace._id)
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    onOpenChange(false)
    toggle.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the opened menu from anywhere inside it.
    <header
      className="no-print border-line bg-paper max-md:sticky max-md:top-0 max-md:z-30 max-md:border-b md:sticky md:top-0 md:col-start-1 md:row-span-2 md:row-start-1 md:flex md:h-[calc(100dvh-var(--above,0px))] md:flex-col md:overflow-y-auto md:border-r"
      onKeyDown={closeOnEscape}
      data-screen-only
    >
      <div className="flex items-center gap-1 px-2 py-1.5 md:flex-col md:items-stretch md:gap-0.5 md:px-3 md:pt-3.5 md:pb-0">
        <button
          ref={toggle}
          type="button"
          className={`${iconButton} md:hidden`}
          aria-expanded={open}
          aria-controls="rail"
          aria-label={open ? 'Close menu' : 'Open menu'}
          onClick={() => onOpenChange(!open)}
        >
          {open ? <X className="size-4.5" aria-hidden /> : <MenuIcon className="size-4.5" aria-hidden />}
        </button>
        <WorkspaceSwitcher user={user} workspace={workspace} />
        <button
          type="button"
          onClick={onSearch}
          className="flex min-h-9 items-center gap-2.5 rounded-m px-2 text-left text-ink-2 text-s hover:bg-well hover:text-ink max-md:min-w-9 max-md:justify-center md:my-2 md:border md:border-line-2 md:bg-panel"
        >
          <Search className="size-4 opacity-70 max-md:size-4.5" aria-hidden />
          <span className="max-md:sr-only md:flex-1">Search</span>
          <Kbd keys="mod+k" className="max-md:hidden" />
        </button>
        <Bell className={`${iconButton} md:hidden`} />
      </div>
      <div
        id="rail"
        className={`flex-col gap-0.5 px-3 pb-3 max-md:max-h-[calc(100dvh-52px)] max-md:overflow-y-auto max-md:pt-1 md:flex md:min-h-0 md:flex-1 ${open ? 'flex' : 'hidden'}`}
      >
        <div className="md:-mx-3 md:min-h-0 md:overflow-y-auto md:px-3 md:pt-0.5 md:pb-2">
          <nav aria-label="Main" className="flex flex-col gap-3">
            <SidebarLinks links={destinations} unread={unread} />
            <SidebarLinks title="Monitor" links={monitoring} unread={unread} />
            <SidebarLinks title="Look up" links={lookUps} />
            <SidebarLinks title="Publish" links={publishing} />
            {user.staff && <SidebarLinks links={[staffArea]} />}
          </nav>
        </div>
        {canEdit(workspace) && (
          <Link
            href="/app/reports/new"
            className="mt-1 flex min-h-8.5 shrink-0 items-center gap-2.5 rounded-m px-2 text-accent-ink text-s no-underline hover:bg-accent-wash max-md:min-h-11"
          >
            <Plus className="size-4" aria-hidden />
            New report
          </Link>
        )}
        <div className="mt-auto flex shrink-0 flex-col gap-2.5 max-md:pt-6 md:pt-3">
          <PlanMeter user={user} workspace={workspace} />
          <div className="flex items-center justify-between border-line border-t pt-2">
            <ThemeToggle />
            <Account user={user} />
          </div>
        </div>
      </div>
    </header>
  )
}

function Swatch({ color }: { color: string }) {
  return <span className="inline-block size-[18px] shrink-0 rounded-[5px]" style={{ background: color }} aria-hidden />
}

type Destination = (typeof destinations)[number]

/** Posts are under the path of the documents but have their own link. */
function isActive({ to, end }: Destination, pathname: string) {
  if (to !== postsPath && pathname.startsWith(postsPath)) return false
  return pathname === to || (!end && pathname.startsWith(`${to}/`))
}

/** Unread notifications of this workspace, by the path of the link that leads to them. */
function useUnreadByPath(workspaceId: string): ReadonlyMap<string, number> {
  const { areas } = useUnread()
  return new Map(
    areas
      .filter(({ workspace_id }) => workspace_id === workspaceId)
      .map(({ area, unread }) => [areaPaths[area], unread]),
  )
}

type SidebarLinksProps = { title?: string; links: Destination[]; unread?: ReadonlyMap<string, number> }

/** A group of links, with a heading where it has one. A count is part of its link’s name, and isn’t announced when it changes. */
function SidebarLinks({ title, links, unread }: SidebarLinksProps) {
  const { pathname } = useLocation()
  return (
    <ul aria-label={title} className="flex flex-col gap-0.5">
      {title && (
        <li aria-hidden className="px-2 pt-0.5 pb-1 text-ink-3 text-xs">
          {title}
        </li>
      )}
      {links.map((link) => {
        const { to, label, icon: Icon } = link
        const active = isActive(link, pathname)
        const count = unread?.get(to) ?? 0
        return (
          <li key={to}>
            <RouterLink
              to={to}
              prefetch="intent"
              aria-current={active ? 'page' : undefined}
              className={`flex min-h-8.5 items-center gap-2.5 rounded-m px-2 text-s no-underline max-md:min-h-11 ${active ? 'bg-well font-[550] text-ink' : 'text-ink-2 hover:bg-well/70 hover:text-ink'}`}
            >
              <Icon className="size-4 opacity-70" aria-hidden />
              {label}
              {count > 0 && (
                <span className="ml-auto pr-1 font-[600] text-accent-ink text-xs tabular-nums">
                  {formatUnread(count)}
                  <span className="sr-only"> new</span>
                </span>
              )}
            </RouterLink>
          </li>
        )
      })}
    </ul>
  )
}

function WorkspaceSwitcher({ user, workspace }: { user: User; workspace: Workspace }) {
  const switchTo = useSwitchWorkspace()
  const items = user.workspaces.map((each) => ({
    label: (
      <span className="flex items-center gap-2.5">
        <Swatch color={each.color} />
        <span className="min-w-0 flex-1 truncate">{each.name}</span>
        {each._id === workspace._id && <Check className="size-4" aria-label="active" />}
      </span>
    ),
    onSelect: () => switchTo(each),
  }))
  return (
    <Menu
      align="start"
      items={[
        { heading: 'Workspaces' },
        ...items,
        'line',
        { label: 'New workspace', icon: <Plus />, href: '/app/workspaces/new' },
        { label: 'Workspace settings', icon: <Settings />, href: '/app/settings/workspace' },
      ]}
      trigger={
        <button
          type="button"
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2.5 rounded-m px-2 text-left font-[600] text-s hover:bg-well md:flex-none"
        >
          <Swatch color={workspace.color} />
          <span className="min-w-0 truncate md:flex-1">{workspace.name}</span>
          <ChevronDown className="size-3.5 shrink-0 text-ink-3" aria-hidden />
          <span className="sr-only">Switch workspace</span>
        </button>
      }
    />
  )
}

/** Usage shows only where it's nearly used up. */
function PlanMeter({ user, workspace }: { user: User; workspace: Workspace }) {
  // Members use the owner's plan, so their own numbers would mislead here.
  if (workspace.role !== 'owner')
    return <p className="px-2 text-ink-3 text-xs">Your usage here counts toward the owner’s plan.</p>
  const near = getToolsNearLimit(user.plan, user.usage).slice(0, 2)
  if (near.length === 0) return null
  return (
    <div className="grid gap-2 px-2">
      {near.map(({ tool, used, allowance }) => (
        <Meter
          key={tool}
          label={toolLabels[tool]}
          value={used}
          max={allowance}
          figure={`${formatCount(used)} of ${formatCount(allowance)}`}
          tone="warn"
        />
      ))}
      <p className="flex justify-between gap-2 text-ink-3 text-xs">
        Resets {formatDayOfYear(user.usage.resets_at)}
        <Link href="/app/billing" className="link">
          Upgrade
        </Link>
      </p>
    </div>
  )
}

function Account({ user }: { user: User }) {
  const name = user.personal.first_name || user.email
  return (
    <div className="flex items-center gap-0.5">
      <Bell className={`${iconButton} size-8! max-md:hidden`} />
      <NavLink
        to="/app/settings"
        prefetch="intent"
        className={({ isActive }) => `${iconButton} size-8! ${isActive ? 'bg-well text-ink' : ''}`}
        aria-label={`Settings for ${name}`}
        title={`${name} · settings`}
      >
        <Settings className="size-4" aria-hidden />
      </NavLink>
      <Form method="post" noValidate action="/logout" onSubmit={() => setPerson(null)}>
        <button type="submit" className={`${iconButton} size-8!`} aria-label="Sign out" title="Sign out">
          <LogOut className="size-4" aria-hidden />
        </button>
      </Form>
    </div>
  )
}
