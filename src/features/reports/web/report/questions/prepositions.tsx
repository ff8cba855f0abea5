import { GroupedPhrases, type GroupedPhrasesProps } from './grouped-phrases.tsx'

export type PrepositionsProps = Omit<GroupedPhrasesProps, 'getTitle' | 'empty'>

/** What it is for, with, without, near. */
export const Prepositions = (props: PrepositionsProps) => (
  <GroupedPhrases
    {...props}
    getTitle={(modifier) => modifier}
    empty={{
      title: 'No phrases with prepositions',
      text: 'Phrases with “for”, “with” or “near” appear here when a source suggests them.',
    }}
  />
)
