import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format/format.ts'
import { Spinner } from '#ui/spinner.tsx'
import { copyForeignImages, countForeignImages, type ForeignImages } from './copied-images.ts'

/** Says how many images of a text are on other sites, which can't be shown here, and copies them. */
export function ForeignImagesNote({ editor }: { editor: Editor }) {
  const { waiting, others } = useForeignImages(editor)
  if (waiting > 0)
    return (
      <p className="flex items-center gap-2 text-ink-2 text-s" role="status">
        <Spinner /> Copying {plural(waiting, 'image')} to your images
      </p>
    )
  if (others === 0) return null
  return (
    <ErrorNote
      tone="warn"
      action={
        <Button size="s" onClick={() => copyForeignImages(editor.view)}>
          Copy to your images
        </Button>
      }
    >
      This text has {plural(others, 'image')} from other sites. {others === 1 ? 'It isn’t' : 'They aren’t'} shown here
      until copied.
    </ErrorNote>
  )
}

function useForeignImages(editor: Editor): ForeignImages {
  const [found, setFound] = useState(() => countForeignImages(editor.state))
  useEffect(() => {
    let frame = 0
    const count = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (!editor.isDestroyed) setFound(countForeignImages(editor.state))
      })
    }
    count()
    editor.on('transaction', count)
    return () => {
      cancelAnimationFrame(frame)
      editor.off('transaction', count)
    }
  }, [editor])
  return found
}
