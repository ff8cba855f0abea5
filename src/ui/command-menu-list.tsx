import { Command } from 'cmdk'
import type { CommandMenuProps } from './command-menu.tsx'
import { Kbd } from './kbd.tsx'
import { Spinner } from './spinner.tsx'

type Props = Omit<CommandMenuProps, 'open' | 'onOpenChange'> & { onDone: () => void }

/** Loaded by command-menu.tsx when it first opens. */
export default function CommandMenuList({ groups, placeholder = 'Search or jump to…', onSearch, busy, onDone }: Props) {
  return (
    <Command label="Commands" loop>
      <div className="flex items-center border-b border-line pr-4">
        <Command.Input
          autoFocus
          placeholder={placeholder}
          onValueChange={onSearch}
          className="h-12 w-full bg-transparent px-4 text-m outline-none"
        />
        {busy && <Spinner className="text-ink-3" />}
      </div>
      <Command.List className="max-h-[min(52vh,420px)] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-s text-ink-3">No results.</Command.Empty>
        {groups.map((group) => (
          <Command.Group
            key={group.heading}
            heading={group.heading}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3"
          >
            {group.commands.map((command) => (
              <Command.Item
                key={command.id}
                value={`${command.label} ${command.id}`}
                keywords={command.keywords}
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
