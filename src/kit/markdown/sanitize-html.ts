import sanitize from 'sanitize-html'

const allowed: sanitize.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'],
    ...['strong', 'em', 's', 'sup', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'aside'],
    'input',
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title'],
    ol: ['start', 'type'],
    li: ['id'],
    input: ['type', 'disabled', 'checked'],
    code: ['class'],
    th: ['style'],
    td: ['style'],
    aside: ['role'],
  },
  allowedClasses: { aside: ['callout', 'callout-*'], p: ['callout-label'] },
  allowedStyles: { '*': { 'text-align': [/^(?:left|right|center)$/] } },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
}

/** HTML with only the tags, attributes and URLs that a text needs. */
export const sanitizeHtml = (html: string) => sanitize(html, allowed)
