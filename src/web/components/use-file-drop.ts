import { type DragEvent, useState } from 'react'

/** A zone onto which one file is dropped; a button inside or beside it has to be the way for those who cannot. */
export function useFileDrop(onFile: (file: File | undefined) => void) {
  const [over, setOver] = useState(false)
  return {
    /** Whether something is held over the zone. */
    over,
    zone: {
      onDragOver(event: DragEvent) {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault()
        setOver(false)
        onFile(event.dataTransfer.files[0])
      },
    },
  }
}
