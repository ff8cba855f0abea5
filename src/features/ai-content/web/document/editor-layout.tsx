import type { ReactNode } from 'react'
import type { Direction } from '#kit/text-direction.ts'
import { useMediaQuery } from '#ui/hooks/use-media-query.ts'
import { Link } from '#ui/link.tsx'

export type EditorLayoutProps = {
  title: string
  /** Status and actions, on the right of the bar. */
  bar: ReactNode
  /** Below the bar, such as to search the text. */
  tools?: ReactNode
  /** The latest error, always visible below the bar. */
  trouble?: ReactNode
  /** Notes between the bar and the text. */
  notes?: ReactNode
  outline: ReactNode
  text: ReactNode
  /** Null where it's in a drawer. */
  side: ReactNode
}

/** Whether the window has room for the panel beside the text, as in the classes below. */
export const usePanelBeside = () => useMediaQuery('(min-width: 1100px)')

/**
 * Layout of the editor: outline, text and side panel. The first paint uses it too, so nothing moves when the editor
 * loads.
 */
export function EditorLayout({ title, bar, tools, trouble, notes, outline, text, side }: EditorLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col max-md:min-h-[calc(100dvh-52px)]">
      <div className="sticky top-0 z-20 border-line border-b bg-paper max-md:top-[49px]">
        <div className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
          <p className="editor-path flex min-w-0 items-baseline gap-1.5 text-s max-sm:hidden">
            <Link href="/app/content" className="font-[600] no-underline hover:underline">
              Content
            </Link>
            <span className="min-w-0 max-w-64 truncate text-ink-2 max-xl:hidden">/ {title || 'Untitled'}</span>
          </p>
          {bar}
        </div>
        {tools}
        {trouble && <div className="mx-auto max-w-180 px-4 pb-2.5">{trouble}</div>}
      </div>
      <div className="editor-columns grid flex-1 grid-cols-[minmax(0,1fr)] min-[1100px]:grid-cols-[minmax(0,1fr)_316px] min-[1280px]:grid-cols-[236px_minmax(0,1fr)_316px]">
        <div className="border-line border-r px-4 py-5 max-[1279px]:hidden" data-screen-only>
          <div className="sticky top-18 max-h-[calc(100dvh-90px)] overflow-y-auto overflow-x-clip px-1 pb-4">
            {outline}
          </div>
        </div>
        <div className="min-w-0 px-4 pt-8 md:px-8 md:pt-11">
          <div className="mx-auto max-w-160">
            {notes}
            {text}
          </div>
        </div>
        <aside
          aria-label="Score and review"
          className="border-line border-l px-5 py-5 max-[1099px]:hidden"
          data-screen-only
        >
          <div className="sticky top-18 grid max-h-[calc(100dvh-90px)] content-start gap-5 overflow-y-auto pb-4">
            {side}
          </div>
        </aside>
      </div>
    </div>
  )
}

/** The title above the text, styled as a heading. */
export const titleFieldId = 'document-title'

export function TitleField({
  title,
  direction,
  readOnly,
  onChange,
  onEnter,
}: {
  title: string
  direction: Direction
  readOnly: boolean
  onChange?: (title: string) => void
  onEnter?: () => void
}) {
  return (
    <>
      {/* On paper there are no fields. */}
      <h1
        dir={direction}
        className="sr-only font-[500] font-serif text-[29px] leading-[1.15] print:not-sr-only print:mb-5!"
      >
        {title || 'Untitled'}
      </h1>
      <textarea
        id={titleFieldId}
        dir={direction}
        aria-label="Title"
        rows={1}
        maxLength={300}
        readOnly={readOnly}
        value={title}
        placeholder="Title"
        onChange={(event) => onChange?.(event.target.value.replace(/\n+/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onEnter?.()
        }}
        className="field-sizing-content mb-5 block w-full resize-none overflow-hidden rounded-s bg-transparent font-[500] font-serif text-[38px] leading-[1.15] tracking-[-0.014em] outline-offset-4 max-sm:text-[29px]"
      />
    </>
  )
}
