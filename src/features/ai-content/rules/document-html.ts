/** Exports a document as an HTML page, with the sources it cites. Apart from Markdown, because its libraries take 8 MB of memory. */
import { markdownToHtml } from '#kit/markdown/markdown-html.ts'
import { getTextDirection } from '#kit/text-direction.ts'
import type { Citation } from '../contract.ts'
import type { DocumentFile } from './document-file.ts'
import { citationsIn } from './generation/citations/citation-marks.ts'

/** Returns a complete HTML page without scripts, which can be pasted into any editor. */
export function toHtmlFile(file: DocumentFile): string {
  const { title, contentMd, language } = file
  const cited = citationsIn(contentMd, file.citations)
  const head = /^\s*# /.test(contentMd) || !title ? '' : `<h1>${escaped(title)}</h1>\n`
  const sources =
    cited.length === 0
      ? ''
      : `<section>\n<h2>Sources</h2>\n<ol>\n${cited.map((citation) => `<li id="source-${citation.n}" value="${citation.n}">${sourceLine(citation)}</li>`).join('\n')}\n</ol>\n</section>\n`
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${getTextDirection(language, `${title}\n${contentMd}`)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>body{font:1.1rem/1.6 Georgia,serif;max-width:42rem;margin:3rem auto;padding:0 1rem}img{max-width:100%}table{border-collapse:collapse}aside.callout{border:1px solid #ccc;border-inline-start:4px solid #666;border-radius:.3rem;padding:.2rem 1rem;margin:1rem 0}td,th{border:1px solid #ccc;padding:.3rem .6rem}sup a{text-decoration:none}pre{direction:ltr;text-align:left}code{unicode-bidi:isolate}</style>
</head>
<body>
<article>
${head}${markdownToHtml(contentMd, new Set(cited.map(({ n }) => n)), language)}${sources}</article>
</body>
</html>
`
}

function sourceLine({ url, title, quote }: Citation): string {
  const link = /^https?:/i.test(url) ? `<a href="${escaped(url)}">${escaped(title || url)}</a>` : escaped(title || url)
  return quote ? `${link}: “${escaped(quote)}”` : link
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!)
