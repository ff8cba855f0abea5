import { useEffect, useRef } from 'react'
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import type { MentionableMember } from './use-mentions.ts'

export type MentionListProps = {
  id: string
  members: MentionableMember[]
  active: number
  onActive(index: number): void
  onChoose(member: MentionableMember): void
}

/** Members whose name is being typed. The focus stays in the text, which names the selected option. */
export default function MentionList({ id, members, active, onActive, onChoose }: MentionListProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      <div
        ref={ref}
        id={id}
        role="listbox"
        aria-label="Members"
        className="max-h-48 overflow-y-auto rounded-m border border-line-2 bg-panel p-1 text-s"
      >
        {members.map((member, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text handles keys, because it keeps the focus
          <div
            key={member.user_id}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={cx('cursor-default truncate rounded-s px-2 py-1', at === active && 'bg-well')}
            onPointerMove={() => onActive(at)}
            // The text keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(member)}
          >
            <bdi>{member.name}</bdi>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {plural(members.length, 'member')}. Use the up and down arrow keys to select, and Enter to mention.
      </p>
    </>
  )
}
