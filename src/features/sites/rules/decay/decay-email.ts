import type { EmailSample } from '#kit/email/email.ts'
import { renderEmail } from '#kit/email/email-template.ts'
import type { Cause } from './causes.ts'

export type DecayedPage = { page: string; change: number; lost: number; cause: Cause }
export type DecaySummary = { site: string; workspace: string; color: string | null; pages: DecayedPage[]; link: string }

const causeTexts: Record<Cause, string> = {
  position: 'lower position',
  ctr: 'lower CTR at the same position',
  demand: 'fewer people search for it',
}
const maxListed = 5

/** The email to who connected Search Console, when pages began to lose clicks. */
export function decayEmail({ site, workspace, color, pages, link }: DecaySummary) {
  const lost = pages.reduce((sum, one) => sum + one.lost, 0)
  const heading = `${pages.length} ${pages.length === 1 ? 'page is' : 'pages are'} losing clicks`
  const lines = pages
    .slice(0, maxListed)
    .map(({ page, change, cause }) => `${page}: ${Math.round(change * 100)}%, ${causeTexts[cause]}`)
  return renderEmail({
    subject: `${heading}: ${site}`,
    preview: lines[0] ?? heading,
    workspace: { name: workspace, color },
    heading,
    parts: [
      {
        kind: 'text',
        text: `In the last 28 complete days, ${site} lost more clicks on these pages than chance explains.`,
      },
      { kind: 'numbers', numbers: [{ value: String(Math.round(lost)), label: 'clicks lost in 28 days' }] },
      ...lines.map((text) => ({ kind: 'text' as const, text })),
    ],
    action: { label: 'View pages', link },
    why: `You get this email because you connected Search Console in “${workspace}”.`,
  })
}

export function decayEmailSamples(publicUrl: string): EmailSample[] {
  const pages: DecayedPage[] = [
    { page: 'https://hollowoak.example/shelf-life', change: -0.48, lost: 912, cause: 'position' },
    { page: 'https://hollowoak.example/gift-sets', change: -0.37, lost: 238, cause: 'demand' },
  ]
  return [
    {
      name: 'Pages losing clicks',
      sentTo: 'who connected Search Console',
      email: decayEmail({
        ...{ site: 'hollowoak.example', workspace: 'Hollow Oak', color: '#0f766e', pages },
        link: `${publicUrl}/app/sites/sample/decay`,
      }),
    },
  ]
}
