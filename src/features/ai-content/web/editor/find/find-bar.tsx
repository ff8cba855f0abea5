import type { Editor } from '@tiptap/core'
import { ArrowDown, ArrowUp, CaseSensitive, WholeWord, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import { Input } from '#ui/forms/input.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import {
  createFindPlugin,
  getFindState,
  moveCurrent,
  type Query,
  removeFindPlugin,
  replaceMatches,
  setQuery,
} from './find-matches.ts'

export type FindBarProps = {
  editor: Editor
  /** Whether the text can be changed now. */
  isWritable: boolean
  /** Opened to replace, not only to find. Changes when it's asked for again. */
  request: { replace: boolean }
  onClose: () => void
}

/** Find and replace in the text. Enter goes to the next match, Shift+Enter to the previous one, Escape back to the text. */
export default function FindBar({ editor, isWritable, request, onClose }: FindBarProps) {
  const [query, setOwnQuery] = useState<Query>({ text: '', matchCase: false, wholeWord: false })
  const [replacement, setReplacement] = useState('')
  const [replaces, setReplaces] = useState(request.replace)
  const field = useRef<HTMLInputElement>(null)
  /** The field for the new words gets the focus when it appears. */
  const focusReplacement = useRef(false)
  const find = useFind(editor)
  const search = (next: Query) => {
    setOwnQuery(next)
    editor.view.dispatch(setQuery(editor.state.tr, next))
    scrollToCurrent(editor)
  }
  // Asking again, such as by pressing the keys in the text, searches for the selected words.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `request` is when
  useEffect(() => {
    if (request.replace) setReplaces(true)
    const { from, to, $from, $to } = editor.state.selection
    const selected = $from.sameParent($to) ? editor.state.doc.textBetween(from, to) : ''
    if (selected !== '') search({ ...query, text: selected })
    field.current?.focus()
    field.current?.select()
  }, [request])

  const move = (by: 1 | -1) => {
    const tr = moveCurrent(editor.state, by)
    if (tr) editor.view.dispatch(tr)
    scrollToCurrent(editor)
  }
  const close = () => {
    const match = find.ranges[find.current]
    onClose()
    if (match) editor.commands.setTextSelection(match)
    editor.commands.focus(null, { scrollIntoView: false })
  }
  const replace = (all: boolean) => {
    const ranges = all ? find.ranges : find.ranges.slice(find.current, find.current + 1)
    if (ranges.length === 0 || !isWritable) return
    editor.view.dispatch(replaceMatches(editor.state, ranges, replacement))
    if (all) notify.done(`${plural(ranges.length, 'match', 'matches')} replaced.`)
    else scrollToCurrent(editor)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  const { ranges, current } = find
  return (
    <search
      aria-label="Find in text"
      onKeyDown={onKeyDown}
      className="mx-auto grid max-w-180 gap-2 px-4 pb-2 font-sans text-s"
    >
      <form
        noValidate
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          move(1)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.shiftKey) return
          event.preventDefault()
          move(-1)
        }}
      >
        <span className="w-56 max-sm:w-full">
          <Input
            ref={field}
            scale="s"
            aria-label="Find"
            placeholder="Find"
            maxLength={200}
            value={query.text}
            onChange={(event) => search({ ...query, text: event.target.value })}
          />
        </span>
        <Toggle
          label="Match case"
          icon={<CaseSensitive size={16} aria-hidden />}
          pressed={query.matchCase}
          onClick={() => search({ ...query, matchCase: !query.matchCase })}
        />
        <Toggle
          label="Whole word"
          icon={<WholeWord size={16} aria-hidden />}
          pressed={query.wholeWord}
          onClick={() => search({ ...query, wholeWord: !query.wholeWord })}
        />
        <span role="status" className="min-w-20 whitespace-nowrap text-ink-2 tabular-nums">
          {query.text.trim() === '' ? '' : ranges.length === 0 ? 'No matches' : `${current + 1} of ${ranges.length}`}
        </span>
        <span className="ml-auto flex items-center gap-1">
          <Toggle label="Previous match" icon={<ArrowUp size={15} aria-hidden />} onClick={() => move(-1)} />
          <Toggle label="Next match" icon={<ArrowDown size={15} aria-hidden />} onClick={() => move(1)} />
          {isWritable && !replaces && (
            <Button
              size="s"
              variant="quiet"
              onClick={() => {
                setReplaces(true)
                focusReplacement.current = true
              }}
            >
              Replace…
            </Button>
          )}
          <Toggle label="Close" icon={<X size={15} aria-hidden />} onClick={close} />
        </span>
      </form>
      {isWritable && replaces && (
        <form
          noValidate
          className="flex flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            replace(false)
          }}
        >
          <span className="w-56 max-sm:w-full">
            <Input
              scale="s"
              ref={(input) => {
                if (!input || !focusReplacement.current) return
                focusReplacement.current = false
                input.focus()
              }}
              aria-label="Replace with"
              placeholder="Replace with"
              maxLength={1000}
              value={replacement}
              onChange={(event) => setReplacement(event.target.value)}
            />
          </span>
          <Button size="s" type="submit" disabled={ranges.length === 0}>
            Replace
          </Button>
          <Button size="s" disabled={ranges.length === 0} onClick={() => replace(true)}>
            Replace all
          </Button>
        </form>
      )}
    </search>
  )
}

type ToggleProps = { label: string; icon: ReactNode; pressed?: boolean; onClick: () => void }

const Toggle = ({ label, icon, pressed, onClick }: ToggleProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    onClick={onClick}
    className={cx(
      'grid size-7 shrink-0 place-items-center rounded-m hover:bg-well',
      pressed ? 'bg-accent-wash text-accent-ink' : 'text-ink-2',
    )}
  >
    {icon}
  </button>
)

const none = { ranges: [], current: -1 }

/** Matches, up to date with the text, while the bar is open. */
function useFind(editor: Editor) {
  const [, update] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    editor.registerPlugin(createFindPlugin())
    editor.on('transaction', update)
    return () => {
      editor.off('transaction', update)
      removeFindPlugin(editor)
    }
  }, [editor])
  return getFindState(editor.state) ?? none
}

function scrollToCurrent(editor: Editor) {
  const { ranges, current } = getFindState(editor.state) ?? none
  const match = ranges[current]
  if (!match) return
  const { node } = editor.view.domAtPos(match.from)
  const element = node instanceof HTMLElement ? node : node.parentElement
  element?.scrollIntoView({ block: 'center' })
}
