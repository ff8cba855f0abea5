import { roleAtLeast } from '#kit/endpoint.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type DomainStatus, domainsContract, type WorkspaceDomain } from '../contract.ts'
import type { Route } from './+types/domain-page.ts'
import { BrandForm } from './brand-form.tsx'
import { DomainForm } from './domain-form.tsx'
import { DomainRecords } from './domain-records.tsx'
import { RemoveDomain } from './remove-domain.tsx'
import { useDomainChecks } from './use-domain-checks.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Custom domain · Settings · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  // DNS is checked after the page has loaded, since lookups can take seconds.
  const found = await orRespond(args.request, call(domainsContract.find, { workspace_id: workspace._id, look: false }))
  return { workspace, found }
}

const badges: Record<DomainStatus, { tone: BadgeTone; words: string }> = {
  active: { tone: 'good', words: 'active' },
  pending_dns: { tone: 'warn', words: 'waiting for DNS' },
  error: { tone: 'bad', words: 'not active' },
}

/** Custom domain, its DNS records and the branding. */
export default function DomainPage({ loaderData: { workspace, found: first } }: Route.ComponentProps) {
  return <Domain key={workspace._id} workspace={workspace} first={first} />
}

type DomainProps = { workspace: Route.ComponentProps['loaderData']['workspace']; first: WorkspaceDomain }

function Domain({ workspace, first }: DomainProps) {
  const { found, setFound, checking, failed, check } = useDomainChecks(workspace._id, first)
  const { domain, status, target, allowed, cname_target } = found
  const { user } = useSignedIn()
  const admin = roleAtLeast(workspace.role, 'admin')
  const badge = status && badges[status]
  return (
    <>
      <ScreenHead
        title="Custom domain"
        beside={badge && <Badge tone={badge.tone}>{badge.words}</Badge>}
        meta="Show shared reports or the blog on your own domain, with your branding."
      />
      <div className="grid max-w-220 gap-10">
        {!allowed && <NotInPlan owner={workspace.role === 'owner'} />}
        {(allowed || domain) && (
          <SettingsPart title="Domain">
            {cname_target === null && <NotSetUp staff={user.staff} />}
            {cname_target !== null && !admin && !domain && <p className="text-ink-2">{needsAdmin(workspace.role)}</p>}
            {cname_target !== null && admin && allowed && (
              <DomainForm
                key={`${domain} ${target}`}
                workspaceId={workspace._id}
                found={found}
                owner={workspace.role === 'owner'}
                onSaved={setFound}
              />
            )}
            {domain && !(admin && allowed && cname_target) && (
              <p className="font-serif text-xl [overflow-wrap:anywhere]">{domain}</p>
            )}
          </SettingsPart>
        )}
        {domain && (
          <SettingsPart title="DNS records">
            <DomainRecords found={found} checking={checking} failed={failed} onCheck={() => void check()} />
          </SettingsPart>
        )}
        {(allowed || found.brand) && (
          <SettingsPart title="Branding">
            {admin && allowed ? (
              <BrandForm
                workspace={workspace}
                brand={found.brand}
                owner={workspace.role === 'owner'}
                onSaved={setFound}
              />
            ) : (
              <p className="text-ink-2">
                {admin ? 'Your plan no longer includes branding.' : needsAdmin(workspace.role)}
              </p>
            )}
          </SettingsPart>
        )}
        {domain && admin && (
          <SettingsPart title="Remove">
            <RemoveDomain workspaceId={workspace._id} domain={domain} onRemoved={setFound} />
          </SettingsPart>
        )}
      </div>
    </>
  )
}

const needsAdmin = (role: string) => `Your role is ${role}. Ask an admin or the owner to set this up.`

const NotInPlan = ({ owner }: { owner: boolean }) => (
  <ErrorNote
    tone="warn"
    action={
      owner && (
        <Button href="/app/settings/plan" size="s">
          Upgrade
        </Button>
      )
    }
    todo={
      owner ? 'See pricing for plans that include it.' : 'This workspace uses its owner’s plan. Ask them to upgrade.'
    }
  >
    This plan doesn’t include a custom domain or branding.
  </ErrorNote>
)

const NotSetUp = ({ staff }: { staff: boolean }) => (
  <ErrorNote
    tone="warn"
    todo="Branding below works without it."
    details={
      staff && (
        <Disclosure className="text-ink-3 text-xs" summary="Details">
          <p className="max-w-180">
            Set <code>CNAME_TARGET</code> to the name that custom domains should point to, and put a proxy in front that
            issues certificates. See docs/guides/domains.md.
          </p>
        </Disclosure>
      )
    }
  >
    Custom domains aren’t available on this server.
  </ErrorNote>
)
