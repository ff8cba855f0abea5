import type { ApiChapter } from '#platform/openapi/openapi.ts'

/** What applies to every call. Backticks mark code; `{url}` is replaced by the server's URL. */
export const apiIntroduction: ApiChapter[] = [
  {
    title: 'Start here',
    paragraphs: [
      'Create an API key in your workspace under Settings → API keys and send it as a Bearer token. This call lists a workspace’s newest reports:',
    ],
    code: `curl {url}/reports/find \\
  -H 'Authorization: Bearer ek_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"workspace_id": "…", "limit": 5}'`,
    after: [
      'Requests and responses are JSON in UTF-8, with `snake_case` fields. A success is 2xx with `"success": true` and the result. A failure is 4xx or 5xx with `"success": false` and an `error`. Unknown fields are rejected, so typos are caught.',
      'The same reference as OpenAPI 3.1: `{url}/openapi.json`.',
    ],
  },
  {
    title: 'Clients and assistants',
    paragraphs: [
      'Earshot’s source has a typed client for TypeScript and JavaScript in `packages/client`. It is written from the same contracts as this page and has no dependencies. Pack it with `npm pack ./packages/client` and install the file.',
    ],
    code: `import { createClient } from 'earshot-client'

const earshot = createClient({ url: '{url}', key: 'ek_…', workspaceId: '…' })
const { items } = await earshot.reports.find({ limit: 5 })`,
    after: [
      'Assistants get every call with a scope as a tool of the same name as in OpenAPI, such as `post_reports_find`: see `{url}/docs/assistants`.',
    ],
  },
  {
    title: 'Keys and sessions',
    paragraphs: [
      'An API key belongs to one workspace. It can do what its scopes allow, with the current role of the member who created it. It stops working when that member leaves the workspace. Only its hash is stored: if you lose a key, create a new one.',
      'The session token returned by `POST /user/login` is a Bearer token too. The browser sends it in the `app_token` cookie. A POST with the cookie needs an `Origin` header of this site.',
      'Every call lists who can make it. The roles are viewer, editor, admin and owner. Each includes the permissions of the roles before it. Items in other workspaces return 404.',
    ],
  },
  {
    title: 'Idempotency',
    paragraphs: [
      'Calls that create something or use credits accept an `Idempotency-Key` header of up to 255 characters. For 24 hours, the same caller, key and body get the first response again, marked `Idempotency-Replayed: true`, and nothing is done twice. The same key with a different body returns 409. So does a key whose first call is still running: wait for the time in `Retry-After` and send it again. A failed call frees its key.',
    ],
    code: `curl {url}/reports/new \\
  -H 'Authorization: Bearer ek_…' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: 2026-03-02-cold-brew' \\
  -d '{"workspace_id": "…", "type": "topic", "query": "cold brew coffee", "country": "US", "language": "en"}'`,
  },
  {
    title: 'Pagination, sorting and filters',
    paragraphs: [
      'Lists accept `page`, starting at 1, and `limit`, 25 by default and up to 100. They return `items`, `total`, `page` and `limit`. A higher `limit` is rejected. `sort` is a column name, prefixed with `-` for descending. Empty values come last. `filters` has one or more values per column. A row matches if the column equals or contains one of them.',
    ],
  },
  {
    title: 'Streams',
    paragraphs: [
      'Progress and generated text are sent as Server-Sent Events, `text/event-stream`: an `event:` name and one line of JSON in `data:`. A comment line every 15 seconds keeps the connection open. If the report is already finished, its last event is sent immediately. `progress` never decreases. Closing a progress stream doesn’t stop the report. Closing a stream that writes stops the writing and keeps the partial text. A document can have 400,000 characters. At that size, writing stops with an `error` event (`too_large`). A model that sends nothing for 30 seconds, or far more than requested, is also stopped with an `error` event, and the partial text is kept.',
    ],
    code: `curl -N {url}/reports/events/… -H 'Authorization: Bearer ek_…'`,
  },
  {
    title: 'Credits and limits',
    paragraphs: [
      'A report uses one credit of `reports` per query, clustering one of `clusters` per keyword, a generation one of `ai`, a humanized text one of `humanizer`, a trend lookup one of `trends`, and a volume lookup one of `sv` per keyword. A search listener uses one of `search_listener` while it’s active. Fields named `units` count credits. Credits come from the plan of the workspace’s owner. They’re taken with the request and refunded if nothing was produced.',
      'If the plan doesn’t have enough credits left, the call returns 402 with `tool`, `available`, `requested` and `resets_at` in `details`. 1000000000 means unlimited.',
      'Every number has its provider and date. A number no provider returned is null, never made up. Times are ISO 8601 in UTC, countries ISO 3166-1 alpha-2, languages BCP 47.',
    ],
  },
  {
    title: 'Rate limits',
    paragraphs: [
      'There are rate limits on sign-in (10 failures per email in 15 minutes), sign-up and email (100 per hour each per client IP), redeeming codes (20 failures in 15 minutes) and the public demo (30 per hour per client IP). Over the limit, calls return 429 with `Retry-After` in seconds. Most calls with an API key are limited by the plan only; each call lists its own rate limit if it has one.',
      'Keyword files (`/imports/add`) have their own limits: 25 MB, 5,000,000 cells, 1,000 columns, 20 tables, and 120 seconds and 256 MB of memory to read one. A larger file returns 413. One file per account is read at a time and up to four more wait; the next returns 429. If 40 files of all accounts are waiting, the call returns 503. Both have `Retry-After`.',
    ],
  },
]
