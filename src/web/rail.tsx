import { Check, ChevronDown, FileText, Home, LogOut, Menu as MenuIcon, Settings, Upload, X } from 'lucide-react'
import { Form, NavLink, useRevalidator } from 'react-router'
import type { User } from '#features/auth/contract.ts'
import { unlimited } from '#features/plans/contract.ts'
import type { Workspace } from '#features/workspaces/contract.ts'
import { Menu } from '#ui/menu.tsx'
import { Meter } from '#ui/meter.tsx'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { forgetUser, rememberWorkspace } from './app-state.ts'

const destinations = [
  { to: '/app', label: 'Overview', icon: Home, end: true },
  { to: '/app/reports', label: 'Reports', icon: FileText, end: false },
  { to: '/app/imports', label: 'Imports', icon: Upload, end: false },
]

export type RailProps = { user: User; workspace: Workspace; open: boolean; onOpenChange(open: boolean): void }

/** Where one is and can go: workspace, destinations, what is left of the plan. */
export function Rail({ user, workspace, open, onOpenChange }: RailProps) {
  return (
    <header className="no-print border-line max-md:border-b md:sticky md:top-0 md:h-dvh md:border-r">
      <div className="flex items-center gap-2 px-3 py-2.5 md:hidden">
        <button
          type="button"
          className="grid size-9 place-items-center rounded-m hover:bg-well"
          aria-expanded={open}
          aria-controls="rail"
          aria-label={open ? 'Close the menu' : 'Open the menu'}
          onClick={() => onOpenChange(!open)}
        >
          {open ? <X className="size-4.5" aria-hidden /> : <MenuIcon className="size-4.5" aria-hidden />}
        </button>
        <Swatch color={workspace.color} />
        <span className="min-w-0 truncate font-[600] text-s">{workspace.name}</span>
      </div>
      <div id="rail" className={`flex-col gap-0.5 px-3 pb-3 md:flex md:h-full md:pt-3.5 ${open ? 'flex' : 'hidden'}`}>
        <WorkspaceSwitcher user={user} workspace={workspace} />
        <nav aria-label="Main" className="flex flex-col gap-0.5">
          {destinations.map(({ to, label, icon: Icon, end }) => (
            <NavLink
              key={to}
              to={to}
              end={end}
              prefetch="intent"
              className={({ isActive }) =>
                `flex min-h-8.5 items-center gap-2.5 rounded-m px-2 text-s no-underline ${isActive ? 'bg-well font-[550] text-ink' : 'text-ink-2 hover:bg-well/70 hover:text-ink'}`
              }
            >
              <Icon className="size-4 opacity-70" aria-hidden />
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="mt-auto flex flex-col gap-2 pt-6">
          <PlanMeter user={user} />
          <div className="flex items-center justify-between border-line border-t pt-2">
            <ThemeToggle />
            <AccountMenu user={user} />
          </div>
        </div>
      </div>
    </header>
  )
}

function Swatch({ color }: { color: string }) {
  return <span className="inline-block size-[18px] shrink-0 rounded-[5px]" style={{ background: color }} aria-hidden />
}

function WorkspaceSwitcher({ user, workspace }: { user: User; workspace: Workspace }) {
  const { revalidate } = useRevalidator()
  const items = user.workspaces.map((each) => ({
    label: (
      <span className="flex items-center gap-2.5">
        <Swatch color={each.color} />
        <span className="min-w-0 flex-1 truncate">{each.name}</span>
        {each._id === workspace._id && <Check className="size-4" aria-label="active" />}
      </span>
    ),
    onSelect: () => {
      rememberWorkspace(each)
      void revalidate()
    },
  }))
  return (
    <Menu
      align="start"
      items={[{ heading: 'Workspaces' }, ...items]}
      trigger={
        <button
          type="button"
          className="mb-2.5 flex min-h-9 w-full items-center gap-2.5 rounded-m px-2 text-left font-[600] text-s hover:bg-well max-md:hidden"
        >
          <Swatch color={workspace.color} />
          <span className="min-w-0 flex-1 truncate">{workspace.name}</span>
          <ChevronDown className="size-3.5 text-ink-3" aria-hidden />
          <span className="sr-only">Switch workspace</span>
        </button>
      }
    />
  )
}

function PlanMeter({ user }: { user: User }) {
  const allowance = Number(user.plan.reports)
  const used = user.usage.reports
  if (allowance >= unlimited) return <p className="px-2 text-ink-3 text-xs">Reports: {used} this month, unlimited</p>
  const resets = new Date(user.usage.resets_at).toLocaleDateString('en', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  return (
    <Meter
      className="px-2"
      label="Reports"
      value={used}
      max={allowance}
      figure={`${used} of ${allowance}`}
      hint={`Resets ${resets}`}
      tone={used >= allowance ? 'warn' : 'ink'}
    />
  )
}

function AccountMenu({ user }: { user: User }) {
  const name = user.personal.first_name || user.email
  return (
    <div className="flex items-center gap-1">
      <NavLink
        to="/app/settings"
        className="grid size-8 place-items-center rounded-m text-ink-2 hover:bg-well hover:text-ink"
        aria-label={`Settings of ${name}`}
        title={`${name} · settings`}
      >
        <Settings className="size-4" aria-hidden />
      </NavLink>
      <Form method="post" action="/logout" onSubmit={forgetUser}>
        <button
          type="submit"
          className="grid size-8 place-items-center rounded-m text-ink-2 hover:bg-well hover:text-ink"
          aria-label="Sign out"
          title="Sign out"
        >
          <LogOut className="size-4" aria-hidden />
        </button>
      </Form>
    </div>
  )
}
