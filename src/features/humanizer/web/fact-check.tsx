import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format/format.ts'
import { type FactKind, type Facts, literalKinds } from '../contract.ts'

const kindLabels: Record<FactKind, string> = {
  number: 'numbers',
  date: 'dates',
  name: 'names',
  quotation: 'quotations',
  address: 'links',
  code: 'code',
  citation: 'citations',
  frozen: 'kept words',
  negation: 'negations',
  exception: 'exceptions',
  quantifier: 'quantifiers',
  modal: 'modals',
  comparison: 'comparisons',
  condition: 'conditions',
  roles: 'who does what to whom',
}

const isLiteral = (kind: FactKind) => (literalKinds as readonly string[]).includes(kind)
const toWords = (list: string[]) =>
  list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`

/** What the fact check compared, what it found, and that it compared nothing else. */
export function FactCheck({ facts: { kept, lost, checked = [] } }: { facts: Facts }) {
  const wording = checked.filter(({ kind }) => !isLiteral(kind))
  return (
    <section aria-label="Fact check" className="grid gap-1 text-xs text-ink-3">
      {lost.length > 0 && (
        <ErrorNote tone="warn" className="mb-1">
          Missing from the new text: {lost.map((fact) => `“${fact}”`).join(', ')}.
        </ErrorNote>
      )}
      {kept.length > 0 ? (
        <Disclosure summary={`${plural(kept.length, 'number, name or quotation', literalWords)} found in both texts`}>
          <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{kept.join(' · ')}</p>
        </Disclosure>
      ) : (
        lost.length === 0 && <p>The text has no numbers, names or quotations to check.</p>
      )}
      {checked.length > 0 && (
        <p>
          Compared in the whole text: {toWords(literalKinds.map((kind) => kindLabels[kind]))}.
          {wording.length > 0 &&
            ` In each changed sentence also: ${toWords(wording.map(({ kind, found }) => (kind === 'roles' ? kindLabels[kind] : `${kindLabels[kind]} (${found} in the text)`)))}.`}{' '}
          A sentence that lost or added one of these keeps its original. Other changes in meaning aren’t checked.
        </p>
      )}
    </section>
  )
}

const literalWords = 'numbers, dates, names, quotations and links'
