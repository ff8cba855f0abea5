import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { settled } from './wait-for-idle.ts'

/**
 * Whether a screen can be read by everyone: axe objects to nothing, and nothing is wider than the window.
 *
 * axe runs inside the page and answers with its objections alone. `AxeBuilder` of @axe-core/playwright also describes
 * all that is right, in a page it opens for that: the same objections for five times the processor time. A further
 * colour scheme at the same width changes colours only, so only the rules about colours run for it.
 */

type Part = { exclude: string[]; include?: string[] }
export type View = { colorScheme?: 'light' | 'dark'; width?: number }

/** What a screen has to hold in: on a phone and wide, by night and by day. */
export const everyView: View[] = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 1280 },
]

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const colours: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
/**
 * A turn of colours is not watched on its way: drawn frame by frame it takes longer than axe. And what is far below is laid
 * out when it comes near, and keeps the colours of an earlier view until then.
 */
const stillAndWhole = `
  *, ::before, ::after { transition: none !important }
  * { content-visibility: visible !important }
`
/** Checks only the first of repeated elements: hundreds of similar rows take axe minutes. */
const someOfMany =
  'main :is(ul, ol, tbody, svg a) > :nth-child(n + 9), main * > :nth-child(n + 33) { display: none !important }'
/** Messages fade in and out on their own: half faded, they have too little contrast. */
const passing = ['[data-sonner-toaster]']

/**
 * Leaves the page as wide as it was, in the colours of the last view.
 * @param name says which screen it was when it fails
 * @param views one after the other; the page as it stands by default
 * @param parts selectors of what to look at, where all of it would take minutes
 */
export async function looksRight(
  page: Page,
  { name = '', views = [{}], parts }: { name?: string; views?: readonly View[]; parts?: string[] } = {},
) {
  const seen = new Set<number | undefined>()
  const size = page.viewportSize()
  const still = await page.addStyleTag({ content: stillAndWhole })
  for (const { colorScheme, width } of views) {
    if (colorScheme) await page.emulateMedia({ colorScheme })
    if (width) await page.setViewportSize({ width, height: 900 })
    await settled(page)
    const where = [name, colorScheme, width].filter(Boolean).join(' ')
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wider, `${where}: pixels too wide`).toBeLessThanOrEqual(0)
    const fewer = parts ? null : await page.addStyleTag({ content: someOfMany })
    const found = await objections(page, { parts, ...(seen.has(width) && { runOnly: colours }) })
    await fewer?.evaluate((element) => (element as HTMLStyleElement).remove())
    expect(found, where).toEqual([])
    seen.add(width)
  }
  await still.evaluate((element) => (element as HTMLStyleElement).remove())
  if (size && views.some(({ width }) => width)) await page.setViewportSize(size)
}

/** The rules that are broken, each with the first element that breaks it. */
export async function objections(
  page: Page,
  { parts, runOnly }: { parts?: string[]; runOnly?: RunOptions['runOnly'] } = {},
): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source)
  const context: Part = { exclude: passing, ...(parts && { include: parts }) }
  const options: RunOptions = { resultTypes: ['violations'], ...(runOnly && { runOnly }) }
  return page.evaluate(
    async ([context, options]) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: Part, options: RunOptions): Promise<AxeResults> }
      }
      const { violations } = await axe.run(context, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    [context, options] as const,
  )
}
