import type { Answered } from '../components/questions-answered.tsx'

export const landingQuestions: Answered[] = [
  {
    question: 'Can I run it on my own server?',
    answer:
      'Yes. Earshot is open source under the MIT license and starts with one command. Every tool is included, without limits. You pay only for the data providers and language models you connect.',
    link: { href: '#command', text: 'How to run it' },
  },
  {
    question: 'Do I need API keys?',
    answer:
      'Not to get started. Google, Bing, DuckDuckGo, YouTube, Wikipedia and Stack Exchange are queried without a key. Search volume, CPC and keyword difficulty need a paid source or a file you import.',
  },
  {
    question: 'Which language models can write?',
    answer:
      'OpenAI, Anthropic, Google, Ollama and OpenAI-compatible servers. A workspace can use its own model with its own key. Without one, drafts are quotes from the ranking pages.',
  },
  {
    question: 'Is any number invented?',
    answer:
      'No. Every number has a provider and a date; where there’s none, you see a dash and the reason. Only the sample topics of the demo have invented numbers, and they’re labeled.',
  },
  {
    question: 'What happens when a source fails?',
    answer:
      'The others continue, and the report shows which one failed. A report that finds nothing doesn’t use a credit, and comparisons leave out what a failed source would have found.',
  },
  {
    question: 'Will the texts pass AI detectors?',
    answer:
      'Earshot doesn’t promise that: a style score is no proof of who wrote a text. The humanizer cuts filler and stock phrases, and shows what it changed.',
  },
  {
    question: 'What can’t it do yet?',
    answer:
      'It has no backlink index and no traffic estimates for other sites, doesn’t check for plagiarism, and has no browser extension or Google Docs add-on.',
  },
  {
    question: 'Can I leave with my data?',
    answer:
      'Yes. Export a workspace as one archive and import it on another Earshot server. Export reports as CSV, Excel, JSON or Markdown, texts as Markdown, HTML or DOCX.',
  },
]
