import { useEffect, useRef, useState } from 'react'
import { api } from '#web/calls/api.ts'
import { type Image, imagesContract } from '../../contract.ts'
import { ImageGrid } from '../library/image-grid.tsx'

/** What the images are for: words to search for, and which of those found fit, best first. */
export type ImageSuggestions = { title: string; queries: string[]; rank: (images: Image[]) => Image[] }

const maxShown = 4
const perQuery = 50

type SuggestedImagesProps = {
  workspaceId: string
  suggestions: ImageSuggestions
  chosenId: string
  onPick: (image: Image) => void
}

/** Images of the library that fit the text. Renders nothing if there are none, or the library can't be searched. */
export function SuggestedImages({ workspaceId, suggestions, chosenId, onPick }: SuggestedImagesProps) {
  const [images, setImages] = useState<Image[]>([])
  const first = useRef(suggestions)
  useEffect(() => {
    const stop = new AbortController()
    const { queries, rank } = first.current
    const search = (q: string | undefined) =>
      api(imagesContract.list, { workspace_id: workspaceId, q, page: 1, limit: perQuery }, { signal: stop.signal })
    Promise.allSettled([undefined, ...queries].map(search)).then((answers) => {
      if (stop.signal.aborted) return
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.items : []))
      setImages(rank([...new Map(found.map((image) => [image._id, image])).values()]).slice(0, maxShown))
    })
    return () => stop.abort()
  }, [workspaceId])
  if (images.length === 0) return null
  return (
    <section aria-labelledby="suggested-images" className="mb-6 border-line border-b pb-5">
      <h3 id="suggested-images" className="subheading mb-2">
        {suggestions.title}
      </h3>
      <ImageGrid images={images} verb="Choose suggested" chosenId={chosenId} onPick={onPick} />
    </section>
  )
}
