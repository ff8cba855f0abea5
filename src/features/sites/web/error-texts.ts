import { reportErrorTexts } from '#features/reports/web/error-texts.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'

export const sitesErrorTexts: ErrorTexts = joinErrorTexts(reportErrorTexts, {
  labels: { url: 'Site', page: 'Page', at: 'Day', action: 'Action' },
  reasons: {
    site_missing: 'This site no longer exists. Reload the page.',
    site_exists: 'This workspace has this site already.',
    too_many_sites: ({ max }) => `A workspace can have up to ${max} sites. Delete one first.`,
    invalid_site_url: 'Enter a domain such as example.com, or the start of your pages’ URLs.',
    search_console_not_set_up:
      'Signing in to Search Console isn’t set up on this server. Use a service account, or ask your administrator.',
    search_console_not_connected: 'This site isn’t connected to Search Console. Connect it first.',
    search_console_state_expired: 'This took too long, or was started in another account. Connect again.',
    search_console_no_property:
      'The Google account has no Search Console property for this site. Choose one of its properties, or connect another account.',
    export_elsewhere: ({ host, site }) =>
      `This export has pages of ${host}, not of ${site}. Open the site it belongs to.`,
    upload_missing: 'This export was deleted. Reload the page.',
    too_many_uploads: ({ max }) => `A site can have up to ${max} exports. Delete one first.`,
    decay_missing: 'This page is no longer in the list. Reload the page.',
    decay_resolved: 'This page is back: it no longer loses clicks.',
    page_elsewhere: 'This URL isn’t on your site.',
    day_in_future: 'Choose a day that isn’t in the future.',
    crawl_not_running: 'The crawl has already ended. Reload the page.',
  },
})
