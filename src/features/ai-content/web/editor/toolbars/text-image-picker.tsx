import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { ImagePicker, type PickedImage } from '#features/images/web/in-text/image-picker.tsx'
import { getImageQueries, rankImages } from '../../../rules/suggest-images.ts'
import { getTextAround } from '../text-around.ts'

type TextImagePickerProps = {
  editor: Editor
  workspaceId: string
  /** The text's language, BCP 47. */
  language: string
  onPick: (image: PickedImage) => void
  onClose: () => void
}

/** The image library, with the images that fit the section around the cursor first. */
export default function TextImagePicker({ editor, workspaceId, language, onPick, onClose }: TextImagePickerProps) {
  const [around] = useState(() => getTextAround(editor, language))
  return (
    <ImagePicker
      workspaceId={workspaceId}
      suggestions={{
        title: around.heading === '' ? 'Suggested for this text' : `Suggested for “${around.heading}”`,
        queries: getImageQueries(around),
        rank: (images) => rankImages(images, around),
      }}
      onPick={onPick}
      onClose={onClose}
    />
  )
}
