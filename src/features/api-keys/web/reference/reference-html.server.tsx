import { renderToStaticMarkup } from 'react-dom/server'
import type { Call } from '#kit/client.ts'
import { openApiContract } from '../../contract.ts'
import { getReference, type Reference } from '../../rules/api-reference.ts'
import { ApiGroupPage, ApiOverview, ApiTypes } from './api-reference.tsx'

let reading: Promise<Reference> | null = null
const pages = new Map<string, string>()

/** The reference, made once per process, because the API doesn't change while it runs. */
function readReference(call: Call): Promise<Reference> {
  reading ??= call(openApiContract.reference, {})
    .then(({ document }) => getReference(document as Parameters<typeof getReference>[0]))
    .catch((error) => {
      reading = null
      throw error
    })
  return reading
}

/** Paths of all pages of the reference. */
export async function referencePaths(call: Call): Promise<string[]> {
  const { groups } = await readReference(call)
  return ['/docs/api', ...[...groups.map(({ id }) => id), 'types'].map((id) => `/docs/api/${id}`)]
}

/** The page of what all calls share, with a list of the groups. */
export async function overviewHtml(call: Call): Promise<string> {
  const reference = await readReference(call)
  return render('', () => <ApiOverview reference={reference} />)
}

/** The page of one group, or of the types. Null if there is none. */
export async function groupHtml(
  call: Call,
  id: string,
): Promise<{ title: string; about: string; html: string } | null> {
  const reference = await readReference(call)
  if (id === 'types')
    return {
      title: 'Types',
      about: 'Objects that several calls return.',
      html: render(id, () => <ApiTypes reference={reference} />),
    }
  const group = reference.groups.find((each) => each.id === id)
  if (!group) return null
  return {
    title: group.name,
    about: group.about,
    html: render(id, () => <ApiGroupPage reference={reference} group={group} />),
  }
}

function render(id: string, page: () => React.ReactElement): string {
  const known = pages.get(id)
  if (known !== undefined) return known
  const html = renderToStaticMarkup(page())
  pages.set(id, html)
  return html
}
