/**
 * Every screen, to look at: `npm run screenshots -- screens` takes them in light and dark, on a phone and zoomed in. `busy-…` wait for
 * the server's answers, and to `failing-…` it answers that it's unavailable.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, type BrowserContextOptions, errors, type Page } from 'playwright-core'
import { authContract } from '../../src/features/auth/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { createClient } from '../../src/kit/client.ts'
import { AppError } from '../../src/kit/errors.ts'
import { takeShot } from './camera.ts'
import type { Filled } from './filled-earshot.ts'

type Who = 'maya' | 'owner' | 'newcomer' | null
type Screen = {
  name: string
  path: string
  who: Who
  open?(page: Page): Promise<unknown>
  /** What happens to the page's calls but those for the session. */
  calls?: 'held' | 'refused'
}

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const views: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { ...phone, colorScheme: 'light' },
  /** A window of 1280 × 800 at 200%. */
  zoomed: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, colorScheme: 'light' },
}

const reportTabs = [
  'overview',
  'questions',
  'keywords',
  'comparisons',
  'related',
  'pages',
  'topics',
  'terms',
  'discussions',
  'trend',
]

/** Sorted by who sees them. The names are the files' names. */
function getScreens(filled: Filled, failed: string): Screen[] {
  const visitor = {
    landing: '/',
    pricing: '/pricing',
    demo: '/demo',
    blog: '/blog',
    status: '/status',
    terms: '/terms',
  }
  const more = { privacy: '/privacy', changelog: '/changelog', contact: '/contact', login: '/login', signup: '/signup' }
  const docs = { 'docs-api': '/docs/api', 'docs-glossary': '/docs/glossary', 'docs-assistants': '/docs/assistants' }
  const client = {
    shared: `/r/${filled.shareToken}`,
    post: filled.post,
    'not-found': '/nothing-here',
    forgot: '/forgot',
  }
  const maya = {
    home: '/app',
    reports: '/app/reports',
    'report-new': '/app/reports/new',
    compare: `/app/reports/compare?a=${filled.earlierReportId}&b=${filled.reportId}`,
    plans: '/app/plan',
    plan: `/app/plan/${filled.planId}`,
    'plan-board': `/app/plan/${filled.planId}?view=board`,
    'plan-map': `/app/plan/${filled.planId}?view=map`,
    'plan-calendar': `/app/plan/${filled.planId}?view=calendar`,
    'plan-item': `/app/plan/${filled.planId}/${filled.itemId}`,
    trends: '/app/trends',
    volumes: '/app/volumes',
    lists: '/app/lists',
    list: `/app/lists/${filled.listId}`,
    listeners: '/app/listeners',
    listener: `/app/listeners/${filled.listenerId}`,
    'listener-changes': `/app/listeners/${filled.listenerId}?tab=changes`,
    notifications: '/app/notifications',
    imports: '/app/imports',
    images: '/app/images',
    documents: '/app/content',
    briefing: `/app/content/new?template=blog_post&report=${filled.reportId}`,
    document: `/app/content/${filled.documentId}`,
    posts: '/app/content/posts',
    humanizer: '/app/humanizer',
    settings: '/app/settings',
    security: '/app/settings/security',
    workspace: '/app/settings/workspace',
    team: '/app/settings/team',
    domain: '/app/settings/domain',
    voices: '/app/settings/voices',
    models: '/app/settings/models',
    billing: '/app/billing',
    keys: '/app/settings/keys',
    'workspace-new': '/app/workspaces/new',
    'workspace-import': '/app/workspaces/import',
  }
  const newer: Record<string, string> = filled.newer
    ? {
        sites: '/app/sites',
        site: `/app/sites/${filled.newer.siteId}`,
        'site-queries': `/app/sites/${filled.newer.siteId}/queries`,
        ranks: '/app/ranks',
        'ranks-tracker': `/app/ranks/${filled.newer.trackerId}`,
        answers: '/app/answers',
        'answers-watch': `/app/answers/${filled.newer.watchId}`,
        batches: '/app/plan/batches',
        batch: `/app/plan/batches/${filled.newer.batchId}`,
        destinations: '/app/settings/destinations',
        feeds: '/app/settings/feeds',
        webhooks: '/app/settings/webhooks',
        webhook: `/app/settings/webhooks/${filled.newer.webhookId}`,
      }
    : {}
  const admin = [
    '',
    '/plans',
    '/codes',
    '/audit',
    '/posts',
    '/events',
    '/emails',
    '/jobs',
    '/status',
    '/models',
    '/health',
  ]
  const empty = {
    home: '',
    reports: '/reports',
    plans: '/plan',
    trends: '/trends',
    volumes: '/volumes',
    lists: '/lists',
  }
  const empty2 = { listeners: '/listeners', notifications: '/notifications', imports: '/imports', images: '/images' }
  const empty4 = { sites: '/sites', ranks: '/ranks', answers: '/answers', batches: '/plan/batches' }
  const empty5 = {
    destinations: '/settings/destinations',
    feeds: '/settings/feeds',
    webhooks: '/settings/webhooks',
  }
  const empty3 = { documents: '/content', briefing: '/content/new', posts: '/content/posts', humanizer: '/humanizer' }
  const of = (who: Who, paths: Record<string, string>, prefix = ''): Screen[] =>
    Object.entries(paths).map(([name, path]) => ({ name: prefix + name, path, who }))
  const reports = Object.fromEntries(
    reportTabs.map((tab) => [`report-${tab}`, `/app/reports/${filled.reportId}?tab=${tab}`]),
  )
  const filledScreens = of('maya', { ...maya, ...newer, ...reports })
  return [
    ...of(null, { ...visitor, ...more, ...docs, ...client }, 'public-'),
    ...filledScreens,
    { name: 'humanizer-run', path: '/app/humanizer', who: 'maya', open: openHumanizerRun },
    { name: 'palette', path: '/app', who: 'maya', open: (page) => page.keyboard.press('ControlOrMeta+k') },
    { name: 'keys-help', path: '/app/reports', who: 'maya', open: (page) => page.keyboard.type('?') },
    { name: 'report-failed', path: `/app/reports/${failed}`, who: 'newcomer' },
    ...of('owner', Object.fromEntries(admin.map((part) => [part.slice(1) || 'users', `/app/admin${part}`])), 'admin-'),
    ...Object.entries({ ...empty, ...empty2, ...empty3, ...empty4, ...empty5 }).map(([name, part]) => ({
      name: `empty-${name}`,
      path: `/app${part}`,
      who: 'newcomer' as const,
    })),
    ...filledScreens.map((screen) => ({ ...screen, name: `busy-${screen.name}`, calls: 'held' as const })),
    ...filledScreens.map((screen) => ({ ...screen, name: `failing-${screen.name}`, calls: 'refused' as const })),
  ]
}

