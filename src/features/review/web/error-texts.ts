import type { ErrorTexts } from '#web/calls/error-texts.ts'

export const reviewErrorTexts: ErrorTexts = {
  labels: {
    expires_at: 'Expires',
    may: 'Guests can',
    text: 'Comment',
    mentions: 'Mentions',
    guest_name: 'Your name',
    quote: 'Passage',
    item_id: 'About',
  },
  reasons: {
    'password:missing': 'Enter a password.',
    wrong_password: 'Wrong password. Check it and try again.',
    in_the_past: 'This date has passed. Select a later one.',
    link_missing: 'This link was disabled, has expired or is incomplete. Ask the person who sent it for a new one.',
    'content_md:missing': 'Enter the text.',
    guest_text_only: 'Guests can change the text only, not its title or outline.',
    suggestion_missing: 'This suggestion was withdrawn, or somebody decided on it already.',
    suggestion_conflict: 'This passage was changed since. Edit the text, then reject the suggestion.',
    too_many_suggestions: ({ max }) =>
      `${max} edited texts of guests are waiting. Ask the person who sent the link to go through them.`,
    too_many_guest_texts: 'Too many saved texts in a few minutes. Wait ten minutes and try again.',
    suggestions_too_complex: 'These texts are too long to compare.',
    link_password_needed: 'Reload the page and enter the link’s password again.',
    guest_state: 'Approve the document or request changes.',
    outdated_version: 'The document was edited since you opened it. Reload the page and read it again.',
    comment_missing: 'This comment doesn’t exist.',
    too_many_comments: ({ max }) => `A document can have up to ${max} comments.`,
    too_many_guest_comments: 'Too many comments in a few minutes. Wait ten minutes and try again.',
    guest_mentions: 'Guests can’t select members. Write @ and a name.',
    mentioned_not_member:
      'Somebody you mention isn’t a member of this workspace anymore. Remove the name and try again.',
    'text:missing': 'Enter a comment.',
    'guest_name:missing': 'Enter your name.',
    guest_text_too_complex: 'This document is too complex to show. Simplify its tables and lists.',
    too_many_plan_comments: ({ max }) => `A plan can have up to ${max} comments.`,
    plan_missing: 'This plan doesn’t exist, or it’s in a workspace you’re not a member of.',
    plan_item_missing: 'This item isn’t in the plan anymore. Select another one.',
    document_missing: 'This document doesn’t exist, or it’s in a workspace you’re not a member of.',
  },
}
