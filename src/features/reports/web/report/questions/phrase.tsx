import { cx } from '#ui/class-names.ts'

export type PhraseProps = {
  text: string
  /** Its words are dimmed: what differs is what one reads for. */
  seed: string
  /** "vs", "for": set between the two. */
  joint?: string | null
  className?: string
}

/** A phrase found for a seed, with the words everyone knows already set back. */
export function Phrase({ text, seed, joint, className }: PhraseProps) {
  const at = text.toLowerCase().indexOf(seed.toLowerCase())
  if (seed === '' || at < 0) return <span className={className}>{text}</span>
  const before = text.slice(0, at)
  const after = text.slice(at + seed.length)
  return (
    <span className={cx('min-w-0', className)}>
      {before}
      <span className="text-ink-3">{text.slice(at, at + seed.length)}</span>
      <Rest text={after} joint={joint} />
    </span>
  )
}

function Rest({ text, joint }: { text: string; joint?: string | null }) {
  if (!joint || !text.trimStart().toLowerCase().startsWith(`${joint.toLowerCase()} `)) return text
  const from = text.toLowerCase().indexOf(joint.toLowerCase())
  return (
    <>
      {text.slice(0, from)}
      <span className="text-accent-ink">{text.slice(from, from + joint.length)}</span>
      {text.slice(from + joint.length)}
    </>
  )
}
