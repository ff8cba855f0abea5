import { Disclosure } from '#ui/disclosure.tsx'
import type { ResearchSource } from '../contract.ts'

/** For staff: which settings turn the sources on. Customers are not told, so nothing shows. */
export function SetupDetails({ sources }: { sources: ResearchSource[] }) {
  const details = sources.flatMap(({ unavailable_details }) => unavailable_details ?? [])
  if (details.length === 0) return null
  return (
    <Disclosure className="mt-1.5 text-xs" summary="Details for staff">
      <ul className="mt-1">
        {details.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Disclosure>
  )
}
