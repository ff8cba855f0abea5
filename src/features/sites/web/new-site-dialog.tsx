import { useState } from 'react'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { api } from '#web/calls/api.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type Site, sitesContract } from '../contract.ts'
import { sitesErrorTexts } from './error-texts.ts'

/** Adds a site and starts its first crawl. */
export default function NewSiteDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (site: Site) => void }) {
  const { workspace } = useSignedIn()
  const [key] = useState(randomKey)
  const form = useContractForm({
    endpoint: sitesContract.add,
    fields: ['url'],
    texts: sitesErrorTexts,
    getInput: (typed) => ({ workspace_id: workspace._id, url: typed('url') ?? '' }),
    send: async (input) => {
      const { site } = await api(sitesContract.add, input, { idempotencyKey: key })
      // The site is there even if its crawl can’t start; its page has the button.
      await api(sitesContract.crawl, { _id: site._id }).catch(() => null)
      onAdded(site)
      return null
    },
  })
  return (
    <FormDialog title="New site" form={form} action="Add site" onClose={onClose}>
      <Field
        label="Site"
        {...form.field('url')}
        hint="A domain includes its subdomains. For a part of a site, enter the start of its URLs, such as https://example.com/blog/."
      >
        <Input inputMode="url" autoComplete="off" placeholder="example.com" />
      </Field>
      <p className="text-ink-3 text-xs">
        Earshot reads your robots.txt and sitemaps and fetches up to 20,000 pages, one per second.
      </p>
    </FormDialog>
  )
}
