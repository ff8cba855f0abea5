import { lazy, Suspense, useState } from 'react'
import { getImageId, imagePath } from '#features/images/rules/image-url.ts'
import { Button } from '#ui/button.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'

const ImagePicker = lazy(() =>
  import('#features/images/web/in-text/image-picker.tsx').then((file) => ({ default: file.ImagePicker })),
)

export type CoverChoiceProps = { coverId: string | null; onChange: (coverId: string | null) => void }

/** The featured image, from the workspace's library. */
export function CoverChoice({ coverId, onChange }: CoverChoiceProps) {
  const { workspace } = useSignedIn()
  const [picking, setPicking] = useState(false)
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="font-[550] text-s">Featured image</span>
      {coverId && (
        <img src={imagePath(coverId, '320')} alt="" className="aspect-[40/21] w-60 rounded-m bg-well object-cover" />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="s" onClick={() => setPicking(true)}>
          Choose image
        </Button>
        {coverId && (
          <Button size="s" variant="quiet" onClick={() => onChange(null)}>
            Remove image
          </Button>
        )}
      </div>
      {picking && (
        <Suspense>
          <ImagePicker
            title="Choose a featured image"
            workspaceId={workspace._id}
            onPick={({ src }) => {
              onChange(getImageId(src))
              setPicking(false)
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
