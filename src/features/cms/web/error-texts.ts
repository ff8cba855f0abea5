import type { ErrorTexts } from '#web/error-texts.ts'

export const cmsErrorTexts: ErrorTexts = {
  labels: {
    slug: 'URL',
    lang: 'Language',
    cover: 'Cover',
    body_md: 'Text',
    publish_at: 'Date and time',
    to: 'Blog',
    'seo.title': 'Title',
    'seo.description': 'Description',
    'seo.canonical': 'Canonical URL',
  },
  reasons: {
    'slug:invalid_format': 'Use lowercase letters, digits and single hyphens.',
    'tags:too_many': ({ max }) => `A post can have up to ${max} tags.`,
    'tags:too_long': ({ max }) => `A tag can have up to ${max} characters.`,
    'publish_at:missing': 'Choose a date and time.',
    'publish_at:invalid_format': 'Choose a date and time.',
    in_the_future: 'This time is in the future. Schedule the post instead.',
    invalid_image_url: 'Enter a full image URL, such as https://example.com/cover.jpg, or choose an image.',
    slug_taken: ({ slug }) => `Another post already uses “${slug}”. Choose a different URL.`,
    just_published: 'Someone else just published this document. Reload the page to see the post.',
    saved_by_another:
      'Someone else saved this post while you were editing. Your changes aren’t saved. Copy anything you need from your version first.',
    post_missing: 'This post was deleted.',
    post_moved: 'This post has a new URL.',
    version_missing: 'This version no longer exists. Reload the page.',
    blog_missing: 'This blog no longer exists.',
    preview_expired: 'This preview link has expired or is incomplete. Preview links work for 14 days.',
    staff_only: 'Only staff can publish to this server’s blog.',
    unsaved_changes: 'Your latest changes aren’t saved yet, so they would be missing from the post. Save first.',
    document_in_progress: 'This document is still being written. Publish it when it’s finished.',
    document_empty: 'This document is empty. Add some text before you publish.',
  },
}
