import type { Browser, BrowserContext, Page } from 'playwright-core'
import { awake } from './hydration.ts'
import { storedXss } from './stored-xss.ts'

/** Opens pages like a user and reports their text, the scripts that ran, and those that only the CSP blocked. */

export type Visit = {
  name: string
  address: string
  as: BrowserContext
  /** Clicks that reveal the rest of the page. */
  act?: (page: Page) => Promise<void>
}

export type Seen = {
  name: string
  address: string
  /** All readable text, including attributes and fields. */
  text: string
  /** Calls of `pwned()` and dialogs. */
  ran: string[]
  /** Elements and attributes that would run, wherever they came from. */
  dangers: string[]
  /** Navigations without a click. */
  moved: string[]
  /** What the page's CSP blocked. */
  violations: string[]
}

const maxWaitMs = 15_000

/** A browser page that opens one URL after another, because a new one for each would cost as much as many visits. */
type Tab = { page: Page; ran: string[]; moved: string[]; arrived: string | null }

/**
 * Visits several pages in parallel.
 *
 * @param marksOn texts to wait for on a page of that name, since some parts appear after hydration
 */
export async function visitAll(visits: Visit[], marksOn: (name: string) => string[]): Promise<Seen[]> {
  const seen: Seen[] = []
  // Pages of the same name each show a part.
  const isAlone = (name: string) => visits.filter((visit) => visit.name === name).length === 1
  const left = visits.entries()
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      const tabs = new Map<BrowserContext, Tab>()
      for (const [at, visit] of left) {
        const tab = tabs.get(visit.as) ?? (await openTab(visit.as))
        tabs.set(visit.as, tab)
        seen[at] = await visitOne(tab, visit, isAlone(visit.name) ? marksOn(visit.name) : [])
      }
      for (const { page } of tabs.values()) await page.close()
    }),
  )
  return seen
}

