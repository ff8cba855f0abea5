import { ImageUp, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { ErrorNote } from '#ui/error-message.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Progress } from '#ui/progress.tsx'
import { acceptedImages, acceptedInWords, findImageFiles } from '../image-labels.ts'
import type { Uploading } from './use-image-uploads.ts'

export type ImageDropProps = {
  sending: Uploading[]
  onFiles: (files: File[]) => void
  onDismiss: (key: string) => void
  children?: ReactNode
}

/** Accepts dropped, pasted and chosen images, and shows upload progress. */
export function ImageDrop({ sending, onFiles, onDismiss, children }: ImageDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  usePastedImages(onFiles)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first.
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={onDrop}
    >
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-5 gap-y-3 rounded-l border border-dashed px-4 py-3.5',
          over ? 'border-accent bg-accent-wash' : 'border-mark bg-panel',
        )}
      >
        <ImageUp className="size-6 shrink-0 text-ink-3" strokeWidth={1.4} aria-hidden />
        <div className="min-w-48 flex-1">
          <p className="text-m">Drop or paste images here</p>
          <p className="text-ink-3 text-xs">{acceptedInWords}. Location and camera data are removed.</p>
        </div>
        <input
          ref={input}
          type="file"
          multiple
          accept={acceptedImages}
          className="sr-only"
          tabIndex={-1}
          aria-label="Images"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <Button onClick={() => input.current?.click()}>Choose files</Button>
      </div>
      {sending.length > 0 && (
        <ul aria-label="Uploading" className="mt-3 grid gap-2">
          {sending.map((one) => (
            <li key={one.key}>
              <SendingLine one={one} onDismiss={() => onDismiss(one.key)} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}

function SendingLine({ one: { name, share, refusal }, onDismiss }: { one: Uploading; onDismiss: () => void }) {
  if (refusal)
    return (
      <ErrorNote
        action={
          <IconButton size="s" label={`Dismiss ${name}`} bare onClick={onDismiss}>
            <X size={14} aria-hidden />
          </IconButton>
        }
      >
        {refusal}
      </ErrorNote>
    )
  const state = share === null ? 'Waiting:' : share < 1 ? 'Uploading' : 'Processing'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-s">
      <span className="min-w-0 flex-1 truncate" role="status">
        {state} {name}
      </span>
      <Progress
        className="w-40"
        value={share !== null && share < 1 ? share : share === null ? 0 : null}
        label={`${state} ${name}`}
      />
    </div>
  )
}

/** Images pasted anywhere on the page, except in text fields. */
function usePastedImages(onFiles: (files: File[]) => void) {
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const into = event.target
      if (into instanceof HTMLElement && into.closest('input, textarea, [contenteditable="true"]')) return
      const files = findImageFiles(event.clipboardData)
      if (files.length === 0) return
      event.preventDefault()
      take.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
