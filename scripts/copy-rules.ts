/**
 * Words and patterns that don't belong on screens, in guides or in names, each with the reason and what to write. Text is
 * what people read: string literals, JSX text and Markdown outside code. Names are identifiers and names of files.
 */

export type CopyRule = {
  id: string
  where: 'text' | 'name'
  /** Found anywhere in a text; in a name, in its words joined by spaces ("isHeardNow" is "is heard now"). */
  pattern: RegExp
  reason: string
}

export const copyRules: CopyRule[] = [
  { id: 'anew', where: 'text', pattern: /\banew\b/i, reason: 'Archaic. Write “again”.' },
  {
    id: 'whoever',
    where: 'text',
    pattern: /\bwhoever\b/i,
    reason: 'Name the person: “your administrator”, “the owner”.',
  },
  {
    id: 'is-told',
    where: 'text',
    pattern: /\b(?:is|are|was|were|be) told\b/i,
    reason: 'Passive without a subject. Say who shows or sends what.',
  },
  {
    id: 'is-heard',
    where: 'text',
    pattern: /\b(?:is|are|was|were|be|been) (?:heard|listened(?: for| to)?)\b/i,
    reason: '“Listen” belongs to listeners; keywords are found.',
  },
  {
    id: 'heard',
    where: 'text',
    pattern: /\bheard\b/i,
    reason: 'A hearing metaphor. Keywords are “found”, “new” or “lost”.',
  },
  {
    id: 'what-stands',
    where: 'text',
    pattern: /\b(?:what|where|that) (?:now )?stands\b|\bstands (?:here|there|beside|under|above|below)\b/i,
    reason: 'Reads like a translation. Write “is”, or name the text.',
  },
  {
    id: 'in-the-middle',
    where: 'text',
    pattern: /\bin the middle\b/i,
    reason: 'A statistic is the “median”; an answer “broke off”.',
  },
  {
    id: 'mail',
    where: 'text',
    pattern: /(?<![\w/.-])(?:e-mails?|mails?)(?![\w/@:-]|\.\w)/i,
    reason: 'One name: “email”.',
  },
  { id: 'picture', where: 'text', pattern: /\bpictures?\b/i, reason: 'One name: “image”.' },
  { id: 'for-good', where: 'text', pattern: /\bfor good\b/i, reason: 'Ambiguous. Write “permanently” or “forever”.' },
  {
    id: 'lately',
    where: 'text',
    pattern: /\blately\b|\bso far made\b/i,
    reason: 'Write “recent” with the noun: “Recent reports”.',
  },
  {
    id: 'take-along',
    where: 'text',
    pattern: /\btak(?:e|es|en|ing) (?:it |them )?(?:along|with you)\b|\btake in\b|\btaken in\b/i,
    reason: 'Field terms: “export”, “import”.',
  },
  {
    id: 'bring',
    where: 'text',
    pattern: /\bbr(?:ing|ings|ought) (?:a|your|what|nothing|it|along)\b/i,
    reason: 'Sources “return”; people “import” or “upload”.',
  },
  {
    id: 'one-press',
    where: 'text',
    pattern: /\bone press\b|\bpress (?:it|once|here)\b/i,
    reason: 'People click or tap.',
  },
  {
    id: 'an-ask',
    where: 'text',
    pattern: /\ban ask\b|\basks? (?:each|every) source/i,
    reason: 'A question to a vendor is a “request”.',
  },
  {
    id: 'ones-own',
    where: 'text',
    pattern: /\bof (?:its|your|one’s|one's) own\b/i,
    reason: 'Reads like a translation. “your own model”, “a model you run”.',
  },
  {
    id: 'counts-at-once',
    where: 'text',
    pattern: /\bat once\b/i,
    reason: 'Ambiguous between “immediately” and “at the same time”.',
  },
  {
    id: 'no-more',
    where: 'text',
    pattern: /\b(?:not any more|no more of)\b/i,
    reason: 'Write “no longer”, or the verb: “Unsubscribe”.',
  },
  { id: 'look-up', where: 'text', pattern: /\blook-ups?\b/i, reason: 'Write “lookup” as a noun, “look up” as a verb.' },
  {
    id: 'british',
    where: 'text',
    pattern: /\b(?:colour|behaviour|favourite|recognis|organis|analys(?:e|ed|es)\b|centre|licence\b|grey)/i,
    reason: 'American spelling.',
  },
  {
    id: 'at-most',
    where: 'text',
    pattern: /\b(?:can|may) (?:have|be|hold|name|contain) at most\b/i,
    reason: 'Write “up to”.',
  },
  {
    id: 'units-credits',
    where: 'text',
    pattern: /\bunits? \(credits?\)/i,
    reason: 'One name: “credit”. The API’s field is called `units`.',
  },
  {
    id: 'last-minutes',
    where: 'text',
    pattern: /\bin the last (?:minutes|hours|days|weeks)\b/i,
    reason: 'Say how many.',
  },
  {
    id: 'nobody-was',
    where: 'text',
    pattern: /\bnobody (?:was|is|has|can|may)\b/i,
    reason: 'Name who can or can’t: “Only the owner can …”, “They aren’t members yet.”',
  },
  {
    id: 'space-percent',
    where: 'text',
    pattern: /\d[ \u00a0\u202f]%/,
    reason: 'American numbers have no space before the sign: “95%”.',
  },
  { id: 'exclamation', where: 'text', pattern: /\p{L}!(?:\s|$)/u, reason: 'No exclamation marks.' },
  {
    id: 'ones-setting',
    where: 'text',
    pattern: /\bSet [A-Z][A-Z0-9]+_[A-Z0-9_]+\b/,
    reason: 'Setting names are for staff: a customer can’t set one. Fine in guides.',
  },
  {
    id: 'name-of',
    where: 'name',
    pattern: /^(?!type of|instance of|index of)[a-z ]+ of$/,
    reason: '`getX` or `toX` instead of `xOf`.',
  },
  {
    id: 'name-wanted',
    where: 'name',
    pattern: /\b(?:wanted|unwanted)\b/,
    reason: '`requested`, `expected`, `filter` or `missing`: say which.',
  },
  {
    id: 'name-keep',
    where: 'name',
    pattern: /^(?:keep|keeps|keep (?!alive)[a-z ]+|ask and keep)$/,
    reason: 'The field’s verb: save, store, record, cache, resume.',
  },
  {
    id: 'name-most',
    where: 'name',
    pattern: /^(?:most|least)$|^(?:most|least|longest|shortest|greatest|fewest|newest kept) /,
    reason: '`maxX`, `minX`.',
  },
  {
    id: 'name-british',
    where: 'name',
    pattern: /\b(?:colours?|coloured|behaviours?|favourites?|neighbours?|centred?|labelled|modelled)\b/,
    reason: 'American spelling.',
  },
  {
    id: 'name-heard',
    where: 'name',
    pattern: /\b(?:heard|hear|hearing|overheard|said|told|tell|asked|kept|gone|went)\b/,
    reason: 'A metaphor where the field has a word: found, reported, previous, removed, existing.',
  },
  {
    id: 'name-place',
    where: 'name',
    pattern: /^place(?: of)?$|^places$/,
    reason: 'A resource is a `ResourceRef`, country and language a `Locale`, a position an `index`.',
  },
  {
    id: 'name-judge',
    where: 'name',
    pattern: /\b(?:judge|departure|arrival|desk|whole signs|thoughts|spoken|wish|whim|moment)\b/,
    reason: 'No metaphors: name the mechanism so that it can be searched for.',
  },
]

export type AllowedCopy = {
  rule: string
  /** A path, or a folder that ends in "/". Every file without it. */
  file?: string
  /** Only where the text or name holds this. */
  holds?: RegExp
  reason: string
}

export const allowedCopy: AllowedCopy[] = [
  {
    rule: 'british',
    file: 'src/features/ai-content/rules/builtin-writer/synonyms.ts',
    reason: 'Words that pages use, in British spelling too.',
  },
  {
    rule: 'name-judge',
    file: 'src/providers/',
    holds: /thoughts/i,
    reason: 'Fields of Google’s API: includeThoughts, thoughtsTokenCount.',
  },
  {
    rule: 'name-judge',
    file: 'src/providers/answer-engines/google.ts',
    holds: /thoughts/i,
    reason: 'Fields of Google’s API: includeThoughts, thoughtsTokenCount.',
  },
  {
    rule: 'picture',
    file: 'src/features/reports/rules/pages/page-boilerplate.ts',
    reason: 'Class names of web pages.',
  },
  { rule: 'ones-setting', file: 'docs/', reason: 'Guides are for those who run an installation.' },
  { rule: 'ones-setting', file: 'README.md', reason: 'As the entry above.' },
  { rule: 'ones-setting', file: 'src/config.ts', reason: 'The start is stopped with a sentence for whoever sets it.' },
  { rule: 'ones-setting', file: 'src/features/admin/', reason: 'The staff area.' },
  { rule: 'ones-setting', file: 'src/doctor.ts', reason: 'A command-line check for those who run an installation.' },
  {
    rule: 'ones-setting',
    file: 'src/platform/database/embedded-postgres-paths.ts',
    reason: 'Stops the start with a sentence for those who run the installation.',
  },
  {
    rule: 'ones-setting',
    file: 'src/providers/',
    reason: 'Developer sentences: screens write their own by reason and show these to staff only.',
  },
  {
    rule: 'name-of',
    holds: /^(input|parsed input|output|event) of$/,
    reason: 'Type operators on endpoints, named for how they read: InputOf<typeof endpoint>.',
  },
  { rule: 'name-of', holds: /^any of$/, reason: '`anyOf`, a keyword of JSON Schema.' },
  { rule: 'name-of', holds: /\bas of$/, reason: '`as_of`, a field of the API: the date of a number.' },
  {
    rule: 'name-heard',
    file: 'src/features/listeners/',
    holds: /^heard(?: count)?$/,
    reason: 'Columns of its tables.',
  },
  {
    rule: 'name-heard',
    file: 'src/features/reports/store/tables.ts',
    holds: /^heard$/,
    reason: 'A column of its table.',
  },
  {
    rule: 'name-heard',
    file: 'src/features/reports/store/row-store.ts',
    holds: /^heard$/,
    reason: 'A column of its table.',
  },
  {
    rule: 'name-heard',
    file: 'src/features/portability/',
    holds: /^(?:heard(?: count)?|user documents gone)$/,
    reason: 'Tables and columns, as archives of released versions name them.',
  },
  {
    rule: 'name-heard',
    file: 'src/features/user-documents/store/tables.ts',
    holds: /^(?:user documents gone|gone at)$/,
    reason: 'A table and its column.',
  },
  { rule: 'name-heard', file: 'src/features/payments/', holds: /^asked at$/, reason: 'A column of its table.' },
  { rule: 'name-heard', file: 'src/features/reports/', holds: /^(?:not )?asked$/, reason: 'A field of the API.' },
  { rule: 'name-heard', file: 'src/features/humanizer/', holds: /^kept$/, reason: 'A field of the API.' },
  { rule: 'name-most', file: 'src/features/portability/', holds: /^most bytes$/, reason: 'A field of the API.' },
  { rule: 'name-wanted', holds: /^wanted sources$/, reason: 'A column of reports and listeners.' },
  { rule: 'name-wanted', file: 'src/features/ai-content/', holds: /^words wanted$/, reason: 'A field of the API.' },
  {
    rule: 'name-wanted',
    file: 'src/features/review/suggestions.ts',
    holds: /^words wanted$/,
    reason: 'A field of the API.',
  },
  { rule: 'name-keep', file: 'src/features/payments/contract.ts', reason: 'A call of the API: /payments/keep.' },
  {
    rule: 'name-keep',
    file: 'src/web/components/list-toolbar.tsx',
    reason: 'Search parameters that a form passes on.',
  },
  {
    rule: 'anew',
    file: 'src/features/humanizer/rules/rewriting/rewrite-prompt.ts',
    reason: 'Instructions for models: another wording has to be measured first.',
  },
  {
    rule: 'what-stands',
    file: 'src/features/humanizer/rules/rewriting/rewrite-prompt.ts',
    reason: 'As the entry above.',
  },
  {
    rule: 'picture',
    file: 'src/features/ai-content/rules/scoring/quotable-sentences.ts',
    reason: 'A pattern for text of pages, not ours.',
  },
  {
    rule: 'name-place',
    file: 'src/providers/search-data/serper.ts',
    holds: /^places$/,
    reason: 'A field of Serper’s.',
  },
  {
    rule: 'name-of',
    holds: /^(page of|one of|type of|value of|key of)$/,
    reason: 'Schema helpers named for how they read in a schema.',
  },
  {
    rule: 'exclamation',
    file: 'src/features/ai-content/rules/templates/',
    reason: 'Marks required fields in lists of fields.',
  },
  { rule: 'exclamation', holds: /print:\w+!/, reason: 'A class of Tailwind that overrides others.' },
  {
    rule: 'exclamation',
    file: 'src/features/images/rules/image-format.ts',
    reason: 'The first bytes of a file format.',
  },
  { rule: 'mail', file: 'src/platform/mail/mail.ts', holds: /^(mail|Mail)$/, reason: 'The protocol and its module.' },
  { rule: 'heard', file: 'src/features/reports/rules/keywords/intent', reason: 'Words of queries, not ours.' },
  { rule: 'picture', file: 'src/features/reports/rules/keywords/intent', reason: 'Words of queries, not ours.' },
]
