import { FileText } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#features/auth/contract.ts'
import { type ReportHead, reportsContract } from '#features/reports/contract.ts'
import type { Workspace } from '#features/workspaces/contract.ts'
import { roleAtLeast } from '#kit/endpoint.ts'
import { formatDay } from '#ui/format/format.ts'
import type { CommandGroup } from '#ui/overlays/command-group.ts'
import { CommandMenu } from '#ui/overlays/command-menu.tsx'
import { api } from '../calls/api.ts'
import { debounce } from '../calls/debounce.ts'
import { useSwitchWorkspace } from '../session/switch-workspace.ts'
import { canEdit } from '../session/use-signed-in.ts'
import { getPaletteCommands, getTextCommands, type PaletteActions } from './palette-commands.tsx'

export type CommandPaletteProps = {
  user: User
  workspace: Workspace
  open: boolean
  onOpenChange: (open: boolean) => void
  showKeys: () => void
}

/** ⌘K: what can be created, every screen, every report by its name, workspaces, and last what is typed as a topic. */
export default function CommandPalette({ user, workspace, open, onOpenChange, showKeys }: CommandPaletteProps) {
  const navigate = useNavigate()
  const switchTo = useSwitchWorkspace()
  const [text, setText] = useState('')
  const { reports, busy } = useReportSearch(workspace._id, text, open)
  useEffect(() => {
    if (!open) setText('')
  }, [open])

  const typed = text.trim()
  const actions: PaletteActions = {
    go: (to) => () => void navigate(to),
    showKeys,
    editor: canEdit(workspace),
    admin: roleAtLeast(workspace.role, 'admin'),
    staff: Boolean(user.staff),
  }
  const others = user.workspaces.filter((each) => each._id !== workspace._id)
  const found: CommandGroup = {
    heading: typed ? 'Reports' : 'Recent reports',
    found: true,
    commands: reports.map((report) => ({
      id: `report-${report._id}`,
      label: report.title || report.query,
      hint: formatDay(report.created_at),
      icon: <FileText />,
      onSelect: actions.go(`/app/reports/${report._id}`),
    })),
  }
  const [create, ...rest] = getPaletteCommands(actions)
  const groups: CommandGroup[] = [
    ...(create ? [create] : []),
    found,
    ...rest,
    {
      heading: 'Switch workspace',
      commands: others.map((each) => ({
        id: `workspace-${each._id}`,
        label: each.name,
        keywords: ['workspace', 'switch'],
        icon: <span className="inline-block size-4 rounded-s" style={{ background: each.color }} />,
        onSelect: () => switchTo(each),
      })),
    },
    ...(typed ? [getTextCommands(typed, actions)] : []),
  ]
  return (
    <CommandMenu
      open={open}
      onOpenChange={onOpenChange}
      groups={groups}
      text={text}
      onSearch={setText}
      busy={busy}
      placeholder="Search commands and reports, or enter a topic"
    />
  )
}

/** Reports whose query, name or tags hold the text; the latest ones while nothing is typed. */
function useReportSearch(workspaceId: string, text: string, open: boolean) {
  const [found, setFound] = useState<{ text: string; items: ReportHead[] }>({ text: '', items: [] })
  const [busy, setBusy] = useState(false)
  const q = text.trim()
  useEffect(() => {
    if (!open) return
    const load = (signal: AbortSignal) => {
      setBusy(true)
      api(reportsContract.find, { workspace_id: workspaceId, q: q || undefined, limit: 6 }, { signal })
        .then(({ items }) => setFound({ text: q, items }))
        // The palette's other commands work without; the list screen says what is wrong.
        .catch(() => undefined)
        .finally(() => setBusy(false))
    }
    return debounce(load, q ? 160 : 0)
  }, [workspaceId, q, open])
  // Reports found for an earlier text would be chosen by mistake.
  return useMemo(() => ({ reports: found.text === q ? found.items : [], busy }), [found, busy, q])
}
