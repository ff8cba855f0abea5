import type { EmailSample } from '#kit/email/email.ts'
import type { DigestComment } from './comment-digest.ts'
import { digestEmail } from './digest-email.ts'
import type { ChangedKeyword, RunDetails } from './run-changes.ts'

const workspaceId = 'sample'

const change = (text: string, sources: string[], volume: number | null, difficulty: number | null): ChangedKeyword => ({
  text,
  type: 'question',
  source: sources[0]!,
  sources,
  volume:
    volume === null ? null : { value: volume, low: volume, high: volume, provider: 'dataforseo', as_of: '2026-10-01' },
  difficulty,
})

const run = (keyword: string, more: Partial<RunDetails>): RunDetails => ({
  workspaceId,
  listenerId: keyword,
  runId: keyword,
  keyword,
  country: 'US',
  language: 'en',
  at: '2026-11-22T06:52:00.000Z',
  first: false,
  secret: '',
  added: [],
  removed: [],
  sourceErrors: [],
  ...more,
})

const coldBrew = run('cold brew coffee', {
  added: [
    change('how to make cold brew in a mason jar', ['google_suggest', 'youtube_suggest'], 1900, 14),
    change('does nitro cold brew have more caffeine than espresso', ['google_suggest'], 880, 9),
    change('is it safe to drink cold brew that was left out overnight', ['google_suggest'], null, null),
  ],
  removed: [change('cold brew coffee gift set', ['duckduckgo_suggest'], 2400, null)],
  sourceErrors: [{ source: 'bing_suggest', message: '' }],
})

const comment: DigestComment = {
  ...{ workspaceId, kind: 'document_comment', subjectId: 'sample', title: 'Cold brew at home', mentioned: true },
  ...{ by: 'Ada Lovelace', isGuest: false, about: 'Steep it for 16 hours.', decision: null, version: null },
  ...{ text: '@Grace Hopper, our guide says 12 hours. Which one is right?', at: '2026-11-22T06:40:00.000Z' },
}
const plan: DigestComment = {
  ...{ ...comment, kind: 'plan_comment', title: 'Winter 2026', mentioned: false, by: 'Sam', isGuest: true },
  ...{ subjectId: 'sample-plan', about: 'Best pour over kettles', text: 'Can we publish this one first?' },
}
const review: DigestComment = {
  ...{ ...comment, kind: 'document_review', mentioned: false, about: '', decision: 'changes', version: 3 },
  ...{ by: 'Sam', isGuest: true, text: 'Please add prices.' },
}

/** Digest emails with sample data. */
export function digestEmailSamples(publicUrl: string): EmailSample[] {
  const links = {
    publicUrl,
    unsubscribe: `${publicUrl}/unsubscribe?token=sample`,
    workspaces: new Map([[workspaceId, { name: 'Hollow Oak Coffee', color: '#c2410c' }]]),
  }
  const sentTo = 'recipients named in listeners'
  const pourOver = run('pour over kettle', {
    added: [change('gooseneck kettle for camping', ['google_suggest'], null, null)],
  })
  return [
    { name: 'Digest of one listener', sentTo, email: digestEmail([coldBrew], links) },
    { name: 'Digest of several listeners', sentTo, email: digestEmail([coldBrew, pourOver], links) },
    {
      name: 'Digest of comments',
      sentTo: 'people who work on documents and plans',
      email: digestEmail([], { ...links, comments: [comment, plan, review] }),
    },
    {
      name: 'Digest of a listener and a comment',
      sentTo,
      email: digestEmail([coldBrew], { ...links, comments: [comment] }),
    },
    { name: 'Digest of a first run', sentTo, email: digestEmail([{ ...coldBrew, first: true, removed: [] }], links) },
  ]
}
