import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { zoneChoices } from './account-time-zones.ts'

export type TimeZoneListProps = { chosen: string | null; onChoose: (zone: string) => void }

/** Found by place, region or offset. Loaded when first opened. */
export default function TimeZoneList({ chosen, onChoose }: TimeZoneListProps) {
  const [zones] = useState(() => zoneChoices(new Date()))
  return (
    <Command label="Time zones" loop className="flex min-h-0 flex-col" defaultValue={chosen ?? undefined}>
      <Command.Input
        autoFocus
        placeholder="Search by city, region or UTC+2"
        className="h-10 w-full border-line border-b bg-transparent px-3.5 text-s outline-none"
      />
      <Command.List className="max-h-72 min-h-0 overflow-y-auto p-1.5">
        <Command.Empty className="px-2.5 py-4 text-ink-3 text-s">
          No time zone found. Try a larger city nearby.
        </Command.Empty>
        {zones.map(({ zone, label, offset }) => (
          <Command.Item
            key={zone}
            value={zone}
            keywords={[label, offset, offset.replace('−', '-')]}
            onSelect={() => onChoose(zone)}
            className="flex min-h-8 cursor-default items-center gap-2 rounded-m px-2.5 text-s data-[selected=true]:bg-well"
          >
            <span className="min-w-0 flex-1 truncate">{label}</span>
            <span className="text-ink-3 text-xs">{offset}</span>
            <Check size={14} className={zone === chosen ? 'text-accent' : 'invisible'} aria-hidden />
            {zone === chosen && <span className="sr-only">chosen</span>}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}
