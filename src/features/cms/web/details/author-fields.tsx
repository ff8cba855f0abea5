import { lazy, Suspense, useState } from 'react'
import { boxedSrcset } from '#features/images/rules/image-url.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import type { DetailField } from './cover-field.tsx'
import type { PostDetails } from './post-details.ts'

const ImagePicker = lazy(() =>
  import('#features/images/web/in-text/image-picker.tsx').then((file) => ({ default: file.ImagePicker })),
)

export type AuthorFieldsProps = {
  details: Pick<PostDetails, 'authorName' | 'authorBio' | 'authorImage'>
  name: DetailField
  bio: DetailField
  onChange: (change: Partial<PostDetails>) => void
}

/** Name, short bio and portrait of a post's author. */
export function AuthorFields({ details, name, bio, onChange }: AuthorFieldsProps) {
  const { workspace } = useSignedIn()
  const [picking, setPicking] = useState(false)
  return (
    <div className="grid gap-3">
      <Field label="Author" {...name} required={undefined} hint="Shown to readers. Leave empty for none.">
        <Input
          value={details.authorName}
          autoComplete="off"
          onChange={(event) => onChange({ authorName: event.target.value })}
        />
      </Field>
      {details.authorName && (
        <>
          <Field label="About the author" {...bio} required={undefined} hint="One sentence, shown below the post.">
            <Input value={details.authorBio} onChange={(event) => onChange({ authorBio: event.target.value })} />
          </Field>
          <div className="flex flex-wrap items-center gap-2">
            {details.authorImage && (
              <img
                src={details.authorImage}
                srcSet={boxedSrcset(details.authorImage)}
                sizes="40px"
                alt=""
                className="size-10 rounded-full bg-well object-cover"
              />
            )}
            {canEdit(workspace) && (
              <Button size="s" onClick={() => setPicking(true)}>
                {details.authorImage ? 'Change portrait' : 'Choose portrait'}
              </Button>
            )}
            {details.authorImage && (
              <Button size="s" variant="quiet" onClick={() => onChange({ authorImage: '' })}>
                Remove portrait
              </Button>
            )}
          </div>
        </>
      )}
      {picking && (
        <Suspense>
          <ImagePicker
            title="Choose a portrait"
            workspaceId={workspace._id}
            onPick={({ src }) => {
              onChange({ authorImage: src })
              setPicking(false)
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
