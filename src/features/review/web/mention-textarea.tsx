import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { Textarea } from '#ui/forms/textarea.tsx'
import { getTypedMention, matchMembers } from '../rules/mentions.ts'
import type { MentionableMember, useMentions } from './use-mentions.ts'

const MentionList = lazy(() => import('./mention-list.tsx'))

type MentionTextareaProps = {
  text: string
  onText(text: string): void
  mentions: ReturnType<typeof useMentions>
}

/**
 * The text of a comment. After @ it offers members by name, as a combobox does; its role stays that of a text of several lines, which
 * has no expanded state.
 */
export function MentionTextarea({ text, onText, mentions }: MentionTextareaProps) {
  const listId = useId()
  const ref = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  /** Where the @ is whose list was closed with Escape. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const typed = getTypedMention(text, caret)
  const offered = typed && typed.start !== closedAt ? matchMembers(mentions.members ?? [], typed.typed) : []
  const isOpen = offered.length > 0
  const index = Math.min(active, offered.length - 1)

  const follow = (element: HTMLTextAreaElement) => {
    setCaret(element.selectionStart === element.selectionEnd ? element.selectionEnd : 0)
    if (element.value.includes('@')) mentions.load()
  }
  const choose = (member: MentionableMember) => {
    if (!typed) return
    const before = `${text.slice(0, typed.start)}@${member.name} `
    mentions.choose(member)
    onText(before + text.slice(caret).replace(/^ /, ''))
    setCaret(before.length)
    setActive(0)
    // Once the text is drawn.
    requestAnimationFrame(() => ref.current?.setSelectionRange(before.length, before.length))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'ArrowDown') setActive((index + 1) % offered.length)
    else if (key === 'ArrowUp') setActive((index - 1 + offered.length) % offered.length)
    else if ((key === 'Enter' || key === 'Tab') && !event.shiftKey && !event.ctrlKey && !event.metaKey)
      choose(offered[index]!)
    else if (key === 'Escape') setClosedAt(typed?.start ?? null)
    else return
    event.preventDefault()
    // Escape closes the list, not what is around the form.
    event.stopPropagation()
  }

  return (
    <>
      <Textarea
        ref={ref}
        rows={3}
        dir="auto"
        value={text}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${index}` : undefined}
        onChange={(event) => {
          onText(event.target.value)
          setActive(0)
          follow(event.target)
          if (closedAt !== null && event.target.value.charAt(closedAt) !== '@') setClosedAt(null)
        }}
        onSelect={(event) => follow(event.currentTarget)}
        onBlur={() => setCaret(0)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <MentionList id={listId} members={offered} active={index} onActive={setActive} onChoose={choose} />
        </Suspense>
      )}
    </>
  )
}
