import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { publicMeta } from '#web/public-pages/public-meta.ts'
import type { Route } from './+types/contact-page.ts'
import { SitePage } from './site-page.tsx'

export const handle = publicHandle
export const links = publicLinks

export function loader({ context }: Route.LoaderArgs) {
  const { operator, publicUrl, signedIn } = context.get(pageContext)
  return { email: operator.contactEmail, publicUrl, signedIn }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'Contact · Earshot',
    description: 'How to reach the operator of this Earshot server.',
    publicUrl: loaderData?.publicUrl ?? '',
    path: '/contact',
  })

export default function ContactPage({ loaderData: { email, signedIn } }: Route.ComponentProps) {
  return (
    <SitePage title="Contact" signedIn={signedIn}>
      <div className="mt-6 grid gap-3 text-l">
        {email ? (
          <p>
            Email the operator of this server:{' '}
            <a className="link [overflow-wrap:anywhere]" href={`mailto:${email}`}>
              {email}
            </a>
          </p>
        ) : (
          <p>The operator of this server hasn’t published an email address.</p>
        )}
        <p className="text-ink-2">
          Something isn’t working? The{' '}
          <a className="link" href="/status">
            status page
          </a>{' '}
          shows known problems.
        </p>
      </div>
    </SitePage>
  )
}
