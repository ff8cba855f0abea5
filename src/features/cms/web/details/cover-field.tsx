import { lazy, Suspense, useState } from 'react'
import { boxedSrcset } from '#features/images/rules/image-url.ts'
import { isImageUrl } from '#kit/url-checks.ts'
import { Button } from '#ui/button.tsx'
import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import type { PostDetails } from './post-details.ts'

const ImagePicker = lazy(() =>
  import('#features/images/web/in-text/image-picker.tsx').then((file) => ({ default: file.ImagePicker })),
)

export type DetailField = Pick<FieldProps, 'control' | 'error'>

export type CoverFieldProps = {
  details: Pick<PostDetails, 'cover' | 'coverAlt'>
  cover: DetailField
  coverAlt: DetailField
  onChange: (change: Partial<PostDetails>) => void
}

/** Cover image with its alt text, from the workspace's library or by URL. */
export function CoverField({ details, cover, coverAlt, onChange }: CoverFieldProps) {
  const { workspace } = useSignedIn()
  const [picking, setPicking] = useState(false)
  return (
    <div className="grid gap-2">
      {isImageUrl(details.cover) && (
        <img
          src={details.cover}
          srcSet={boxedSrcset(details.cover)}
          sizes="300px"
          alt=""
          className="aspect-[40/21] w-full max-w-80 rounded-m bg-well object-cover"
        />
      )}
      <Field
        label="Cover"
        {...cover}
        required={undefined}
        hint="An image from the library or a URL. Best size: 1200 × 630."
      >
        <Input
          value={details.cover}
          inputMode="url"
          placeholder="https://"
          onChange={(event) => onChange({ cover: event.target.value })}
        />
      </Field>
      {details.cover && (
        <Field label="Alt text" {...coverAlt} required={undefined} hint="What the cover shows, for screen readers.">
          <Input value={details.coverAlt} onChange={(event) => onChange({ coverAlt: event.target.value })} />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {canEdit(workspace) && (
          <Button size="s" onClick={() => setPicking(true)}>
            Choose image
          </Button>
        )}
        {details.cover && (
          <Button size="s" variant="quiet" onClick={() => onChange({ cover: '', coverAlt: '' })}>
            Remove cover
          </Button>
        )}
      </div>
      {picking && (
        <Suspense>
          <ImagePicker
            title="Choose a cover image"
            workspaceId={workspace._id}
            onPick={({ src, alt }) => {
              onChange({ cover: src, coverAlt: alt })
              setPicking(false)
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
