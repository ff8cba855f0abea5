import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Progress } from '#ui/progress.tsx'
import { useFileDrop } from './use-file-drop.ts'

export type FileDropProps = {
  icon: LucideIcon
  /** "Drop a keyword file here" */
  title: string
  hint: ReactNode
  /** Of the file field: "Keyword file". */
  label: string
  accept: string
  /** The file on its way, and which share of it was sent. What follows the upload takes its time too. */
  sending: { name: string; share: number } | null
  /** Labels of the two steps of `sending`: "Uploading file", "Reading file". */
  steps: readonly [uploading: string, next: string]
  /** What happens to the file after the upload: "Reading". */
  next: string
  onFile: (file: File) => Promise<void>
  /** The call's field the button is for, which gets the focus when it's wrong. */
  field?: string
  /** Before the button. */
  children?: ReactNode
}

/** A file dropped or chosen, and how far its upload is. */
export function FileDrop(props: FileDropProps) {
  const { icon: Icon, title, hint, label, accept, sending, steps, next, onFile, field, children } = props
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    await onFile(file)
    // The same file can be chosen again.
    if (input.current) input.current.value = ''
  }
  const { over, zone } = useFileDrop((file) => void take(file))
  const isUploading = sending !== null && sending.share < 1
  return (
    <div
      {...zone}
      className={cx(
        'flex min-h-27 flex-wrap items-center gap-x-6 gap-y-3 rounded-l border border-dashed px-5 py-4',
        over ? 'border-accent bg-accent-wash' : 'border-mark bg-panel',
      )}
    >
      <Icon className="size-6 shrink-0 text-ink-3" strokeWidth={1.4} aria-hidden />
      {sending ? (
        <div className="min-w-48 flex-1" aria-live="polite">
          <p className="[overflow-wrap:anywhere]">
            {isUploading ? `Uploading ${sending.name}` : `${next} ${sending.name}`}
            {isUploading && <span className="text-ink-3 tabular-nums"> {Math.round(sending.share * 100)}%</span>}
          </p>
          <Progress
            className="mt-2 max-w-80"
            value={isUploading ? sending.share : null}
            label={isUploading ? steps[0] : steps[1]}
          />
        </div>
      ) : (
        <>
          <div className="min-w-48 flex-1">
            <p className="text-m">{title}</p>
            <p className="text-ink-3 text-xs">{hint}</p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {children}
            <input
              ref={input}
              type="file"
              accept={accept}
              className="sr-only"
              tabIndex={-1}
              aria-label={label}
              onChange={(event) => void take(event.target.files?.[0])}
            />
            <Button data-field={field} onClick={() => input.current?.click()}>
              Choose file
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
