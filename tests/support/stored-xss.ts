import { parseDocument } from 'htmlparser2'

/**
 * Texts that try to become markup or run when displayed. Each calls `pwned()` if it succeeds. Sorted by technique:
 * plain HTML, breaking out of attributes and elements, script URLs, Markdown that creates them, and characters that
 * hide them.
 */
export const storedXss: string[] = [
  '<script>pwned()</script>',
  '<ScRiPt src=data:,pwned()></sCrIpT>',
  '<img src=x onerror=pwned()>',
  '<img src=x onerror="pwned()" alt="x',
  '<svg onload=pwned()>',
  '<svg><script>pwned()</script></svg>',
  '<svg><animate onbegin=pwned() attributeName=x dur=1s>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=pwned()>',
  '<iframe srcdoc="<script>parent.pwned()</script>"></iframe>',
  '<iframe src="javascript:parent.pwned()"></iframe>',
  '<object data="javascript:pwned()"></object>',
  '<embed src="javascript:pwned()">',
  '<body onload=pwned()>',
  '<details open ontoggle=pwned()>x</details>',
  '<input autofocus onfocus=pwned()>',
  '<video><source onerror=pwned()></video>',
  '<marquee onstart=pwned()>x</marquee>',
  '<a href="javascript:pwned()">x</a>',
  '<a href="jav&#x09;ascript:pwned()">x</a>',
  '<base href="javascript:pwned();//">',
  '<meta http-equiv="refresh" content="0;url=javascript:pwned()">',
  '<link rel="stylesheet" href="javascript:pwned()">',
  '<style>@import "javascript:pwned()";</style>',
  '<form action="javascript:pwned()"><button>x</button></form>',
  '<template><script>pwned()</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=pwned()>">',
  '"><script>pwned()</script>',
  "'><img src=x onerror=pwned()>",
  '" onmouseover="pwned()" x="',
  "' autofocus onfocus='pwned()",
  '</title><script>pwned()</script>',
  '</script><script>pwned()</script>',
  '</textarea><script>pwned()</script>',
  '--><script>pwned()</script>',
  ']]><script>pwned()</script>',
  '<!--<img src="--><img src=x onerror=pwned()//">',
  '<![CDATA[<script>pwned()</script>]]>',
  '{{constructor.constructor("pwned()")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a payload
  '${pwned()}',
  'javascript:pwned()',
  'JaVaScRiPt:pwned()',
  ' javascript:pwned()',
  'java\tscript:pwned()',
  'java\nscript:pwned()',
  '\u0001javascript:pwned()',
  'vbscript:pwned()',
  'data:text/html,<script>pwned()</script>',
  'data:text/html;base64,PHNjcmlwdD5wd25lZCgpPC9zY3JpcHQ+',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="pwned()"/>',
  '//evil.example/x" onerror="pwned()',
  'https://a.example/"onmouseover="pwned()',
  "https://a.example/'onmouseover='pwned()",
  '[x](javascript:pwned())',
  '[x](JAVASCRIPT:pwned())',
  '[x](java&#115;cript:pwned())',
  '[x](javascript&colon;pwned())',
  '[x](<javascript:pwned()>)',
  '[x](\u0001javascript:pwned())',
  '[x](data:text/html,<script>pwned()</script>)',
  '[x](vbscript:pwned())',
  '[x](https://a.example "\' onmouseover=pwned() ")',
  '[x](https://a.example/"onmouseover="pwned())',
  '![x](javascript:pwned())',
  '![x"onerror="pwned()](x)',
  '![x](x "\\" onerror=\\"pwned()")',
  '![x](data:image/svg+xml,<svg onload=pwned()>)',
  '<javascript:pwned()>',
  '[x]: javascript:pwned()\n\n[x]',
  '[x]: <javascript:pwned()> "y"\n\n[x]',
  '[^1]: <script>pwned()</script>',
  '```"><script>pwned()</script>\ncode\n```',
  '```html" onmouseover="pwned()\ncode\n```',
  '`<script>pwned()</script>`',
  '| <img src=x onerror=pwned()> |\n| --- |\n| <svg onload=pwned()> |',
  '# <img src=x onerror=pwned()>',
  '## " onmouseover="pwned()',
  '## [x](javascript:pwned())',
  '&lt;script&gt;pwned()&lt;/script&gt;',
  '&#60;script&#62;pwned()&#60;/script&#62;',
  '\\<script>pwned()\\</script>',
  '<scr\u0000ipt>pwned()</scr\u0000ipt>',
  '<\u200bscript>pwned()</script>',
  '＜script＞pwned()＜/script＞',
  '\ud800<script>pwned()</script>',
  '\u2028<script>pwned()</script>',
  '\u202e<script>pwned()</script>',
  `${'<b>'.repeat(500)}<script>pwned()</script>`,
]

export type HtmlElement = { name?: string; attribs?: Record<string, string>; children?: HtmlElement[] }

export function* getElements(node: HtmlElement): Generator<HtmlElement> {
  if (node.name) yield node
  for (const child of node.children ?? []) yield* getElements(child)
}

const running = /^(?:script|iframe|object|embed|base|math|marquee|template|noscript|video|style)$/

/** What of a page would run or load something in a browser; `isOurs` recognizes the page's own elements. */
export function dangersIn(html: string, isOurs: (element: HtmlElement) => boolean = () => false): string[] {
  const found: string[] = []
  for (const element of getElements(parseDocument(html) as HtmlElement)) {
    const { name, attribs = {} } = element
    if (running.test(name!) && !isOurs(element)) found.push(`<${name}>`)
    for (const [attribute, value] of Object.entries(attribs)) {
      if (/^on|^srcdoc$|^formaction$/.test(attribute)) found.push(`${name} ${attribute}`)
      // In a `content` or `value` a URL leads nowhere.
      if (/^(?:href|src|action|data|xlink:href|poster)$/.test(attribute) && runs(value))
        found.push(`${name} ${attribute}=${value}`)
    }
  }
  return found
}

const runs = (address: string) => /^(?:javascript|vbscript|data):/i.test(address.replace(/[\s\p{Cc}]/gu, ''))
