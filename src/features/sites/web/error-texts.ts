import { reportErrorTexts } from '#features/reports/web/error-texts.ts'
import { formatCount } from '#ui/format/format.ts'
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
    archive_damaged: 'The file is damaged and can’t be unpacked. Export it again.',
    file_empty: 'The file is empty.',
    not_access_log: 'This isn’t an access log in the combined format of Apache and nginx. Upload it as text or gzip.',
    log_too_large: ({ limit, max }) =>
      limit === 'mb'
        ? `The unpacked log is larger than ${formatCount(Number(max))} MB. Split it by day.`
        : `The log has more than ${formatCount(Number(max))} ${limit === 'days' ? 'days' : 'visits of AI crawlers'}. Split it.`,
    log_too_slow: 'The file takes too long to read. Split it into smaller files.',
    not_referrals:
      'This isn’t a Google Analytics export with session source and sessions. Export a report that has both columns.',
    decay_missing: 'This page is no longer in the list. Reload the page.',
    decay_resolved: 'This page is back: it no longer loses clicks.',
    page_elsewhere: 'This URL isn’t on your site.',
    day_in_future: 'Choose a day that isn’t in the future.',
    crawl_not_running: 'The crawl has already ended. Reload the page.',
  },
})
