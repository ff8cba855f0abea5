import { Command } from 'cmdk'
import { useState } from 'react'
import { Kbd } from '../kbd.tsx'
import { Spinner } from '../spinner.tsx'
import type { CommandGroup } from './command-group.ts'
import { rankCommands } from './rank-commands.ts'

export type CommandMenuListProps = {
  groups: CommandGroup[]
  placeholder?: string
  /** What is typed. */
  text: string
  onSearch: (text: string) => void
  busy?: boolean
  onDone: () => void
}

/** Loaded by command-menu.tsx when it first opens. */
export default function CommandMenuList(props: CommandMenuListProps) {
  const { groups, placeholder = 'Search or jump to…', text, onSearch, busy, onDone } = props
  // The first match is selected again with each character.
  const [selected, setSelected] = useState('')
  const ranked = rankCommands(groups, text)
  const ids = ranked.flatMap(({ commands }) => commands.map(({ id }) => id))
  const current = ids.includes(selected) ? selected : (ids[0] ?? '')
  return (
    <Command label="Commands" loop shouldFilter={false} value={current} onValueChange={setSelected}>
      <div className="flex items-center border-b border-line pr-4">
        <Command.Input
          autoFocus
          placeholder={placeholder}
          value={text}
          onValueChange={(typed) => {
            setSelected('')
            onSearch(typed)
          }}
          className="h-12 w-full bg-transparent px-4 text-m outline-none"
        />
        {busy && <Spinner className="text-ink-3" />}
      </div>
      <Command.List className="max-h-[min(52vh,420px)] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-s text-ink-3">No results.</Command.Empty>
        {ranked.map((group) => (
          <Command.Group
            key={group.heading}
            heading={group.heading}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3"
          >
            {group.commands.map((command) => (
              <Command.Item
                key={command.id}
                value={command.id}
                onSelect={() => {
                  onDone()
                  command.onSelect()
                }}
                className="flex min-h-9 cursor-default items-center gap-2.5 rounded-m px-2.5 text-s data-[selected=true]:bg-well"
              >
                {command.icon && (
                  <span className="text-ink-3 [&_svg]:size-4" aria-hidden>
                    {command.icon}
                  </span>
                )}
                <span className="min-w-0 flex-1 truncate">{command.label}</span>
                {command.hint && <span className="text-xs text-ink-3">{command.hint}</span>}
                {command.keys && <Kbd keys={command.keys} />}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}
