import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Spinner } from '#ui/spinner.tsx'
import { copyForeignImages, countForeignImages, type ForeignImages } from './copied-images.ts'
import { importedImages } from './imported-images.ts'

const maxFailures = 8

/** Says how many images of a text are on other sites, which can't be shown here, copies them, and says why one couldn't be. */
export function ForeignImagesNote({ editor }: { editor: Editor }) {
  const { waiting, total, others, failures } = useForeignImages(editor)
  useCopiesOfImport(editor)
  if (waiting > 0)
    return (
      <p className="flex items-center gap-2 text-ink-2 text-s" role="status">
        <Spinner /> Copying {plural(total, 'image')} to your images
        {total > 1 && `: ${formatCount(total - waiting)} of ${formatCount(total)} done`}
      </p>
    )
  if (others === 0) return null
  const hasFailed = failures.length > 0
  return (
    <ErrorNote
      tone="warn"
      action={
        <Button size="s" onClick={() => copyForeignImages(editor.view)}>
          {hasFailed ? 'Try again' : 'Copy to your images'}
        </Button>
      }
      details={
        hasFailed && (
          <ul className="mt-1 grid gap-0.5 text-ink-2">
            {failures.slice(0, maxFailures).map(({ name, sentence }, at) => (
              <li key={at} className="[overflow-wrap:anywhere]">
                <bdi className="font-[550]">{name}</bdi>: {sentence}
              </li>
            ))}
            {failures.length > maxFailures && <li>And {formatCount(failures.length - maxFailures)} more.</li>}
          </ul>
        )
      }
    >
      {hasFailed
        ? `${plural(failures.length, 'image')} couldn’t be copied to your images. The rest of the text is complete.`
        : `This text has ${plural(others, 'image')} from other sites. ${others === 1 ? 'It isn’t' : 'They aren’t'} shown here until copied.`}
    </ErrorNote>
  )
}

/** Copies the images of an imported text once, and takes the request out of the URL. */
function useCopiesOfImport(editor: Editor) {
  const [params, setParams] = useSearchParams()
  const isRequested = params.has(importedImages)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a request
  useEffect(() => {
    if (!isRequested) return
    setParams(
      (before) => {
        before.delete(importedImages)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
    copyForeignImages(editor.view)
  }, [isRequested, editor])
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
