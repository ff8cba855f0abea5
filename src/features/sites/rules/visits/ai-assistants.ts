/** Assistants as sources of visits, by the hosts that Google Analytics names. A visit without a referrer has none of them. */

const assistants: readonly [name: string, hosts: readonly string[]][] = [
  ['ChatGPT', ['chatgpt.com', 'chat.openai.com', 'openai.com']],
  ['Perplexity', ['perplexity.ai']],
  ['Gemini', ['gemini.google.com', 'bard.google.com']],
  ['Copilot', ['copilot.microsoft.com', 'copilot.com', 'copilot.cloud.microsoft']],
  ['Claude', ['claude.ai', 'claude.com']],
  ['DeepSeek', ['deepseek.com']],
  ['Grok', ['grok.com', 'x.ai']],
  ['Meta AI', ['meta.ai']],
  ['Mistral', ['mistral.ai']],
  ['You.com', ['you.com']],
]

/** `utm_source` without a host, where it can mean nothing else. */
const names: Record<string, string> = { chatgpt: 'ChatGPT', perplexity: 'Perplexity' }

/** The assistant of “chatgpt.com / referral”, or null. */
export function findAssistant(source: string): string | null {
  const host = toSource(source)
  const found = assistants.find(([, hosts]) => hosts.some((known) => host === known || host.endsWith(`.${known}`)))
  return found?.[0] ?? names[host] ?? null
}

/** The source of “source / medium”. */
export const toSource = (text: string) =>
  text
    .split(' / ', 1)[0]!
    .trim()
    .toLowerCase()
    .replace(/^www\./, '')
