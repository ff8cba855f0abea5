import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * Guides use the labels of the screens: every bold text in the README and the guides is a label of the app in its exact
 * words. A path such as **Settings → Models** has several labels. Linked decisions exist.
 */

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
/** It is about servers and numbers, and uses bold for emphasis. */
const withoutScreens = 'docs/guides/past-one-machine.md'
const guides = ['README.md', ...globSync('docs/guides/*.md', { cwd: root })].filter((file) => file !== withoutScreens)
const screens = globSync('src/{features,web,ui}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.'))
  .map(read)
  .join('\n')

const getLabels = (markdown: string) =>
  [...markdown.replace(/```[\s\S]*?```/g, '').matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, bold]) =>
    bold!.replace(/\s+/g, ' ').split(' → '),
  )

/** As text of an element, or as a complete string in the code. */
function isOnScreen(label: string) {
  const words = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')
  return new RegExp(`(?:[>}]\\s*|['"\`]|^\\s*)${words}(?:\\s*[<{]|['"\`]|\\s*$)`, 'm').test(screens)
}

test.each(guides)('%s uses labels that exist in the app', (file) => {
  expect(getLabels(read(file)).filter((label) => !isOnScreen(label))).toEqual([])
})

test('paths start with a label of the sidebar', () => {
  const sidebar = read('src/web/layout/sidebar.tsx')
  const paths = guides.flatMap((file) =>
    [...read(file).matchAll(/\*\*([^*]+? → [^*]+)\*\*/g)].map(([, path]) => path!.split(' → ')[0]!),
  )
  expect(paths.length).toBeGreaterThan(2)
  expect(paths.filter((first) => !sidebar.includes(first))).toEqual([])
})

test('the guides use labels, and a wrong label is detected', () => {
  expect(guides.flatMap((file) => getLabels(read(file))).length).toBeGreaterThan(10)
  expect(['New report', 'Create a report by magic', 'Create an archive that is none'].map(isOnScreen)).toEqual([
    true,
    false,
    false,
  ])
})

test.each([...guides, withoutScreens])('%s links to existing files', (file) => {
  const links = [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link]) => link!)
  const missing = links.filter((link) => {
    try {
      return globSync(path.join(root, path.dirname(file), link)).length === 0
    } catch {
      return true
    }
  })
  expect(missing).toEqual([])
})