/** Without the session's calls the page would ask to sign in. */
async function answerCalls(page: Page, calls: 'held' | 'refused') {
  const error = new AppError('unavailable', 'The server is temporarily unavailable. Try again.')
  await page.route('**/*', (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const isCall = request.resourceType() === 'fetch' && !/^\/(assets|user)\/|^\/__manifest|\.data$/.test(pathname)
    if (!isCall) return route.continue()
    if (calls === 'refused') return route.fulfill({ status: 503, json: { success: false, error: error.toBody() } })
  })
}

async function openHumanizerRun(page: Page) {
  await page
    .getByRole('link', { name: /fast-paced/ })
    .first()
    .click()
  await page.locator('.diff-text del').first().waitFor()
}

/** @param only parts of screens' names, and names of views; all of them without one */
export async function takeScreens(
  browser: Browser,
  filled: Filled,
  ownerToken: string,
  folder: string,
  only: string[],
) {
  await mkdir(folder, { recursive: true })
  const newcomer = await createClient({ baseUrl: filled.url })(authContract.signup, {
    email: `${Date.now()}@hollowoak.example`,
    password: 'a long enough one',
    first_name: 'Noa',
  })
  const failed = await addFailedReport(filled.url, newcomer.token)
  const tokens = { maya: filled.token, owner: ownerToken, newcomer: newcomer.token }
  const parts = only.filter((part) => !(part in views))
  const chosen = getScreens(filled, failed).filter(
    ({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)),
  )
  const chosenViews = Object.entries(views).filter(([view]) => only.length === parts.length || only.includes(view))
  const problems: string[] = []
  for (const { name, path: address, who, open, calls } of chosen)
    await Promise.all(
      chosenViews.map(([view, context]) =>
        takeShot(browser, {
          file: path.join(folder, `${name}-${view}`),
          context,
          url: filled.url,
          token: who ? tokens[who] : undefined,
          async show(page) {
            page.on('pageerror', (error) => problems.push(`${name}: ${error.message}`))
            if (calls) await answerCalls(page, calls)
            await page.goto(address)
            await quiet(page)
            if (open) {
              await open(page)
              await quiet(page)
            }
            const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
            if (wider > 0) problems.push(`${name} ${view}: ${wider} pixels too wide`)
            for (const text of await page.evaluate(findClippedTexts))
              problems.push(`${name} ${view}: clipped “${text}”`)
          },
          encode: async (bytes) => ({ bytes, ending: 'png' }),
        }),
      ),
    )
  await writeFile(path.join(folder, 'problems.txt'), problems.join('\n'))
  for (const problem of problems) console.log(problem)
}

/** Texts cut off by their own box without an ellipsis. Runs in the page. */
function findClippedTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!hasText || element.clientWidth < 2 || !element.checkVisibility({ visibilityProperty: true })) return false
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
      // Texts for screen readers alone.
      if (clipPath !== 'none') return false
      return (
        /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
      )
    })
    .map((element) => element.textContent!.trim().slice(0, 60))
}

/** Screens that follow work keep a connection open. */
const quiet = (page: Page) =>
  page.waitForLoadState('networkidle', { timeout: 1500 }).catch((error) => {
    if (!(error instanceof errors.TimeoutError)) throw error
  })

/** A topic that no source knows. */
async function addFailedReport(url: string, token: string): Promise<string> {
  const call = createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }) })
  const { user } = await call(authContract.userdata, {})
  const { report } = await call(reportsContract.new, {
    workspace_id: user.workspaces[0]!._id,
    type: 'topic',
    query: 'tax software',
    country: 'US',
    language: 'en',
    depth: 1,
    sources: ['google_suggest', 'bing_suggest'],
  })
  return report!._id
}
