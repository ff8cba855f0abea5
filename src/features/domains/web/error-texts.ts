import type { ErrorTexts } from '#web/calls/error-texts.ts'

export const domainErrorTexts: ErrorTexts = {
  labels: {
    domain: 'Domain',
    target: 'Content',
    'brand.name': 'Name',
    'brand.logo': 'Logo',
    'brand.color': 'Color',
  },
  reasons: {
    domains_not_set_up: 'Custom domains aren’t available on this server. Ask your administrator.',
    'domain:missing': 'Enter a domain, such as reports.example.com.',
    'domain:too_long': 'A domain can have up to 253 characters.',
    not_a_domain: 'Enter only the domain, such as reports.example.com, without https:// or a path.',
    ip_address: 'Enter a domain, such as reports.example.com, not an IP address.',
    has_port: 'Enter the domain without a port.',
    wildcard: 'Wildcards aren’t supported. Enter one domain, such as reports.example.com.',
    invalid_characters: 'A domain can have letters, digits and hyphens, separated by dots.',
    not_public: 'This domain can’t be reached on the internet. Enter a public domain.',
    incomplete: 'Enter the full domain, such as reports.example.com.',
    shared_suffix: 'This domain is shared by many people. Enter one you own.',
    own_host: 'This domain belongs to this server. Enter one you own.',
    domain_missing: 'No workspace uses this domain, or its DNS records aren’t set up yet.',
    not_in_plan: 'This plan doesn’t include a custom domain.',
    proof_needed: ({ domain }) =>
      `${domain} points here but belonged to another workspace before. Add the TXT record below to prove it’s yours.`,
    record_wrong: ({ name }) => `${name} points somewhere else. Change its record to the value below.`,
    txt_record_wrong: 'The TXT record has another value. Change it to the value below.',
    dns_silent: ({ domain }) => `The DNS provider of ${domain} isn’t responding. We’ll check again automatically.`,
    dns_silent_for_a_week: ({ domain }) =>
      `${domain} was switched off because its DNS provider didn’t respond for a week. Check its DNS records.`,
    domain_moved: ({ domain }) =>
      `${domain} no longer points to this server, so it was switched off to protect it from misuse. Change its DNS records to the values below.`,
    not_recorded: 'The DNS records aren’t correct yet. Compare them with the values below.',
    domain_taken: ({ domain }) => `Another workspace uses ${domain}.`,
    'brand.logo:image_missing': 'This image isn’t in this workspace. Upload it first.',
    'brand.color:invalid_format': 'Enter a color such as #0f766e.',
  },
}
