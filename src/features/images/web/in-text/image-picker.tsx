import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { RetryNote } from '#ui/retry-note.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { api } from '#web/calls/api.ts'
import { debounce } from '#web/calls/debounce.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { type Image, imagesContract, maxAltLength } from '../../contract.ts'
import { imagePath } from '../../rules/image-url.ts'
import { imageErrorTexts } from '../error-texts.ts'
import { ImageDrop } from '../library/image-drop.tsx'
import { ImageGrid } from '../library/image-grid.tsx'
import { useImageUploads } from '../library/use-image-uploads.ts'
import { type ImageSuggestions, SuggestedImages } from './suggested-images.tsx'

/** `src` is a path, so that it works on custom domains; `url` is absolute, for exports. */
export type PickedImage = { src: string; alt: string; url: string }

export type ImagePickerProps = {
  /** Title when the image isn't for a text, such as a logo. */
  title?: string
  workspaceId: string
  /** Shows the images that fit the text first. */
  suggestions?: ImageSuggestions
  onPick: (image: PickedImage) => void
  onClose: () => void
}

const perPage = 24

/** Choose or upload an image, with its alt text. */
export function ImagePicker({ title, workspaceId, suggestions, onPick, onClose }: ImagePickerProps) {
  const [q, setQ] = useState('')
  const { found, failed, add, more, again } = useLibrary(workspaceId, q)
  const [chosen, setChosen] = useState<Image | null>(null)
  const [alt, setAlt] = useState('')
  const lacksAlt = !title && chosen !== null && alt.trim() === ''
  const choose = (image: Image) => {
    setChosen(image)
    setAlt(image.alt)
  }
  const { sending, send, dismiss } = useImageUploads(workspaceId, (image) => {
    add(image)
    choose(image)
  })
  const insert = (event: FormEvent) => {
    event.preventDefault()
    if (chosen) onPick({ src: imagePath(chosen._id), alt: alt.trim(), url: chosen.url })
  }
  return (
    <Dialog
      open
      width="l"
      onOpenChange={(open) => !open && onClose()}
      title={title ?? 'Insert image'}
      footer={
        <form onSubmit={insert} className="flex w-full flex-wrap items-end justify-end gap-2" noValidate>
          {!title && (
            <Field
              label="Alt text"
              className="min-w-60 flex-1"
              labelHidden
              hint={
                lacksAlt ? 'Without alt text, screen readers and search engines can’t tell what it shows.' : undefined
              }
            >
              <Input
                value={alt}
                maxLength={maxAltLength}
                disabled={!chosen}
                placeholder={chosen ? 'Describe the image' : 'Choose an image, then describe it'}
                onChange={(event) => setAlt(event.target.value)}
              />
            </Field>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" type="submit" disabled={!chosen}>
            {title ? 'Choose image' : lacksAlt ? 'Insert without alt text' : 'Insert'}
          </Button>
        </form>
      }
    >
      <ImageDrop sending={sending} onFiles={send} onDismiss={dismiss}>
        <div className="mt-4">
          <span className="mb-4 block w-full sm:w-72">
            <Input
              type="search"
              aria-label="Search by name or alt text"
              placeholder="Search by name or alt text"
              icon={<Search size={15} aria-hidden />}
              value={q}
              maxLength={200}
              onChange={(event) => setQ(event.target.value)}
            />
          </span>
          {suggestions && q.trim() === '' && (
            <SuggestedImages
              workspaceId={workspaceId}
              suggestions={suggestions}
              chosenId={chosen?._id ?? ''}
              onPick={choose}
            />
          )}
          {failed !== null ? (
            <RetryNote onRetry={again}>{failed}</RetryNote>
          ) : found === null ? (
            <p className="flex items-center gap-2 py-6 text-ink-3 text-s" role="status">
              <Spinner /> Loading
            </p>
          ) : found.items.length === 0 ? (
            <EmptyState level={3} title={q.trim() ? 'No images match your search.' : 'No images yet.'} />
          ) : (
            <>
              <ImageGrid images={found.items} verb="Choose" chosenId={chosen?._id ?? ''} onPick={choose} />
              {found.total > found.items.length && (
                <Button size="s" className="mt-4" onClick={more}>
                  Show more of {plural(found.total, 'image')}
                </Button>
              )}
            </>
          )}
        </div>
      </ImageDrop>
    </Dialog>
  )
}

/** The library's images, loaded page by page; null while loading. */
function useLibrary(workspaceId: string, q: string) {
  const [found, setFound] = useState<{ items: Image[]; total: number } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [page, setPage] = useState(1)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search starts on its first page
  useEffect(() => setPage(1), [q])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the request
  useEffect(() => {
    const load = async (signal: AbortSignal) => {
      setFailed(null)
      try {
        const list = { workspace_id: workspaceId, q: q.trim() || undefined, page, limit: perPage }
        const { items, total } = await api(imagesContract.list, list, { signal })
        setFound((old) => ({ items: page > 1 && old ? withNew(old.items, items) : items, total }))
      } catch (error) {
        if (signal.aborted && !(error instanceof AppError)) return
        setFailed(getSentence(error, imageErrorTexts))
      }
    }
    return debounce(load, q.trim() ? 250 : 0)
  }, [workspaceId, q, page, tries])
  return {
    found,
    failed,
    again: () => setTries((n) => n + 1),
    more: () => setPage((n) => n + 1),
    /** Puts a new upload first. */
    add: (image: Image) =>
      setFound((old) => ({
        items: withNew([image], old?.items ?? []),
        total: (old?.total ?? 0) + (old?.items.some(({ _id }) => _id === image._id) ? 0 : 1),
      })),
  }
}

const withNew = (first: Image[], then: Image[]) => [
  ...first,
  ...then.filter(({ _id }) => !first.some((one) => one._id === _id)),
]
