/** Templates for long texts: articles, their parts and plans for them. */
import { countWords, getHeadings, plainBlocks } from '../markdown-text.ts'
import { form, type Template } from './template.ts'
import { count, empty, emptySections, lengthProblems, splitLabel, toLines, visibleLength } from './text-checks.ts'

const topicFields: Template['requiresAny'] = ['title', 'keywords', 'report']

export const blogPost: Template = {
  name: 'blog_post',
  label: 'Article',
  description: 'A full article, written section by section from an outline, with sources.',
  fields: form('title report keywords outline audience tone words instructions'),
  requiresAny: topicFields,
  shape: 'article',
  words: 1500,
  cited: true,
  task: () => 'You are writing an article, one part at a time. Write only the part asked for below.',
  check: (text, { briefing }) => [
    ...empty(text),
    ...(briefing.words ? lengthProblems(text, briefing.words) : []),
    ...emptySections(text),
    ...(getHeadings(text).length === 0 && countWords(text) > 400 ? ['The article has no headings.'] : []),
  ],
}

export const outline: Template = {
  name: 'outline',
  label: 'Outline',
  description: 'Headings for an article, based on questions and ranking pages.',
  fields: form('title report keywords audience words instructions', {
    words: { label: 'Article length', help: 'A longer article gets more headings.' },
  }),
  requiresAny: topicFields,
  shape: 'single',
  words: 150,
  cited: false,
  task: ({ briefing }) => {
    const sections = sectionsFor(briefing.words ?? blogPost.words)
    return `Write the outline of an article of about ${briefing.words ?? blogPost.words} words: ${sections} main sections.
Write only headings, one a line, in Markdown: "## " for a section, "### " for a heading inside one. No introduction, no notes, no numbering, no text under the headings. Order them as a reader's questions follow from one another. Each heading says what its section says; none is generic.`
  },
  check: (text) => {
    const prose = toLines(text).filter((line) => !/^#{1,6}\s/.test(line))
    const headings = getHeadings(text)
    return [
      ...empty(text),
      ...(prose.length > 0
        ? [
            `An outline should only have headings. ${count(prose.length, 'line')} ${prose.length === 1 ? 'isn’t a heading' : 'aren’t headings'}.`,
          ]
        : []),
      ...(headings.length > 0 && headings.length < 3 ? ['The outline has fewer than three headings.'] : []),
    ]
  },
}

/** Returns the number of main sections for a length in words, about one per 250 words. */
export function sectionsFor(words: number): number {
  return Math.max(3, Math.min(14, Math.round(words / 250)))
}

export const intro: Template = {
  name: 'intro',
  label: 'Introduction',
  description: 'The opening of an article: what it’s about, who it’s for and what readers will learn.',
  fields: form('title report keywords outline audience tone words instructions', {
    outline: { help: 'The sections of the article that follow.' },
  }),
  requiresAny: topicFields,
  shape: 'single',
  words: 120,
  cited: true,
  task: (_context, words) =>
    `Write the introduction of the article: about ${words} words in one to three paragraphs, without a heading. Begin with the matter itself, not with a greeting, a question to the reader or a sentence about the article. Answer the main question right away where the passages allow it.`,
  check: (text, { briefing }) => [
    ...empty(text),
    ...lengthProblems(text, briefing.words ?? intro.words),
    ...(getHeadings(text).length > 0 ? ['An introduction shouldn’t have headings.'] : []),
  ],
}

export const section: Template = {
  name: 'section',
  label: 'Section',
  description: 'One section of an article, under its heading.',
  fields: form('title! report keywords outline audience tone words instructions', {
    title: { label: 'Heading', placeholder: 'How long cold brew keeps', help: 'The heading of the section.' },
    outline: { help: 'Subheadings of the section.' },
  }),
  requiresAny: [],
  shape: 'single',
  words: 300,
  cited: true,
  task: (_context, words) =>
    `Write one section of an article: about ${words} words under the heading given. Do not write the heading itself. Begin with the answer the heading promises, then what a reader needs to act on it. No closing summary.`,
  check: (text, { briefing }) => [...empty(text), ...lengthProblems(text, briefing.words ?? section.words)],
}

export const faq: Template = {
  name: 'faq',
  label: 'FAQ',
  description: 'Questions people ask, with short answers.',
  fields: form('title report keywords audience tone words instructions', {
    instructions: { placeholder: 'Also answer: can I freeze it?' },
  }),
  requiresAny: topicFields,
  shape: 'single',
  words: 500,
  cited: true,
  task: (_context, words) =>
    `Write questions and answers, about ${words} words in all. Each question is a Markdown heading "### …?" in a reader's words; under it the answer in two to four sentences, the answer itself first. Use the questions given, the most asked first; leave out those the passages do not answer. Nothing before the first question, nothing after the last answer.`,
  check: (text) => {
    const headings = getHeadings(text)
    const first = toLines(text)[0] ?? ''
    return [
      ...empty(text),
      ...(headings.length < 2 ? ['Add at least two questions, each as a heading.'] : []),
      ...emptySections(text).map((problem) =>
        problem.replace('no text', 'no answer').replace('the heading', 'the question'),
      ),
      ...(headings.length > 0 && !/^#{1,6}\s/.test(first) ? ['There’s text before the first question.'] : []),
    ]
  },
}

export const brief: Template = {
  name: 'brief',
  label: 'Content brief',
  description: 'Instructions for a writer: audience, goal, outline, questions, terms and sources.',
  fields: form('title report keywords outline audience tone words instructions', {
    words: { label: 'Article length', help: 'Target length in words.' },
  }),
  requiresAny: topicFields,
  shape: 'single',
  words: 600,
  cited: true,
  task: ({ briefing }) =>
    `Write a brief for the writer of an article${briefing.words ? ` of ${briefing.words} words` : ''}. Use a Markdown heading "## …" for each part: what the reader wants to know; working title; the angle that the pages given leave open; the outline with one line a section on what it must say; the questions to answer; terms to use; facts to use with their sources. Lists rather than paragraphs.`,
  check: (text) => [
    ...empty(text),
    ...(getHeadings(text).length < 3 ? ['A brief needs at least three sections with headings.'] : []),
    ...emptySections(text),
  ],
}

export const videoScript: Template = {
  name: 'video_script',
  label: 'Video script',
  description: 'A script with timed scenes: what is said and what is shown.',
  fields: form('title report keywords outline audience tone words instructions', {
    words: { help: 'Spoken words. About 140 words are one minute.' },
  }),
  requiresAny: topicFields,
  shape: 'single',
  words: 420,
  cited: true,
  task: (_context, words) =>
    `Write the script of a video of about ${words} spoken words (${Math.max(1, Math.round(words / 140))} minutes). Each scene is a Markdown heading with its time and name, "## 0:00 …"; under it one line in italics with what is shown, then what is said, in sentences made to be spoken. The first scene says within two sentences what the viewer will get. End when the matter ends.`,
  check: (text) => {
    const times = getHeadings(text).map(({ text: heading }) => /\d{1,2}:\d{2}/.exec(heading)?.[0] ?? null)
    const seconds = times.flatMap((time) =>
      time ? [Number(time.split(':')[0]) * 60 + Number(time.split(':')[1])] : [],
    )
    return [
      ...empty(text),
      ...(times.length < 2 ? ['A script needs at least two scenes, each with a heading.'] : []),
      ...(times.length >= 2 && times.includes(null) ? ['A scene heading has no time.'] : []),
      ...(seconds.some((second, at) => at > 0 && second <= seconds[at - 1]!)
        ? ['The scene times aren’t in order.']
        : []),
      ...emptySections(text).map((problem) => problem.replace('the heading', 'the scene')),
    ]
  },
}

export const summary: Template = {
  name: 'summary',
  label: 'Summary',
  description: 'The main points of a text or of a report’s pages.',
  fields: form('text title report audience tone words instructions', {
    text: { help: 'The text to summarize. Leave empty to use the report’s pages.' },
  }),
  requiresAny: ['text', 'report'],
  shape: 'single',
  words: 150,
  cited: true,
  task: ({ briefing }, words) =>
    `Sum up ${briefing.text ? 'the text given' : 'what the passages say about the topic'} in about ${words} words: the main point first, then what bears it out. Say nothing the source does not say, and keep its figures as they are.`,
  check: (text, { briefing }) => {
    const source = briefing.text ? countWords(briefing.text) : null
    return [
      ...empty(text),
      ...(source !== null && source > 60 && countWords(text) >= source
        ? ['The summary isn’t shorter than the text.']
        : []),
    ]
  },
}

const lineCount = (text: string) => plainBlocks(text).length

export const meta: Template = {
  name: 'meta',
  label: 'Meta title and description',
  description: 'The title and description for search results.',
  fields: form('title report keywords text audience tone instructions', {
    text: { help: 'The page’s text, if you have it.' },
  }),
  requiresAny: [...topicFields, 'text'],
  shape: 'single',
  words: 40,
  cited: false,
  task: () =>
    `Write the title and the description a search result shows for this page, two lines in this form:
**Title:** at most ${maxTitleLength} characters, the main keyword near its beginning
**Description:** at most ${maxDescriptionLength} characters: what the page answers, in one or two sentences
Keep the two labels, translated into the language of the text. Nothing else.`,
  check: (text) => {
    const [title, description] = toLines(text).map((line) => splitLabel(line).value)
    return [
      ...empty(text),
      ...(title !== undefined && visibleLength(title) > maxTitleLength
        ? [`The title has ${visibleLength(title)} characters. Search results show about ${maxTitleLength}.`]
        : []),
      ...(title !== undefined && description === undefined ? ['The description is missing.'] : []),
      ...(description !== undefined && visibleLength(description) > maxDescriptionLength
        ? [
            `The description has ${visibleLength(description)} characters. Search results show about ${maxDescriptionLength}.`,
          ]
        : []),
      ...(lineCount(text) > 2 ? ['There should only be a title and a description.'] : []),
    ]
  },
}

/** Characters of a title and a description that search results show. */
export const maxTitleLength = 60
export const maxDescriptionLength = 155
