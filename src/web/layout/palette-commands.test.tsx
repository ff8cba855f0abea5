import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '../../routes.ts'
import { getPaletteCommands } from './palette-commands.tsx'

/** Screens of the app whose address is complete: those of one report or list have its id. */
function listScreens() {
  const list = (entries: RouteConfigEntry[], above: string): string[] =>
    entries.flatMap(({ path, index, children }) => {
      const here = path ? `${above}/${path}` : above
      return [...(path || index ? [here] : []), ...list(children ?? [], here)]
    })
  return list(routes, '').filter((path) => /^\/app(?!\/admin\/)/.test(path) && !path.includes(':'))
}

/** Addresses that other screens or vendors lead to. */
const withoutCommand = [
  '/app/reports/compare',
  '/app/google',
  '/app/sites/connected',
  '/app/billing/return',
  '/app/workspaces/bring',
  '/app/settings/plan',
]

function getTargets(who: { editor: boolean; admin: boolean; staff: boolean }) {
  const targets: string[] = []
  const go = (to: string) => {
    targets.push(to)
    return () => {}
  }
  getPaletteCommands({ go, showKeys() {}, ...who })
  return targets
}

test('every screen of the app can be opened from the command menu', () => {
  const targets = new Set(getTargets({ editor: true, admin: true, staff: true }).map((to) => to.split('?')[0]))
  const screens = listScreens()
  expect(screens.length).toBeGreaterThan(30)
  expect(screens.filter((path) => !targets.has(path))).toEqual(withoutCommand)
})

test('only who may create something finds the command for it', () => {
  const creations = (who: Parameters<typeof getTargets>[0]) => getTargets(who).filter((to) => /\?new$/.test(to))
  expect(creations({ editor: false, admin: false, staff: false })).toEqual([])
  expect(creations({ editor: true, admin: false, staff: false })).toEqual([
    '/app/listeners?new',
    '/app/ranks?new',
    '/app/answers?new',
    '/app/lists?new',
  ])
  expect(creations({ editor: true, admin: true, staff: false })).toContain('/app/settings/destinations?new')
})
