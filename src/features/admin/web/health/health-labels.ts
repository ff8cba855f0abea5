/** The checks in the order one sets an installation up, with what each part is for and which settings make it. */
export const healthParts: { title: string; about: string; settings: string | null; holds: RegExp }[] = [
  {
    title: 'Server',
    about: 'Database, files and background jobs.',
    settings: 'DATABASE_URL and DATA_DIR. Without them, everything is in one folder next to the program.',
    holds: /^(database|disk|queue)$/,
  },
  {
    title: 'Email',
    about: 'Sends invitations, password resets and listener alerts.',
    settings: 'SMTP_URL and MAIL_FROM.',
    holds: /^mail$/,
  },
  {
    title: 'Language model',
    about:
      'Writes drafts and rewrites text. Without one, the built-in writer (not an AI model) makes sourced research drafts from the pages of reports.',
    settings: 'LLM_PROVIDER with LLM_MODEL, LLM_API_KEY and, for a server you run, LLM_BASE_URL.',
    holds: /^model/,
  },
  {
    title: 'Sources',
    about: 'Where reports get keywords. If one fails, the others still work.',
    settings:
      'none for most. Reddit is reliable with REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET. Paid sources need DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD, SERPAPI_KEY or SERPER_API_KEY. A SearXNG server you run needs SEARXNG_URL.',
    holds: /^source:/,
  },
]

/** Checks of paid sources: run only on demand, since each test costs money. */
export const paidCheck = /^source:(dataforseo|serpapi|serper)$/
