import type { ChildNode, Element as ParsedElement } from 'domhandler'
import { parseDocument } from 'htmlparser2'

/**
 * HTML as elements that ProseMirror's parser and readers of pasted HTML can walk, without a browser: only what they ask for. A browser
 * moves misplaced elements of tables and lists; this doesn't.
 */
export class FakeNode {
  nodeType: number
  nodeName: string
  nodeValue: string | null = null
  parentNode: FakeNode | null = null
  childNodes: FakeNode[] = []
  attributes: { name: string; value: string }[] = []

  constructor(nodeType: number, nodeName: string) {
    this.nodeType = nodeType
    this.nodeName = nodeName
  }

  get tagName() {
    return this.nodeName
  }
  get parentElement(): FakeNode | null {
    return this.parentNode?.nodeType === 1 ? this.parentNode : null
  }
  get children() {
    return this.childNodes.filter(({ nodeType }) => nodeType === 1)
  }
  get firstChild(): FakeNode | null {
    return this.childNodes[0] ?? null
  }
  get firstElementChild(): FakeNode | null {
    return this.children[0] ?? null
  }
  get nextSibling(): FakeNode | null {
    return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) + 1] ?? null
  }
  get previousSibling(): FakeNode | null {
    return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) - 1] ?? null
  }
  get ownerDocument() {
    return {
      createTextNode: (text: string) => Object.assign(new FakeNode(3, '#text'), { nodeValue: text }),
    }
  }
  get textContent(): string {
    return this.nodeType === 3 ? (this.nodeValue ?? '') : this.childNodes.map((child) => child.textContent).join('')
  }
  get dataset(): Record<string, string> {
    return Object.fromEntries(
      this.attributes
        .filter(({ name }) => name.startsWith('data-'))
        .map(({ name, value }) => [
          name.slice(5).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
          value,
        ]),
    )
  }
  get classList() {
    return (this.getAttribute('class') ?? '').split(/\s+/)
  }
  get style() {
    const rules = (this.getAttribute('style') ?? '').split(';').flatMap((rule) => {
      const [name, ...value] = rule.split(':')
      return name?.trim() ? [[name.trim(), value.join(':').trim()] as const] : []
    })
    const get = (name: string) => rules.find(([one]) => one === name)?.[1] ?? ''
    return Object.assign(
      rules.map(([name]) => name),
      {
        getPropertyValue: get,
        textAlign: get('text-align'),
        fontWeight: get('font-weight'),
        fontStyle: get('font-style'),
        textDecoration: get('text-decoration'),
        whiteSpace: get('white-space'),
      },
    )
  }
  getAttribute(name: string) {
    return this.attributes.find((one) => one.name === name)?.value ?? null
  }
  hasAttribute(name: string) {
    return this.getAttribute(name) !== null
  }
  querySelector(selector: string): FakeNode | null {
    for (const child of this.childNodes) {
      const found = child.matches(selector) ? child : child.querySelector(selector)
      if (found) return found
    }
    return null
  }
  querySelectorAll(selector: string): FakeNode[] {
    return this.childNodes.flatMap((child) => [
      ...(child.matches(selector) ? [child] : []),
      ...child.querySelectorAll(selector),
    ])
  }
  closest(selector: string): FakeNode | null {
    return this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null)
  }
  /** Tag, classes, attributes and `:not()` of an attribute. */
  matches(selector: string): boolean {
    if (this.nodeType !== 1) return false
    return selector.split(',').some((one) => {
      const not = /:not\(([^)]*)\)/.exec(one)?.[1]
      if (not && this.matches(not)) return false
      const plain = one.replace(/:not\([^)]*\)/g, '').trim()
      const tag = /^[a-z][\w-]*/i.exec(plain)?.[0]
      if (tag && tag.toUpperCase() !== this.nodeName) return false
      const classes = [...plain.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!)
      const wanted = [...plain.matchAll(/\[([\w-]+)(\^?=)?"?([^"\]]*)"?\]/g)]
      return (
        classes.every((name) => this.classList.includes(name)) &&
        wanted.every(([, name, sign, value]) => {
          const own = this.getAttribute(name!)
          return sign === '^=' ? own?.startsWith(value!) : sign ? own === value : own !== null
        })
      )
    })
  }
}

/** The elements of a piece of HTML, in a `<body>`. */
export function parseHtmlToDom(html: string): FakeNode {
  const body = new FakeNode(1, 'BODY')
  body.childNodes = toNodes(parseDocument(html).childNodes, body)
  return body
}

function toNodes(nodes: ChildNode[], parent: FakeNode): FakeNode[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text' || node.type === 'comment' || node.type === 'directive') {
      const isText = node.type === 'text'
      const made = new FakeNode(isText ? 3 : 8, isText ? '#text' : '#comment')
      made.nodeValue = node.data.replace(/^!(?=\[)/, '')
      made.parentNode = parent
      return [made]
    }
    const element = node as ParsedElement
    if (!('children' in element)) return []
    // A page's own tags aren't part of its body.
    if (/^(?:html|head|body)$/.test(element.name)) return toNodes(element.children, parent)
    const made = new FakeNode(1, element.name.toUpperCase())
    made.attributes = Object.entries(element.attribs ?? {}).map(([name, value]) => ({ name, value }))
    made.parentNode = parent
    made.childNodes = toNodes(element.children, made)
    return [made]
  })
}
