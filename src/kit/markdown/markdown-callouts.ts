import type MarkdownIt from 'markdown-it'

/** Callouts are quotes whose first line is a mark such as `[!NOTE]`, as on GitHub. Other readers show them as quotes. */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type CalloutKind = (typeof calloutKinds)[number]

const labels: Record<string, Record<CalloutKind, string>> = {
  en: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  de: { note: 'Hinweis', tip: 'Tipp', important: 'Wichtig', warning: 'Warnung', caution: 'Vorsicht' },
  es: { note: 'Nota', tip: 'Consejo', important: 'Importante', warning: 'Advertencia', caution: 'Precaución' },
  fr: { note: 'Remarque', tip: 'Astuce', important: 'Important', warning: 'Avertissement', caution: 'Attention' },
  it: { note: 'Nota', tip: 'Consiglio', important: 'Importante', warning: 'Avviso', caution: 'Attenzione' },
  nl: { note: 'Opmerking', tip: 'Tip', important: 'Belangrijk', warning: 'Waarschuwing', caution: 'Let op' },
  pt: { note: 'Nota', tip: 'Dica', important: 'Importante', warning: 'Aviso', caution: 'Cuidado' },
}

/** The name of a callout in the text's language, or in English. `language`: BCP 47. */
export const getCalloutLabel = (kind: CalloutKind, language: string): string =>
  (labels[language.toLowerCase().split('-')[0]!] ?? labels.en!)[kind]

const mark = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i

/** Whether a line of a quote, without its `>`, is only the mark. */
export const isCalloutMark = (line: string) => mark.test(line.trim())

/** Tokens `callout_open` and `callout_close` instead of a quote's, with the kind as `meta`. */
export function callouts(markdown: MarkdownIt) {
  markdown.core.ruler.after('block', 'callouts', (state) => {
    const open: boolean[] = []
    const tokens = state.tokens
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!
      if (token.type === 'blockquote_close' && open.pop()) token.type = 'callout_close'
      if (token.type !== 'blockquote_open') continue
      const inline = tokens[at + 1]?.type === 'paragraph_open' ? tokens[at + 2]! : null
      const found = inline && mark.exec(inline.content)
      open.push(Boolean(found))
      if (!found) continue
      token.type = 'callout_open'
      token.meta = found[1]!.toLowerCase()
      inline.content = inline.content.slice(found[0].length)
      if (inline.content === '') tokens.splice(at + 1, 3)
    }
  })
}
