import { formatCount } from '#ui/format/format.ts'
import { type ErrorTexts, joinErrorTexts, type ReasonText } from '#web/calls/error-texts.ts'
import type { modelReasons } from '../rules/generation/model-errors.ts'

const checkModel = 'Ask a workspace admin to check it under Settings → AI models.'

/** Sentences for what an AI model couldn't do: for every feature that lets one write. */
export const modelErrorTexts = {
  reasons: {
    model_failed: 'The AI model is having problems. Try again in a moment.',
    model_unavailable: `The AI model couldn’t be reached. ${checkModel}`,
    model_rate_limited: 'The AI model is getting too many requests. Try again in a moment.',
    model_unauthorized:
      'The AI model rejected its API key. Ask a workspace admin to check the key under Settings → AI models.',
    model_no_credit:
      'The account at the AI provider has no credit left. Ask a workspace admin to add credit or choose another model.',
    model_timeout: 'The AI model took too long to respond. Try again.',
    model_interrupted: 'The AI model stopped before it was finished. Try again.',
    model_invalid_response: `The AI model sent a response that can’t be read. Try again. If it keeps happening, choose another model under Settings → AI models.`,
    model_response_too_long:
      'The AI model wrote far more than requested and was stopped. Try again or choose another model.',
    model_empty_response: 'The AI model returned no text. Try again.',
    model_declined: 'The AI model declined to write this. Change the text or the instructions and try again.',
    model_invalid_request: 'The AI model can’t handle this request. Try a shorter text or choose another model.',
    model_cancelled: 'Writing was stopped.',
  } satisfies Record<(typeof modelReasons)[keyof typeof modelReasons], ReasonText>,
}

const useModel = 'choose an AI model under Settings → AI models'

