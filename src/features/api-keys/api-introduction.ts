import type { ApiChapter } from '#platform/openapi.ts'

/** What holds for every call. Back-ticks mark code; `{url}` is the address of this installation. */
export const apiIntroduction: ApiChapter[] = [
  {
    title: 'Start here',
    paragraphs: [
      'Make a key in the settings of your workspace, under Keys, and send it as a Bearer token. This asks for the newest reports of a workspace:',
    ],
    code: `curl {url}/reports/find \\
  -H 'Authorization: Bearer ek_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"workspace_id": "…", "limit": 5}'`,
    after: [
      'JSON goes in and comes out, in UTF-8, with fields in `snake_case`. A success is 2xx and carries `"success": true` beside what was asked for; a failure is 4xx or 5xx and carries `"success": false` and an `error`. Fields a call does not know are refused, so that a mistyped one is noticed.',
      'The same description for machines is OpenAPI 3.1: `{url}/openapi.json`.',
    ],
  },
  {
    title: 'Keys and sessions',
    paragraphs: [
      'An API key speaks for one workspace, within its scopes, and with the role its maker has at the time of the call. When its maker leaves the workspace it opens nothing. It is stored as a hash: what was not copied when it was made is gone, and a new one has to be made.',
      'A session’s token, as `POST /user/login` answers it, is a Bearer token too. The browser’s own calls carry it in the cookie `app_token`; a POST with the cookie needs an `Origin` header of this site.',
      'Every call below says who may make it. Roles are viewer, editor, admin and owner, each may do what those before it may. Something in another workspace is answered as if it were not there: 404.',
    ],
  },
  {
    title: 'Doing it once',
    paragraphs: [
      'Calls that create or spend take `Idempotency-Key`, a header of up to 255 characters of your choice. For 24 hours the same caller, key and body get the first answer again, marked `Idempotency-Replayed: true`, and nothing is done twice. The same key with another body is 409, and so is one whose first call is still at work: wait as long as `Retry-After` says and send it again. A call that failed frees its key.',
    ],
    code: `curl {url}/reports/new \\
  -H 'Authorization: Bearer ek_…' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: 2026-03-02-cold-brew' \\
  -d '{"workspace_id": "…", "type": "topic", "query": "cold brew coffee", "country": "US", "language": "en"}'`,
  },
  {
    title: 'Pages, order, filters',
    paragraphs: [
      'Lists take `page`, from 1, and `limit`, 25 unless given and 100 at most; they answer `items`, `total`, `page` and `limit`. A larger `limit` is refused, not cut. `sort` names a column, with `-` before it for descending; empty values come last. `filters` holds a value or several for each column: a row passes if the column equals or contains one of them.',
    ],
  },
  {
    title: 'Streams',
    paragraphs: [
      'Progress and writing arrive as Server-Sent Events, `text/event-stream`: an `event:` name and one line of JSON in `data:`. A comment line every 15 seconds keeps proxies awake. Whoever joins late to a finished report gets its last event at once, and `progress` never falls. Closing a progress stream stops nothing; closing a stream that writes ends the writing and keeps what there is.',
    ],
    code: `curl -N {url}/reports/events/… -H 'Authorization: Bearer ek_…'`,
  },
  {
    title: 'Units and limits',
    paragraphs: [
      'A report takes a unit of `reports` for each query; clustering one of `clusters` for each keyword; a generation one of `ai`; a text one of `humanizer`; a trend look-up one of `trends`; a volume look-up one of `sv` for each keyword. A search listener holds one of `search_listener` while it is active. The plan of the workspace’s owner pays. Units are taken with the request; they come back when nothing was produced.',
      'When they do not reach, the answer is 402 and its `details` name `tool`, `available`, `requested` and `resets_at`. 1000000000 stands for unlimited.',
      'Numbers that nobody supplied are null, never invented, and every number names its provider and date. Times are ISO 8601 in UTC, countries ISO 3166-1 alpha-2, languages BCP 47.',
    ],
  },
  {
    title: 'Rates',
    paragraphs: [
      'Counted are sign-in (10 failures for one email in 15 minutes), sign-up and mail (100 an hour each for one client address), codes to redeem (20 failures in 15 minutes) and the public demo (30 an hour for one client address). Over it, the answer is 429 with `Retry-After` in seconds. Calls with a key are bound by the plan, not by a rate.',
    ],
  },
]
