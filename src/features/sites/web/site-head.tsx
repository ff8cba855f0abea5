import type { ReactNode } from 'react'
import { Tabs } from '#ui/tabs.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import type { Site } from '../contract.ts'

type Props = {
  site: Site
  tab: 'pages' | 'queries' | 'decay' | 'outcomes' | 'visits'
  meta: ReactNode
  actions?: ReactNode
}

/** The head of a site’s screens, with its tabs. */
export function SiteHead({ site, tab, meta, actions }: Props) {
  return (
    <>
      <ScreenHead title={site.url} meta={meta} actions={actions} />
      <Tabs
        label="Site"
        className="mb-5"
        value={tab}
        tabs={[
          { value: 'pages', label: 'Pages', count: site.crawl.pages, href: `/app/sites/${site._id}` },
          { value: 'queries', label: 'Queries', href: `/app/sites/${site._id}/queries` },
          { value: 'decay', label: 'Decay', href: `/app/sites/${site._id}/decay` },
          { value: 'outcomes', label: 'Outcomes', href: `/app/sites/${site._id}/outcomes` },
          { value: 'visits', label: 'AI visits', href: `/app/sites/${site._id}/visits` },
        ]}
      />
    </>
  )
}
