import { GroupedPhrases, type GroupedPhrasesProps } from './grouped-phrases.tsx'

export type ComparisonsProps = Omit<GroupedPhrasesProps, 'getTitle' | 'empty'>

/** What people weigh the seed against: "vs", "or", "and", "like". */
export const Comparisons = (props: ComparisonsProps) => (
  <GroupedPhrases
    {...props}
    getTitle={(modifier) => modifier}
    empty={{
      title: 'No comparisons',
      text: 'Searches with “vs” or “or” appear here. A shorter query often has some.',
    }}
  />
)
