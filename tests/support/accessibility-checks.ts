import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { settled } from './wait-for-idle.ts'

/**
 * Checks that a screen is accessible: axe finds no violations, and nothing is wider than the window.
 *
 * axe runs in the page and returns only its violations. `AxeBuilder` of @axe-core/playwright also reports everything
 * that passes, in a separate page, which takes five times the CPU time. All rules run in the first view. In others only what
 * differs there is checked: colors, and the width.
 */

type Part = { exclude: string[]; include?: string[] }
export type View = { colorScheme?: 'light' | 'dark'; width?: number }

/** Every screen is checked in a wide window in dark mode, which shows the most, and on a phone in light mode. */
export const everyView: View[] = [
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 360 },
]

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const colorRules: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
/**
 * Disables color transitions, which take longer than axe, and deferred rendering, which keeps old colors below the
 * fold.
 */
const stillAndWhole = `
  *, ::before, ::after { transition: none !important }
  * { content-visibility: visible !important }
`
/** Checks only the first of repeated elements: hundreds of similar rows take axe minutes. */
const someOfMany =
  'main :is(ul, ol, tbody, svg a) > :nth-child(n + 5), main * > :nth-child(n + 17) { display: none !important }'
/** Toasts fade in and out, with too little contrast while half transparent. */
const passing = ['[data-sonner-toaster]']

/**
 * Runs the checks and leaves the page with its original width and the colors of the last view.
 *
 * @param name names the screen in the failure
 * @param views checked one after the other; by default the current one
 * @param parts selectors to check if the whole page would take minutes
 */
export async function looksRight(
  page: Page,
  { name = '', views = [{}], parts }: { name?: string; views?: readonly View[]; parts?: string[] } = {},
) {
  const size = page.viewportSize()
  const still = await page.addStyleTag({ content: stillAndWhole })
  for (const [at, { colorScheme, width }] of views.entries()) {
    if (colorScheme) await page.emulateMedia({ colorScheme })
    if (width) await page.setViewportSize({ width, height: 900 })
    await settled(page)
    const where = [name, colorScheme, width].filter(Boolean).join(' ')
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wider, `${where}: pixels too wide`).toBeLessThanOrEqual(0)
    const fewer = parts ? null : await page.addStyleTag({ content: someOfMany })
    const found = await objections(page, { parts, ...(at > 0 && { runOnly: colorRules }) })
    await fewer?.evaluate((element) => (element as HTMLStyleElement).remove())
    expect(found, where).toEqual([])
  }
  await still.evaluate((element) => (element as HTMLStyleElement).remove())
  if (size && views.some(({ width }) => width)) await page.setViewportSize(size)
}

/** Violated rules, each with its first element. */
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
