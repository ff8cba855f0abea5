import { Copy, Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { AppError } from '#kit/errors.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { Link } from '#ui/link.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getFieldError } from '#web/calls/error-texts.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useFocusInvalid } from '#web/calls/use-focus-invalid.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { type Image, type ImageUse, imagesContract, maxAltLength } from '../../contract.ts'
import { imageMarkdown } from '../../rules/image-url.ts'
import { imageErrorTexts } from '../error-texts.ts'
import { getFacts, getSources } from '../image-labels.ts'

export type ImageDialogProps = {
  image: Image
  editable: boolean
  onClose: () => void
  onSaved: (image: Image) => void
  onDeleted: (image: Image) => void
}

/** An image's preview, name, alt text, URL and actions. */
export function ImageDialog({ image, editable, onClose, onSaved, onDeleted }: ImageDialogProps) {
  const [name, setName] = useState(image.name)
  const [alt, setAlt] = useState(image.alt)
  const [confirmingDelete, setConfirmingDelete] = useState(false)
  const saving = useCall()
  const form = useFocusInvalid(saving.error)
  const changed = name.trim() !== image.name || alt.trim() !== image.alt

  const save = (event: FormEvent) => {
    event.preventDefault()
    void saving.run(async () => {
      const { image: saved } = await api(imagesContract.update, { _id: image._id, name, alt })
      setName(saved.name)
      setAlt(saved.alt)
      onSaved(saved)
      notify.done('Saved.')
    })
  }
  const copy = async (text: string, what: string) => {
    try {
      await navigator.clipboard.writeText(text)
      notify.done(`${what} copied.`)
    } catch {
      notify.failed('Your browser blocked copying. Select the text in the field instead.')
    }
  }
  if (confirmingDelete)
    return <DeleteImage image={image} onClose={() => setConfirmingDelete(false)} onDeleted={onDeleted} />
  return (
    <Dialog
      open
      width="l"
      onOpenChange={(open) => !open && onClose()}
      title={<span className="[overflow-wrap:anywhere]">{image.name}</span>}
      description={
        <>
          {getFacts(image)} · <DateTime at={image.created_at} />
        </>
      }
      footer={
        <>
          {editable && (
            <Button variant="danger" className="mr-auto" onClick={() => setConfirmingDelete(true)}>
              Delete image
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
          {editable && (
            <Button variant="solid" type="submit" form="image-words" busy={saving.busy} disabled={!changed}>
              Save
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,300px)]">
        <div className="grid max-h-100 place-items-center overflow-hidden rounded-m border border-line bg-well max-md:max-h-56">
          <img
            {...getSources(image)}
            sizes="(max-width: 768px) 90vw, 520px"
            width={image.width}
            height={image.height}
            alt={image.alt}
            className="max-h-100 w-auto max-w-full object-contain max-md:max-h-56"
          />
        </div>
        <form ref={form} id="image-words" className="grid content-start gap-4" onSubmit={save} noValidate>
          <Field
            label="Alt text"
            hint="Describes the image for people who can’t see it. Documents that already use it keep their own alt text."
            error={getFieldError(saving.error, 'alt', imageErrorTexts)}
          >
            <Textarea
              rows={3}
              value={alt}
              maxLength={maxAltLength}
              readOnly={!editable}
              onChange={(event) => setAlt(event.target.value)}
            />
          </Field>
          <Field label="Name" error={getFieldError(saving.error, 'name', imageErrorTexts)}>
            <Input
              value={name}
              maxLength={200}
              readOnly={!editable}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <CallError error={saving.error} texts={imageErrorTexts} fields={['alt', 'name']} />
          <Field label="URL">
            <Input value={image.url} readOnly onFocus={(event) => event.target.select()} />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button size="s" icon={<Copy size={13} aria-hidden />} onClick={() => void copy(image.url, 'URL')}>
              URL
            </Button>
            <Button
              size="s"
              icon={<Copy size={13} aria-hidden />}
              onClick={() => void copy(imageMarkdown({ alt, url: image.url }), 'Markdown')}
            >
              Markdown
            </Button>
            <a className={buttonClass('outline', 's')} href={`/imagedownload/${image._id}`} download>
              <Download size={13} aria-hidden /> File
            </a>
          </div>
        </form>
      </div>
    </Dialog>
  )
}

type DeleteImageProps = { image: Image; onClose: () => void; onDeleted: (image: Image) => void }

/** Confirms deleting; a second time, with a list, if the image is in use. */
function DeleteImage({ image, onClose, onDeleted }: DeleteImageProps) {
  const [usedIn, setUsedIn] = useState<ImageUse[] | null>(null)
  const remove = async () => {
    try {
      await api(imagesContract.delete, { _id: image._id, force: usedIn !== null })
      onDeleted(image)
    } catch (error) {
      const uses = error instanceof AppError && error.code === 'conflict' ? error.options.details?.used_in : undefined
      if (!Array.isArray(uses)) throw error
      setUsedIn(uses as ImageUse[])
    }
    return false
  }
  return (
    <ConfirmDialog
      title={usedIn ? 'This image is in use' : 'Delete this image?'}
      description={
        usedIn
          ? 'The image will disappear from these pages.'
          : `“${image.name}” will be deleted in all sizes. This can’t be undone.`
      }
      action={usedIn ? 'Delete anyway' : 'Delete image'}
      texts={imageErrorTexts}
      onConfirm={remove}
      onClose={onClose}
    >
      {usedIn && (
        <ul aria-label="Used in" className="border-line border-t">
          {usedIn.map((use) => (
            <li key={`${use._id}${use.title}`} className="border-line border-b py-2 text-s">
              {use.kind === 'document' ? (
                <Link href={`/app/content/${use._id}`} className="[overflow-wrap:anywhere]">
                  {use.title}
                </Link>
              ) : (
                <span className="[overflow-wrap:anywhere]">{use.title}</span>
              )}
              <span className="ml-2 text-ink-3 text-xs">
                {{ document: 'document', post: 'blog post', brand: 'logo' }[use.kind]}
              </span>
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}
