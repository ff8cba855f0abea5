import { cx } from '#ui/class-names.ts'
import type { StoredAnswer } from '../../contract.ts'
import { type Block, type Run, readMarkdown } from './read-markdown.ts'

type Mention = { start: number; end: number; brand: string; isOwn: boolean }
type Props = { text: string; mentions: Mention[] }

/** What an engine answered, with the brands marked where it names them. */
export function AnswerText({ text, mentions }: Pick<StoredAnswer, 'text' | 'mentions'>) {
  const spans = mentions
    .flatMap(({ brand, own, spans: found }) => found.map((span) => ({ ...span, brand, isOwn: own })))
    .sort((a, b) => a.start - b.start)
  return (
    <div className="grid gap-2.5 rounded-m bg-well p-3 text-s leading-relaxed [overflow-wrap:anywhere]">
      {readMarkdown(text).map((block, index) => (
        <BlockView key={index} block={block} text={text} mentions={spans} />
      ))}
    </div>
  )
}

function BlockView({ block, ...props }: Props & { block: Block }) {
  if (block.kind === 'table')
    return (
      <div className="overflow-x-auto">
        <table className="border-collapse">
          <tbody>
            {block.rows.map((cells, row) => (
              <tr key={row} className="border-line-2 border-b last:border-0">
                {cells.map((runs, cell) => (
                  <td key={cell} className={cx('py-1 pr-4 align-top', row === 0 && 'font-[550]')}>
                    <Runs runs={runs} {...props} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  const runs = <Runs runs={block.runs} {...props} />
  if (block.kind === 'heading') return <p className="font-[600]">{runs}</p>
  if (block.kind === 'code')
    return (
      <pre className="overflow-x-auto whitespace-pre-wrap font-mono text-xs">
        <code>{runs}</code>
      </pre>
    )
  if (block.kind === 'paragraph') return <p className="whitespace-pre-line">{runs}</p>
  return (
    <p className="grid grid-cols-[1.5rem_1fr]" style={{ marginLeft: `${block.depth * 1.25}rem` }}>
      <span className="text-ink-3 tabular-nums">{block.marker}</span>
      <span>{runs}</span>
    </p>
  )
}

const Runs = ({ runs, ...props }: Props & { runs: Run[] }) =>
  runs.map((run) => <RunView key={run.start} run={run} {...props} />)

function RunView({ run, ...props }: Props & { run: Run }) {
  const marked = <Marked start={run.start} end={run.end} {...props} />
  if (run.code) return <code>{marked}</code>
  if (run.href)
    return (
      <a className="link" href={run.href} rel="noopener noreferrer nofollow" target="_blank">
        {marked}
      </a>
    )
  if (!run.strong && !run.emphasis) return marked
  return <span className={cx(run.strong && 'font-[600]', run.emphasis && 'italic')}>{marked}</span>
}

/** A piece of the text; the parts of mentions within it are marked. */
function Marked({ start, end, text, mentions }: Props & { start: number; end: number }) {
  const parts: { text: string; mention: Mention | null }[] = []
  let from = start
  for (const mention of mentions) {
    const [at, to] = [Math.max(from, mention.start), Math.min(end, mention.end)]
    if (at >= to) continue
    parts.push({ text: text.slice(from, at), mention: null }, { text: text.slice(at, to), mention })
    from = to
  }
  parts.push({ text: text.slice(from, end), mention: null })
  return parts.map(({ text: part, mention }, index) =>
    mention ? (
      <mark
        key={index}
        title={mention.brand}
        className={mention.isOwn ? 'bg-accent-wash text-accent-ink' : 'bg-line text-ink'}
      >
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
