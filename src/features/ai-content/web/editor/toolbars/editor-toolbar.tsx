import type { Editor } from '@tiptap/core'
import { AllSelection, type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Languages, Link as LinkIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { languageName, languages } from '#web/components/locales.ts'
import type { PassageRequest } from '../../generation/use-passage-edit.ts'
import { BlockType, type FormatTool, getFormatTools, toUrl } from './format-tools.tsx'

export type TextToolbarProps = {
  editor: Editor
  frame: RefObject<HTMLElement | null>
  /** The document's language, which isn't offered as a translation target. */
  language: string
  /** Whether a generation or edit is running. Only one can run at a time. */
  busy: boolean
  onRequest: (request: PassageRequest) => void
}

type ToolbarPosition = { left: number; top: number; above: boolean }
type Mode = 'tools' | 'translate' | 'link'

/** Toolbar for the selected text. Alt+F10 moves focus to it, Escape moves it back. */
export function TextToolbar({ editor, frame, language, busy, onRequest }: TextToolbarProps) {
  const position = useToolbarPosition(editor, frame)
  const [mode, setMode] = useState<Mode>('tools')
  const bar = useRef<HTMLDivElement>(null)
  const shown = position !== null
  useEffect(() => {
    if (!shown) setMode('tools')
  }, [shown])
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F10' || !event.altKey) return
      event.preventDefault()
      bar.current?.querySelector<HTMLElement>('button, select, input')?.focus()
    }
    const text = editor.view.dom
    text.addEventListener('keydown', onKeyDown)
    return () => text.removeEventListener('keydown', onKeyDown)
  }, [editor])
  if (!position) return null

  const back = () => {
    setMode('tools')
    editor.commands.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      return back()
    }
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0 || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return
    const all = [...(bar.current?.querySelectorAll<HTMLElement>('button, select') ?? [])]
    all[(all.indexOf(event.target as HTMLElement) + by + all.length) % all.length]?.focus()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Selected text"
      onKeyDown={onKeyDown}
      // Keeps the selection while a button is pressed.
      onMouseDown={(event) => !(event.target as Element).closest('input, select') && event.preventDefault()}
      className="absolute z-20 max-w-full animate-[ui-fade_0.1s] rounded-l border border-line-2 bg-panel font-sans text-s shadow-float"
      style={{ left: position.left, top: position.top, transform: position.above ? 'translateY(-100%)' : undefined }}
    >
      {mode === 'tools' && (
        <>
          <span className="flex flex-wrap border-line border-b [&>:last-child]:border-r-0">
            <Tool label="Humanize" strong disabled={busy} onClick={() => onRequest({ action: 'humanize' })} />
            <Tool label="Rewrite" disabled={busy} onClick={() => onRequest({ action: 'rewrite' })} />
            <Tool label="Shorten" disabled={busy} onClick={() => onRequest({ action: 'shorten' })} />
            <Tool label="Expand" disabled={busy} onClick={() => onRequest({ action: 'expand' })} />
            <Tool label="Translate" disabled={busy} onClick={() => setMode('translate')} />
          </span>
          <Marks editor={editor} onLink={() => setMode('link')} />
        </>
      )}
      {mode === 'translate' && (
        <TranslateForm
          language={language}
          onBack={back}
          onPick={(to) => onRequest({ action: 'translate', language: to })}
        />
      )}
      {mode === 'link' && <LinkForm editor={editor} onDone={back} />}
    </div>
  )
}

type ToolProps = {
  label: string
  strong?: boolean
  disabled?: boolean
  pressed?: boolean
  icon?: ReactNode
  onClick: () => void
}

const Tool = ({ label, strong, disabled, pressed, icon, onClick }: ToolProps) => (
  <button
    type="button"
    disabled={disabled}
    onClick={onClick}
    aria-label={icon ? label : undefined}
    title={icon ? label : undefined}
    aria-pressed={pressed}
    className={cx(
      'h-8 outline-offset-[-2px] hover:bg-well disabled:opacity-45',
      icon ? 'grid w-8 place-items-center' : 'border-line border-r px-3',
      strong && 'font-[550]',
      pressed ? 'bg-well text-ink' : icon ? 'text-ink-2' : '',
    )}
  >
    {icon ?? label}
  </button>
)

const blockTypes = [
  { value: 'p', label: 'Text' },
  { value: '1', label: 'H1' },
  { value: '2', label: 'H2' },
  { value: '3', label: 'H3' },
  { value: '4', label: 'H4' },
]

