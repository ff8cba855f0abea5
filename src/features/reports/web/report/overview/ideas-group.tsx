import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format/format.ts'
import type { Row } from '../../../contract.ts'

/** Template phrases, apart from what sources suggested. */
export function IdeasGroup({ ideas, open }: { ideas: Row[]; open?: boolean }) {
  if (ideas.length === 0) return null
  return (
    <section className="mt-8 border-line border-t pt-4">
      <h3 className="subheading">Ideas</h3>
      <p className="mt-1 mb-2 max-w-160 text-ink-2 text-s">
        Template phrases with your keyword filled in. No source suggested them, and they aren’t counted.
      </p>
      <Disclosure summary={plural(ideas.length, 'idea')} open={open}>
        <ul className="mt-2 gap-x-10 sm:columns-2">
          {ideas.map((row) => (
            <li key={row._id} className="break-inside-avoid border-line border-b py-1.5 leading-snug">
              {row.text}
            </li>
          ))}
        </ul>
      </Disclosure>
    </section>
  )
}
