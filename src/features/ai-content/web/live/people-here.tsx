import type { LivePeople } from './use-live-editing.ts'

const maxShown = 3

/** Who else has the document open for writing. Nothing, when that is nobody. */
export function PeopleHere({ people, isJoined, client }: LivePeople) {
  const me = people.find((person) => person.client === client)
  const others = people.filter((person) => person.client !== client)
  const names = [
    ...new Set(others.map(({ name, user_id }) => (user_id === me?.user_id ? 'You, in another tab' : name))),
  ]
  const label = isJoined ? 'Also editing:' : 'Also here:'
  return (
    <>
      {/* Read out politely when someone comes or leaves. It's there before anyone is. */}
      <span role="status" className="sr-only">
        {names.length > 0 ? `${label} ${names.join(', ')}` : ''}
      </span>
      {names.length > 0 && (
        <span aria-hidden className="min-w-0 max-w-72 truncate text-ink-2 text-s" title={names.join(', ')}>
          {label} {names.slice(0, maxShown).join(', ')}
          {names.length > maxShown && ` and ${names.length - maxShown} more`}
        </span>
      )}
    </>
  )
}