function Marks({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const { marks, blocks } = getFormatTools(editor)
  const toTool = ({ label, icon: Icon, on, press }: FormatTool) => (
    <Tool key={label} label={label} icon={<Icon size={14} />} pressed={on} onClick={press} />
  )
  return (
    <span className="flex flex-wrap items-center p-0.5">
      <span className="pr-1">
        <BlockType editor={editor} options={blockTypes} className="w-17" />
      </span>
      {marks.map(toTool)}
      <Tool label="Link" icon={<LinkIcon size={14} />} pressed={editor.isActive('link')} onClick={onLink} />
      {blocks.map(toTool)}
    </span>
  )
}

type TranslateProps = { language: string; onBack: () => void; onPick: (language: string) => void }

function TranslateForm({ language, onBack, onPick }: TranslateProps) {
  const [to, setTo] = useState(language === 'en' ? 'de' : 'en')
  return (
    <form
      noValidate
      className="flex items-center gap-1.5 p-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        onPick(to)
      }}
    >
      <Languages size={14} className="ml-1 text-ink-3" aria-hidden />
      <Select
        scale="s"
        autoFocus
        aria-label="Target language"
        className="w-40"
        value={to}
        onChange={(event) => setTo(event.target.value)}
        options={languages}
      />
      <Button size="s" type="submit" aria-label={`Translate into ${languageName(to)}`}>
        Translate
      </Button>
      <Button size="s" variant="quiet" onClick={onBack}>
        Back
      </Button>
    </form>
  )
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [url, setUrl] = useState(String(editor.getAttributes('link').href ?? ''))
  const linked = editor.isActive('link')
  return (
    <form
      noValidate
      className="flex items-center gap-1.5 p-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (url.trim())
          editor
            .chain()
            .focus()
            .extendMarkRange('link')
            .setLink({ href: toUrl(url) })
            .run()
        onDone()
      }}
    >
      <Input
        scale="s"
        autoFocus
        aria-label="Link URL"
        placeholder="https://"
        className="w-56"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Button size="s" type="submit" disabled={!url.trim()}>
        Add link
      </Button>
      {linked && (
        <Button
          size="s"
          variant="quiet"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onDone()
          }}
        >
          Remove link
        </Button>
      )}
    </form>
  )
}

const barHeightPx = 80

const isTextSelected = (selection: Selection) =>
  !selection.empty && (selection instanceof TextSelection || selection instanceof AllSelection)

/** Positions the toolbar at the selection once it stops changing. Null without a selection. */
function useToolbarPosition(editor: Editor, frame: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState<ToolbarPosition | null>(null)
  useEffect(() => {
    let pressed = false
    const measure = () => {
      const { selection } = editor.state
      const box = frame.current?.getBoundingClientRect()
      const inUse =
        editor.isFocused || frame.current?.querySelector('[role="toolbar"]')?.contains(document.activeElement)
      if (pressed || !box || !inUse || !editor.isEditable || !isTextSelected(selection)) return setPosition(null)
      if (editor.state.doc.textBetween(selection.from, selection.to, ' ').trim() === '') return setPosition(null)
      const start = editor.view.coordsAtPos(selection.from)
      const end = editor.view.coordsAtPos(selection.to, -1)
      // Below the selection, so that it doesn't cover the line above. Above it if there's no room below.
      const above = end.bottom + barHeightPx + 12 > window.innerHeight
      const top = above ? start.top - box.top - 6 : end.bottom - box.top + 6
      const left = Math.max(0, Math.min(start.left - box.left, box.width - Math.min(box.width, 400)))
      setPosition({ left, top, above })
    }
    const down = () => {
      pressed = true
    }
    const up = () => {
      pressed = false
      setTimeout(measure, 0)
    }
    const measureLater = () => setTimeout(measure, 60)
    // While the focus moves to the toolbar, nothing has it.
    const onTransaction = ({ transaction }: { transaction: Transaction }) => {
      if (!transaction.getMeta('blur')) measure()
    }
    const text = editor.view.dom
    text.addEventListener('pointerdown', down)
    window.addEventListener('pointerup', up)
    window.addEventListener('resize', measure)
    editor.on('transaction', onTransaction)
    editor.on('focus', measure)
    editor.on('blur', measureLater)
    return () => {
      text.removeEventListener('pointerdown', down)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('resize', measure)
      editor.off('transaction', onTransaction)
      editor.off('focus', measure)
      editor.off('blur', measureLater)
    }
  }, [editor, frame])
  return position
}