async function openTab(as: BrowserContext): Promise<Tab> {
  const page = await as.newPage()
  page.setDefaultTimeout(60_000)
  const tab: Tab = { page, ran: [], moved: [], arrived: null }
  await page.exposeFunction('pwned', () => void tab.ran.push('pwned()'))
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') tab.ran.push(`${dialog.type()} ${dialog.message()}`)
    void dialog.accept()
  })
  page.on('popup', (popup) => void tab.moved.push(`a window for ${popup.url()}`))
  page.on('framenavigated', (frame) => {
    if (tab.arrived !== null && frame.url() !== tab.arrived) tab.moved.push(frame.url())
  })
  await page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    document.addEventListener('securitypolicyviolation', (event) => {
      refused.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`.trim())
    })
  })
  return tab
}

async function visitOne(tab: Tab, { name, address, act }: Visit, marks: string[]): Promise<Seen> {
  const { page } = tab
  Object.assign(tab, { ran: [], moved: [], arrived: null })
  await page.goto(address)
  if (/^\/app(?:$|[/?])/.test(address)) await awake(page)
  tab.arrived = page.url()
  await act?.(page)
  const deadline = Date.now() + maxWaitMs
  let read = await page.evaluate(readPage)
  while (!marks.every((mark) => isThere(mark, read.text)) && Date.now() < deadline) {
    await page.waitForTimeout(100)
    read = await page.evaluate(readPage)
  }
  const { ran, moved } = tab
  return { name, address, ran, moved, ...read }
}

/** Files and emails, which our CSP doesn't protect. */
export async function visitHtml(browser: Browser, files: [name: string, html: string][]): Promise<Seen[]> {
  const context = await browser.newContext({ offline: true })
  const seen: Seen[] = []
  for (const [name, html] of files) {
    const page = await context.newPage()
    const ran: string[] = []
    await page.exposeFunction('pwned', () => void ran.push('pwned()'))
    await page.setContent(html)
    const { text, dangers } = await page.evaluate(readPage)
    seen.push({
      name,
      address: 'a file',
      text,
      ran,
      dangers,
      moved: page.url() === 'about:blank' ? [] : [page.url()],
      violations: [],
    })
  }
  await context.close()
  return seen
}

export async function openAll(page: Page) {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true
    for (const button of document.querySelectorAll<HTMLElement>('main button[aria-expanded="false"]')) button.click()
  })
}

/** Runs in the page. */
function readPage() {
  const parts: string[] = []
  const dangers: string[] = []
  const runs = /^(?:javascript|vbscript|data):/i
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    const name = element.localName
    if (name === 'script') {
      const { src, nonce, type } = element as HTMLScriptElement
      const isOurs = src !== '' && new URL(src).origin === location.origin
      if (type === 'application/ld+json') parts.push(element.textContent)
      else if (!isOurs && !nonce) dangers.push(`<script> ${element.textContent.slice(0, 60)}`)
      continue
    }
    if (/^(?:iframe|object|embed|base|frame|portal)$/.test(name)) dangers.push(`<${name}>`)
    if (name === 'meta' && /^refresh$/i.test(element.getAttribute('http-equiv') ?? '')) dangers.push('<meta refresh>')
    for (const { name: attribute, value } of element.attributes) {
      if (/^on|^srcdoc$|^formaction$/.test(attribute)) dangers.push(`${name} ${attribute}=${value.slice(0, 60)}`)
      const leads = /^(?:href|src|action|data|xlink:href|poster|ping|cite|background)$/.test(attribute)
      // An image URL can't run, any other can.
      const address = value.replace(/[\s\p{Cc}]/gu, '')
      if (leads && runs.test(address) && !(name === 'img' && /^data:image\//i.test(address)))
        dangers.push(`${name} ${attribute}=${value.slice(0, 60)}`)
      if (!/^(?:class|style|id|d|nonce)$/.test(attribute)) parts.push(value)
    }
    if ('value' in element && typeof element.value === 'string') parts.push(element.value)
    if (name === 'style') continue
    for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) parts.push(child.nodeValue ?? '')
  }
  const refused = (window as unknown as { refused?: string[] }).refused ?? []
  return { text: parts.join(' \n'), dangers, violations: refused }
}

/** Ignores white space, case and invisible characters, which screens and parsers change. */
const flat = (text: string) => text.toLowerCase().replace(/[\s\p{Cc}\p{Cf}\p{Cs}\ufffd]+/gu, '')
const beginnings = storedXss.map((payload) => flat(payload).slice(0, 20))

/** Whether the text that starts with this mark is displayed as written. */
export function isThere(mark: string, text: string): boolean {
  const flattened = flat(text)
  if (mark === 'pwned') return flattened.includes(mark)
  for (const { 0: found, index } of flattened.matchAll(new RegExp(`${mark}\\d+`, 'g'))) {
    const rest = flattened.slice(index + found.length, index + found.length + 20)
    if (beginnings.some((beginning) => beginning !== '' && rest.startsWith(beginning.slice(0, 20)))) return true
  }
  return false
}

/** The decoded parts of an email. */
export function getEmailParts(email: string): { text: string; html: string } {
  const part = (type: string) => {
    const [, body = ''] =
      new RegExp(`Content-Type: text/${type};[^]*?\\r?\\n\\r?\\n([^]*?)(?:\\r?\\n----_NmP|$)`).exec(email) ?? []
    return decodeQuotedPrintable(body)
  }
  return { text: part('plain'), html: part('html') }
}

function decodeQuotedPrintable(body: string): string {
  const bytes: number[] = []
  const joined = body.replace(/=\r?\n/g, '')
  for (let at = 0; at < joined.length; at++) {
    const code = /^=([0-9A-F]{2})/.exec(joined.slice(at, at + 3))?.[1]
    bytes.push(code ? Number.parseInt(code, 16) : joined.charCodeAt(at))
    if (code) at += 2
  }
  return Buffer.from(bytes).toString('utf8')
}
