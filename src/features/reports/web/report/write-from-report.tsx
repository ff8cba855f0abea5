import { PenLine } from 'lucide-react'
import { useParams } from 'react-router'
import { Button } from '#ui/button.tsx'

/** From the gathered outline to a text: the report of this address comes along as its source. */
export function WriteFromReport() {
  const { id } = useParams()
  return id ? (
    <Button href={`/app/content/new?template=blog_post&report=${id}`} icon={<PenLine size={14} aria-hidden />}>
      Write article
    </Button>
  ) : null
}
