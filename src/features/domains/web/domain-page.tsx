import { roleAtLeast } from '#kit/endpoint.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { orRespond } from '#web/page-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-head.tsx'
import { requireWorkspace } from '#web/session.ts'
import { SettingsPart } from '#web/settings-part.tsx'
import { type DomainStatus, domainsContract, type WorkspaceDomain } from '../contract.ts'
import type { Route } from './+types/domain-page.ts'
import { BrandForm } from './brand-form.tsx'
import { DomainForm } from './domain-form.tsx'
import { DomainRecords } from './domain-records.tsx'
import { RemoveDomain } from './remove-domain.tsx'
import { useDomainLooks } from './use-domain-looks.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Domain and brand · Settings · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  // The name servers are asked once the page is there.
  const found = await orRespond(args.request, call(domainsContract.find, { workspace_id: workspace._id, look: false }))
  return { workspace, found }
}

const badges: Record<DomainStatus, { tone: BadgeTone; words: string }> = {
  active: { tone: 'good', words: 'active' },
  pending_dns: { tone: 'warn', words: 'waiting for DNS' },
  error: { tone: 'bad', words: 'not served' },
}

/** A workspace under a name of its own: the domain, what its DNS holds, and how its readers see it. */
export default function DomainPage({ loaderData: { workspace, found: first } }: Route.ComponentProps) {
  return <Domain key={workspace._id} workspace={workspace} first={first} />
}

type DomainProps = { workspace: Route.ComponentProps['loaderData']['workspace']; first: WorkspaceDomain }

function Domain({ workspace, first }: DomainProps) {
  const { found, setFound, looking, failed, look } = useDomainLooks(workspace._id, first)
  const { domain, status, target, allowed, cname_target } = found
  const admin = roleAtLeast(workspace.role, 'admin')
  const badge = status && badges[status]
  return (
    <>
      <ScreenHead
        title="Domain and brand"
        beside={badge && <Badge tone={badge.tone}>{badge.words}</Badge>}
        meta="Shared reports or the blog of this workspace, under a name of its own and as its own."
      />
      <div className="grid max-w-220 gap-10">
        {!allowed && <NotInPlan owner={workspace.role === 'owner'} />}
        {(allowed || domain) && (
          <SettingsPart title="Domain">
            {cname_target === null && <NotSetUp />}
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
          <SettingsPart title="DNS">
            <DomainRecords found={found} looking={looking} failed={failed} onLook={() => void look()} />
          </SettingsPart>
        )}
        {(allowed || found.brand) && (
          <SettingsPart title="Brand">
            {admin && allowed ? (
              <BrandForm
                workspace={workspace}
                brand={found.brand}
                owner={workspace.role === 'owner'}
                onSaved={setFound}
              />
            ) : (
              <p className="text-ink-2">{admin ? 'The plan does not show it any more.' : needsAdmin(workspace.role)}</p>
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

const needsAdmin = (role: string) => `Your role here is ${role}: an admin or the owner can set this up.`

const NotInPlan = ({ owner }: { owner: boolean }) => (
  <ErrorNote
    tone="warn"
    action={
      owner && (
        <Button href="/app/settings/plan" size="s">
          See the plans
        </Button>
      )
    }
    todo={
      owner
        ? 'The table of plans says which ones do.'
        : 'The plan of whoever owns this workspace decides: ask them for more.'
    }
  >
    This plan has no domain and no brand of its own.
  </ErrorNote>
)

const NotSetUp = () => (
  <ErrorNote
    tone="warn"
    todo={
      <>
        Whoever runs it sets <code>CNAME_TARGET</code> to the name that domains shall point to, and puts something in
        front that gets certificates: docs/guides/domains.md has it step by step. The brand below works without.
      </>
    }
  >
    Own domains are not set up on this installation.
  </ErrorNote>
)
