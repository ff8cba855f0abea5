import { redirect } from 'react-router'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-pages/public-frame.tsx'
import { isSecure, safeRedirect } from '#web/session/session.ts'
import { PrivacyChoices } from '#web/tracking/privacy-choices.tsx'
import { chosenConsent, consentCookieFor } from '../../rules/consent.ts'
import { availableCategories } from '../../rules/trackers/tracker-list.ts'
import type { Route } from './+types/consent-page.ts'

export const handle = publicHandle
export const links = publicLinks

export const meta: Route.MetaFunction = () => [
  { title: 'Privacy choices · Earshot' },
  { name: 'description', content: 'Which scripts from other companies can run here, and what is measured.' },
  { name: 'robots', content: 'noindex' },
]

export const loader = ({ context }: Route.LoaderArgs) => ({ signedIn: context.get(pageContext).signedIn })

/** Keeps the answer, for browsers without our scripts, and goes back to where it was given. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const given = chosenConsent(availableCategories(context.get(pageContext).trackers), {
    choice: String(form.get('choice') ?? ''),
    chosen: form.getAll('category').map(String),
  })
  return redirect(safeRedirect(form.get('back')), {
    status: 303,
    headers: { 'Set-Cookie': consentCookieFor(given, isSecure(context)) },
  })
}

export default function ConsentPage({ loaderData: { signedIn } }: Route.ComponentProps) {
  return (
    <PublicFrame signedIn={signedIn}>
      <main className="mx-auto w-full max-w-170 px-5 pt-10 sm:px-8">
        <h1 className="title">Privacy choices</h1>
        <section className="mt-8 grid gap-4">
          <h2 className="heading">Other companies</h2>
          <PrivacyChoices back="/consent" />
        </section>
        <section className="mt-10 grid gap-3 text-ink-2">
          <h2 className="heading text-ink">What this site measures itself</h2>
          <p>
            This server counts which pages are opened and what people do on them. The data isn’t shared with anyone. A
            random ID for your browser connects your visits. With Global Privacy Control or Do Not Track, or if you
            don’t accept measurement where it’s asked for, no ID is saved and visits aren’t connected. When you’re
            signed in, your activity is linked to your account.
          </p>
          <p>URLs with a secret, such as links from emails and shared reports, aren’t counted at all.</p>
        </section>
      </main>
    </PublicFrame>
  )
}
