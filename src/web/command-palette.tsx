import {
  Bell,
  ChartColumn,
  Ear,
  Feather,
  FileText,
  Gauge,
  Home,
  Images,
  List,
  Monitor,
  Moon,
  Newspaper,
  Palette,
  PenLine,
  Plus,
  Settings,
  ShieldCheck,
  Sun,
  TrendingUp,
  Upload,
  Users,
} from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#features/auth/contract.ts'
import { type ReportHead, reportsContract } from '#features/reports/contract.ts'
import type { Workspace } from '#features/workspaces/contract.ts'
import { type CommandGroup, CommandMenu } from '#ui/command-menu.tsx'
import { formatDay } from '#ui/format.ts'
import { setTheme } from '#ui/theme.ts'
import { api } from './api.ts'
import { useSwitchWorkspace } from './switch-workspace.ts'
import { canEdit } from './use-signed-in.ts'

export type CommandPaletteProps = {
  user: User
  workspace: Workspace
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** ⌘K: every screen, every report by its query, a new report from what is typed, workspace and theme. */
export default function CommandPalette({ user, workspace, open, onOpenChange }: CommandPaletteProps) {
  const navigate = useNavigate()
  const switchTo = useSwitchWorkspace()
  const [text, setText] = useState('')
  const { reports, busy } = useReportSearch(workspace._id, text, open)
  useEffect(() => {
    if (!open) setText('')
  }, [open])

  const go = (to: string) => () => void navigate(to)
  const query = text.trim()
  const groups: CommandGroup[] = []
  if (canEdit(workspace))
    groups.push({
      heading: 'Create',
      commands: [
        {
          id: 'new-report',
          label: query ? `New report about “${query}”` : 'New report',
          icon: <Plus />,
          keywords: ['start', 'run', 'search', 'create'],
          onSelect: go(query ? `/app/reports/new?query=${encodeURIComponent(query)}` : '/app/reports/new'),
        },
        {
          id: 'new-content',
          label: query ? `Write about “${query}”` : 'New document',
          icon: <PenLine />,
          keywords: ['write', 'article', 'create', 'ai'],
          onSelect: go(query ? `/app/content/new?title=${encodeURIComponent(query)}` : '/app/content/new'),
        },
      ],
    })
  if (reports.length > 0)
    groups.push({
      heading: query ? 'Reports' : 'Recent reports',
      commands: reports.map((report) => ({
        id: `report-${report._id}`,
        label: report.query,
        hint: formatDay(report.created_at),
        icon: <FileText />,
        onSelect: go(`/app/reports/${report._id}`),
      })),
    })
  groups.push(
    {
      heading: 'Go to',
      commands: [
        { id: 'go-home', label: 'Home', icon: <Home />, keywords: ['overview'], onSelect: go('/app') },
        { id: 'go-reports', label: 'Reports', icon: <FileText />, onSelect: go('/app/reports') },
        {
          id: 'go-listeners',
          label: 'Listeners',
          icon: <Ear />,
          keywords: ['track', 'alerts', 'monitor'],
          onSelect: go('/app/listeners'),
        },
        {
          id: 'go-notifications',
          label: 'Notifications',
          icon: <Bell />,
          keywords: ['alerts', 'unread'],
          onSelect: go('/app/notifications'),
        },
        {
          id: 'go-content',
          label: 'Content',
          icon: <PenLine />,
          keywords: ['write', 'articles', 'documents', 'ai'],
          onSelect: go('/app/content'),
        },
        {
          id: 'go-humanizer',
          label: 'Humanizer',
          icon: <Feather />,
          keywords: ['rewrite', 'style', 'plain', 'ai', 'humanize'],
          onSelect: go('/app/humanizer'),
        },
        {
          id: 'go-trends',
          label: query ? `Trends for “${query}”` : 'Trends',
          icon: <TrendingUp />,
          keywords: ['trends', 'interest', 'over time', 'compare', 'google trends'],
          onSelect: go(query ? `/app/trends?keywords=${encodeURIComponent(query)}` : '/app/trends'),
        },
        {
          id: 'go-volumes',
          label: 'Volumes',
          icon: <ChartColumn />,
          keywords: ['search volume', 'cpc', 'competition', 'metrics'],
          onSelect: go('/app/volumes'),
        },
        {
          id: 'go-lists',
          label: 'Lists',
          icon: <List />,
          keywords: ['keywords', 'saved'],
          onSelect: go('/app/lists'),
        },
        {
          id: 'go-imports',
          label: 'Imports',
          icon: <Upload />,
          keywords: ['upload', 'file', 'csv'],
          onSelect: go('/app/imports'),
        },
        {
          id: 'go-posts',
          label: 'Posts',
          icon: <Newspaper />,
          keywords: ['blog', 'publish'],
          onSelect: go('/app/content/posts'),
        },
        {
          id: 'go-images',
          label: 'Images',
          icon: <Images />,
          keywords: ['pictures', 'photos', 'library', 'upload'],
          onSelect: go('/app/images'),
        },
        {
          id: 'go-settings',
          label: 'Account settings',
          icon: <Settings />,
          keywords: ['settings', 'name', 'email', 'time zone', 'delete'],
          onSelect: go('/app/settings'),
        },
        {
          id: 'go-security',
          label: 'Security',
          icon: <ShieldCheck />,
          keywords: ['password', 'two-factor', 'sessions', 'settings'],
          onSelect: go('/app/settings/security'),
        },
        {
          id: 'go-plan',
          label: 'Plan and billing',
          icon: <Gauge />,
          keywords: ['codes', 'limits', 'usage', 'upgrade', 'invoices', 'payments', 'pay', 'crypto', 'settings'],
          onSelect: go('/app/billing'),
        },
        {
          id: 'go-workspace',
          label: 'Workspace name and color',
          icon: <Palette />,
          keywords: ['rename', 'color', 'colour', 'delete'],
          onSelect: go('/app/settings/workspace'),
        },
        {
          id: 'go-team',
          label: 'Team',
          icon: <Users />,
          keywords: ['invite', 'members', 'roles'],
          onSelect: go('/app/settings/team'),
        },
        { id: 'new-workspace', label: 'New workspace', icon: <Plus />, onSelect: go('/app/workspaces/new') },
      ],
    },
    {
      heading: 'Theme',
      commands: [
        { id: 'theme-light', label: 'Light', icon: <Sun />, keywords: ['theme'], onSelect: () => setTheme('light') },
        { id: 'theme-dark', label: 'Dark', icon: <Moon />, keywords: ['theme'], onSelect: () => setTheme('dark') },
        {
          id: 'theme-system',
          label: 'System',
          icon: <Monitor />,
          keywords: ['theme'],
          onSelect: () => setTheme('system'),
        },
      ],
    },
  )
  const others = user.workspaces.filter((each) => each._id !== workspace._id)
  if (others.length > 0)
    groups.push({
      heading: 'Switch workspace',
      commands: others.map((each) => ({
        id: `workspace-${each._id}`,
        label: each.name,
        keywords: ['workspace', 'switch'],
        icon: <span className="inline-block size-4 rounded-s" style={{ background: each.color }} />,
        onSelect: () => switchTo(each),
      })),
    })
  return (
    <CommandMenu
      open={open}
      onOpenChange={onOpenChange}
      groups={groups}
      onSearch={setText}
      busy={busy}
      placeholder="Search reports and screens, or enter a topic"
    />
  )
}

/** Reports whose query holds the text; the latest ones while nothing is typed. */
function useReportSearch(workspaceId: string, text: string, open: boolean) {
  const [found, setFound] = useState<{ text: string; items: ReportHead[] }>({ text: '', items: [] })
  const [busy, setBusy] = useState(false)
  const q = text.trim()
  useEffect(() => {
    if (!open) return
    const stop = new AbortController()
    const timer = setTimeout(
      () => {
        setBusy(true)
        api(reportsContract.find, { workspace_id: workspaceId, q: q || undefined, limit: 6 }, { signal: stop.signal })
          .then(({ items }) => setFound({ text: q, items }))
          // The palette's other commands work without; the list screen says what is wrong.
          .catch(() => undefined)
          .finally(() => setBusy(false))
      },
      q ? 160 : 0,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [workspaceId, q, open])
  return useMemo(() => ({ reports: found.items, busy }), [found, busy])
}
