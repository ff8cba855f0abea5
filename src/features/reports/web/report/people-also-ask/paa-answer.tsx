import type { PaaNode } from '../../../rules/questions/paa-tree.ts'

const getHost = (url: string) => URL.parse(url)?.host.replace(/^www\./, '') ?? url

/** What Google answers, and the page it's from. */
export function PaaAnswer({ node }: { node: PaaNode }) {
  const { answer, title, url } = node
  return (
    <>
      {answer && <p className="mt-1 max-w-[68ch] text-ink-2">{answer}</p>}
      {url && (
        <p className="mt-0.5 text-ink-3 text-xs [overflow-wrap:anywhere]">
          <a href={url} target="_blank" rel="noreferrer nofollow" className="link" data-print-href>
            {title || getHost(url)}
          </a>
          {/* On paper, the whole URL follows the title. */}
          {title && <span className="print:hidden"> · {getHost(url)}</span>}
        </p>
      )}
    </>
  )
}
