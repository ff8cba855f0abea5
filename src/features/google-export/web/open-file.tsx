import { buttonClass } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { GoogleFileLink } from '../contract.ts'

/** Opens a new file at Google, in another tab. */
export const OpenFile = ({ file, product }: { file: GoogleFileLink; product: string }) => (
  <Link className={buttonClass('solid')} href={file.url} target="_blank" rel="noreferrer">
    {`Open in ${product}`}
  </Link>
)
