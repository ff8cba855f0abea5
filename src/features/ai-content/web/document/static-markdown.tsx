import type { JSONContent } from '@tiptap/core'
import type { ReactNode } from 'react'
import { getCalloutLabel } from '#kit/markdown/markdown-callouts.ts'

/**
 * Renders a document without the editor, for the first paint. It creates elements instead of HTML, so a text can't
 * inject tags (XSS).
 */
export const StaticText = ({ doc }: { doc: JSONContent }) => <div className="document-body">{children(doc)}</div>

const children = (node: JSONContent): ReactNode => node.content?.map((child, at) => <Block key={at} node={child} />)

function Block({ node }: { node: JSONContent }): ReactNode {
  const inside = children(node)
  switch (node.type) {
    case 'text':
      return <Marked text={node.text ?? ''} marks={node.marks ?? []} />
    case 'paragraph':
      return <p>{inside ?? <br />}</p>
    case 'heading': {
      const Tag = `h${node.attrs?.level}` as 'h1'
      return <Tag>{inside}</Tag>
    }
    case 'bulletList':
      return <ul>{inside}</ul>
    case 'orderedList':
      return <ol start={node.attrs?.start}>{inside}</ol>
    case 'listItem':
      return node.attrs?.checked == null ? (
        <li>{inside}</li>
      ) : (
        <li className="task" data-checked={node.attrs.checked}>
          <label>
            <input type="checkbox" aria-label="Done" disabled defaultChecked={node.attrs.checked} />
          </label>
          <div>{inside}</div>
        </li>
      )
    case 'blockquote':
      return <blockquote>{inside}</blockquote>
    case 'callout': {
      const label = getCalloutLabel(node.attrs?.kind, 'en')
      return (
        <aside className={`callout callout-${node.attrs?.kind}`} role="note" aria-label={label} data-label={label}>
          {inside}
        </aside>
      )
    }
    case 'footnote':
      return (
        <div className="footnote" data-footnote={node.attrs?.n} role="note" aria-label={`Footnote ${node.attrs?.n}`}>
          {inside}
        </div>
      )
    case 'linkDefinition':
      return <div className="link-definition">{`[${node.attrs?.label}]: ${node.attrs?.href}`}</div>
    case 'codeBlock':
      return (
        <pre>
          <code>{inside}</code>
        </pre>
      )
    case 'horizontalRule':
      return <hr />
    case 'hardBreak':
      return <br />
    case 'image':
      return <img src={safeUrl(node.attrs?.src)} alt={node.attrs?.alt ?? ''} title={node.attrs?.title ?? undefined} />
    case 'citation':
      return <sup data-citation={node.attrs?.n}>{node.attrs?.n}</sup>
    case 'table':
      return (
        <div className="tableWrapper">
          <table>
            <tbody>{inside}</tbody>
          </table>
        </div>
      )
    case 'tableRow':
      return <tr>{inside}</tr>
    case 'tableHeader':
      return <th style={{ textAlign: node.attrs?.align ?? undefined }}>{inside}</th>
    case 'tableCell':
      return <td style={{ textAlign: node.attrs?.align ?? undefined }}>{inside}</td>
    default:
      return inside
  }
}

type Mark = NonNullable<JSONContent['marks']>[number]

/** Nests text in its marks, outermost first. */
function Marked({ text, marks }: { text: string; marks: Mark[] }): ReactNode {
  const [mark, ...rest] = marks
  if (!mark) return text
  const inside = <Marked text={text} marks={rest} />
  switch (mark.type) {
    case 'bold':
      return <strong>{inside}</strong>
    case 'italic':
      return <em>{inside}</em>
    case 'strike':
      return <s>{inside}</s>
    case 'code':
      return <code>{inside}</code>
    case 'link':
      return (
        <a href={safeUrl(mark.attrs?.href)} rel="noopener" target="_blank">
          {inside}
        </a>
      )
    default:
      return inside
  }
}

/** Returns safe URLs only. URLs that would run code are dropped (XSS). */
const safeUrl = (url: unknown) =>
  typeof url === 'string' && (/^(https?:|mailto:|tel:)/i.test(url) || !/^\s*[a-z][a-z0-9+.-]*:/i.test(url))
    ? url
    : undefined