export const aiContentErrorTexts: ErrorTexts = joinErrorTexts(modelErrorTexts, {
  labels: {
    title: 'Title or topic',
    report_id: 'Report',
    brand_voice_id: 'Brand voice',
    words: 'Length',
    name: 'Name',
    samples: 'Sample',
    model: 'Model ID',
    base_url: 'Base URL',
    api_key: 'API key',
    instruction: 'Instruction',
    content_md: 'Text',
    owner_id: 'Owner',
    due_on: 'Due date',
  },
  reasons: {
    link_missing: 'This link works for a short time. Open the brief again.',
    brief_too_complex: 'The report’s pages are too long to make a brief from.',
    links_unreachable: 'No site could be reached.',
    // Writing together
    live_people: ({ max }) => `Up to ${formatCount(Number(max))} people can write in a document at a time.`,
    live_too_large: 'This text changed too much in one session. Reload the page.',
    live_ended: 'The text was changed elsewhere. Reload the page.',
    // Briefing
    one_required: ({ fields }) => `Enter at least one: ${toNames(fields as string[])}.`,
    'keywords:too_long': ({ max }) => `A keyword can have up to ${formatCount(Number(max))} characters.`,
    'keywords:too_many': ({ max }) => `Enter up to ${formatCount(Number(max))} keywords.`,
    'outline:too_many': ({ max }) => `An outline can have up to ${formatCount(Number(max))} headings. Remove some.`,
    'words:invalid': 'Enter the length as a whole number of words, such as 1500.',
    'words:below_minimum': ({ min }) => `Enter a length of at least ${formatCount(Number(min))} words.`,
    'words:above_maximum': ({ max }) => `Enter a length of up to ${formatCount(Number(max))} words.`,
    report_missing: 'This report was deleted. Select another one.',
    brand_voice_missing: 'This brand voice was deleted. Select another one.',
    plan_item_missing: 'This item was removed from its plan. Start the document from another one.',
    proposal_too_complex: 'The report’s pages are too long to make proposals from. Fill in the fields yourself.',
    proposal_unavailable: 'The proposals couldn’t be loaded. Try again.',
    'exclude_urls:too_many': ({ max }) => `Up to ${formatCount(Number(max))} pages can be excluded.`,
    'links:too_many': ({ max }) => `Select up to ${formatCount(Number(max))} links.`,
    topic_missing: 'This topic is no longer in the report. Select the report again.',
    model_not_offered: 'This model isn’t available in this workspace. Select another one.',

    // Writing
    document_missing: 'This document was deleted, or it’s in a workspace you’re not a member of.',
    being_written: 'This document is being written in another tab or by someone else. Wait until it’s done.',
    just_saved: 'This document was saved in another tab. No credit was used. Try again.',
    outdated_version: 'This document was changed elsewhere. Reload the page to see the latest version.',
    unmerged_changes: 'This document has two versions. Choose one before you continue.',
    too_many_parts: ({ parts, max }) =>
      `The outline has too many headings for one draft: ${formatCount(Number(parts))} parts, maximum ${formatCount(Number(max))}. Remove some or write one section at a time.`,
    section_missing: 'This heading is no longer in the outline. Reload the page and try again.',
    outline_complete: 'Every section of the outline is written. Add a heading or rewrite a section.',
    document_too_long: ({ max }) =>
      `The text reached the limit of ${formatCount(Number(max))} characters and was saved. Continue in a new document.`,
    nothing_written: 'Nothing was written. Your credit was refunded. Try again or change the brief.',
    writing_stopped: 'Writing was stopped before the draft was complete.',
    batch_paused: 'The batch is paused. The text so far was saved.',
    batch_canceled: 'The batch was canceled. The text so far was saved.',
    writing_interrupted: 'The server stopped before the draft was complete.',
    not_recorded: 'Writing stopped before the draft was complete.',
    generation_closed: 'Writing was stopped elsewhere. Reload the page to see the latest text.',
    connection_lost: 'The connection was lost. What was written so far is saved. Reload the page to see it.',
    unexpected_response: 'The server sent an unexpected response. Try again.',
    offline: 'You’re offline. Your changes are saved once you’re back online.',
    builtin_nothing_to_change: `The built-in writer can’t make this text plainer or shorter. No credit was used. To change it, ${useModel}.`,
    builtin_too_little_source: `The report’s pages don’t say enough for this text. No credit was used. Run a report on this topic, or ${useModel}.`,
    builtin_no_source: `There’s nothing to write from. No credit was used. Select a report, add source text, or ${useModel}.`,

    // Owner and due date
    owner_missing: 'This person isn’t a member of the workspace any more.',

    // Suggestions and variations
    action_needs_model: ({ action }) =>
      `${action === 'translate' ? 'Translating' : action === 'sentence' ? 'Writing a sentence' : 'Expanding a text'} needs an AI model. No credit was used. To use one, ${useModel}.`,
    builtin_cannot_shorten: `The built-in writer can’t shorten this passage any further. No credit was used. Select more text, or ${useModel}.`,
    builtin_nothing_to_simplify: `The built-in writer found nothing to simplify in this passage. No credit was used. To rewrite it, ${useModel}.`,
    variations_need_model: `The built-in writer writes one text per brief. No credit was used. To get variations, ${useModel}.`,
    passage_unchanged:
      'The AI model returned the passage unchanged. Your credit was refunded. Try again, or say what should change.',
    passage_too_long: ({ characters, max }) =>
      `This passage has ${formatCount(Number(characters))} characters. Select up to ${formatCount(Number(max))}.`,
    suggestion_interrupted: 'The connection was lost before the suggestion was complete. Try again.',

    // Versions, checks and export
    version_missing: 'This version no longer exists. Reload the page.',
    check_too_complex: 'This text is too complex to check. Try a shorter text.',
    export_too_complex:
      'This document is too complex for this format. Simplify its tables and lists, or export Markdown.',

    // Brand voices and models
    'samples:missing': 'Paste at least one sample of your writing.',
    'samples:too_long': ({ max }) => `A sample can have up to ${formatCount(Number(max))} characters.`,
    'samples:too_many': ({ max }) => `Add up to ${formatCount(Number(max))} samples.`,
    too_few_words: ({ words, min }) =>
      `Your samples have ${formatCount(Number(words))} ${Number(words) === 1 ? 'word' : 'words'}. Paste at least ${formatCount(Number(min))} words of your writing.`,
    too_many_brand_voices: ({ max }) =>
      `This workspace has ${formatCount(Number(max))} brand voices, the maximum. Delete one first.`,
    'base_url:invalid_url': 'Enter a full URL, such as https://models.example.com/v1.',
  },
})

const oneOfNames: Record<string, string> = {
  title: 'a title or topic',
  keywords: 'keywords',
  report_id: 'a report',
  text: 'a text',
  outline: 'an outline',
}

function toNames(fields: string[]): string {
  const names = fields.map((field) => oneOfNames[field] ?? field)
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names.join('')
}
