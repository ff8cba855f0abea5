import { cmsErrorTexts } from '#features/cms/web/error-texts.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'

export const publishingErrorTexts: ErrorTexts = joinErrorTexts(cmsErrorTexts, {
  labels: {
    url: 'Site address',
    username: 'User name',
    application_password: 'Application password',
    admin_api_key: 'Admin API key',
    access_token: 'Access token',
    token: 'API token',
    secret: 'Secret',
    slug: 'Slug',
    title: 'Title',
    excerpt: 'Excerpt',
    tags: 'Tags',
    categories: 'Categories',
    author: 'Author',
    meta_title: 'Meta title',
    meta_description: 'Meta description',
    canonical: 'Canonical URL',
    publish_at: 'Date and time',
    collection: 'Collection',
  },
  reasons: {
    https_required: 'Use the https:// address of your site, so that your password is encrypted on its way.',
    private_address: 'This address is in a private network. Use your site’s public address.',
    destination_redirects: ({ to }) =>
      to
        ? `Your site redirects to ${to}. Enter that address instead: passwords aren’t sent along with a redirect.`
        : 'Your site redirects to another address. Enter that address instead.',
    no_wordpress: ({ host }) => `No WordPress was found at ${host}. Enter the address of your site’s home page.`,
    no_ghost: ({ host }) => `No Ghost was found at ${host}. Enter the address that your integration shows as API URL.`,
    no_shopify: ({ host }) => `No Shopify store was found at ${host}. Enter its myshopify.com address.`,
    credentials_rejected: ({ host }) =>
      `${host} rejected the credentials. Check them, and check that your server passes the Authorization header on.`,
    application_passwords_disabled: ({ host }) =>
      `Application passwords are turned off on ${host}. Turn them on in WordPress or in your security plugin.`,
    rest_api_blocked: ({ host }) =>
      `Something on ${host} blocks WordPress’ REST API. Allow it in your security plugin or firewall.`,
    cannot_write: ({ host }) => `This user can’t write posts on ${host}. Use one that can, such as an editor.`,
    credentials_needed: 'Enter the credentials again: saved ones are never sent to a new address.',
    too_many_destinations: ({ max }) => `A workspace can have up to ${max} destinations. Remove one first.`,
    too_many_checks: 'This was checked too often. Try again later.',
    too_many_publications: 'This workspace published too many posts in the last hour. Try again later.',
    blog_exists: 'Your workspace’s blog is in the list already.',
    blog_stays: 'Your workspace’s own blog can’t be removed.',
    destination_missing: 'This destination was removed. Reload the page.',
    publication_missing: 'Earshot no longer tracks this post. Reload the page.',
    destination_unreachable: ({ host }) => `${host} couldn’t be reached. Try again later.`,
    destination_timeout: ({ host }) => `${host} took too long to respond. Try again: nothing is published twice.`,
    destination_failed: ({ host, status }) =>
      `${host} had a problem (HTTP ${status}). Try again: nothing is published twice.`,
    destination_invalid_answer: ({ host }) => `${host} sent an unexpected response. Check the site’s address.`,
    destination_rate_limited: ({ host, seconds }) => `${host} is limiting requests. Try again in ${seconds} seconds.`,
    destination_forbidden: ({ host, message }) =>
      `${host} doesn’t allow this with your credentials.${message ? ` It says: ${message}` : ''}`,
    destination_rejected: ({ host, message, field }) =>
      `${host} didn’t accept the post${field ? ` because of its field “${field}”` : ''}. It says: ${message}`,
    clock_skew: ({ host }) =>
      `${host} rejected the request because its clock and this server’s differ by more than five minutes.`,
    collection_missing: 'Choose where posts go: a collection or a blog of the site.',
    fields_missing: ({ fields }) => `Choose what these required fields get: ${fields}.`,
    image_too_large: ({ host, name }) => `${host} refused the image “${name}” as too large. Use a smaller one.`,
    image_refused: ({ host, name, message }) => `${host} refused the image “${name}”. It says: ${message}`,
    too_many_images: ({ max }) => `A post can have up to ${max} images.`,
    category_missing: ({ host, name }) => `${host} has no category “${name}”, and your user can’t create it.`,
    tag_missing: ({ host, name }) => `${host} has no tag “${name}”, and your user can’t create it.`,
    author_missing: ({ host, name }) => `${host} has no author “${name}”.`,
    drafts_only: ({ host }) => `Your credentials can save drafts on ${host}, but not publish. Choose “Draft”.`,
    slug_taken: ({ slug, host }) =>
      host
        ? `${host} has another post with the slug “${slug}”. Choose another.`
        : `Another post has the slug “${slug}”. Choose another.`,
    slug_used: ({ host }) => `${host} has another post with this slug. Choose another.`,
    remote_changed: ({ host }) => `Someone edited this post on ${host}. Nothing was sent.`,
    remote_missing: ({ host }) => `The post was deleted on ${host}. Publish again to create it.`,
    saved_meanwhile: ({ host }) => `Someone just saved this post on ${host}. Try again to compare it.`,
    publication_in_progress: 'This post is being sent right now. Try again in a moment.',
    text_too_complex: 'The text is too complex to publish. Simplify its tables and lists.',
    'publish_at:in_the_past': 'Choose a time in the future.',
    'url:invalid_url': 'Enter a full address without a user name or password, such as https://example.com.',
  },
})
