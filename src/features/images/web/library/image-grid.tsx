import { cx } from '#ui/class-names.ts'
import type { Image } from '../../contract.ts'
import { getSources } from '../image-labels.ts'

export type ImageGridProps = {
  images: Image[]
  /** Verb of the buttons: "Open", "Choose". */
  verb: string
  chosenId?: string
  onPick: (image: Image) => void
}

/** A grid of images with names and alt texts. */
export function ImageGrid({ images, verb, chosenId, onPick }: ImageGridProps) {
  return (
    <ul aria-label="Images" className="grid grid-cols-[repeat(auto-fill,minmax(138px,1fr))] gap-x-4 gap-y-5">
      {images.map((image) => (
        <li key={image._id} className="min-w-0">
          <button
            type="button"
            onClick={() => onPick(image)}
            aria-pressed={chosenId === undefined ? undefined : chosenId === image._id}
            className="group block w-full text-left"
          >
            <span
              className={cx(
                'relative block aspect-[4/3] overflow-hidden rounded-m border bg-well',
                chosenId === image._id
                  ? 'border-accent outline-2 outline-accent'
                  : 'border-line group-hover:border-mark',
              )}
            >
              <img
                {...getSources(image)}
                sizes="(max-width: 640px) 45vw, 220px"
                width={image.width}
                height={image.height}
                alt=""
                loading="lazy"
                decoding="async"
                className="absolute inset-0 size-full object-contain"
              />
            </span>
            <span className="mt-1.5 block truncate text-s">
              <span className="sr-only">{verb} </span>
              {image.name}
            </span>
            <span className={cx('block truncate text-xs', image.alt ? 'text-ink-3' : 'text-warn')}>
              {image.alt || 'No alt text'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
