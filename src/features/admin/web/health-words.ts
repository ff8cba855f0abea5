/** The checks in the order one sets an installation up, with what each part is for and which settings make it. */
export const healthParts: { title: string; about: string; settings: string | null; holds: RegExp }[] = [
  {
    title: 'This machine',
    about: 'Where everything is kept, and the jobs that do the work.',
    settings: 'DATABASE_URL and DATA_DIR; without them all of it is in one folder beside the program.',
    holds: /^(database|disk|queue)$/,
  },
  {
    title: 'Mail',
    about: 'Carries invitations, new passwords and news of listeners to people.',
    settings: 'SMTP_URL and MAIL_FROM.',
    holds: /^mail$/,
  },
  {
    title: 'Language model',
    about: 'Writes drafts and rewrites texts. Without one, the built-in writer composes from the pages of reports.',
    settings: 'LLM_PROVIDER with LLM_MODEL, LLM_API_KEY and, for one of your own, LLM_BASE_URL.',
    holds: /^model/,
  },
  {
    title: 'Sources',
    about: 'What reports listen to. One that fails costs a report only itself.',
    settings:
      'none for most. Paid ones join with DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD, SERPAPI_KEY or SERPER_API_KEY; a SearXNG of your own with SEARXNG_URL.',
    holds: /^source:/,
  },
]

/** What charges for each question it is asked: tested only when somebody presses for it. */
export const charged = /^source:(dataforseo|serpapi|serper)$/
