import type { GlossaryEntry } from './glossary.ts'

/** Every metric and term on screen. What an entry says follows the code that computes it: change both together. */
export const glossaryEntries: readonly GlossaryEntry[] = [
  {
    id: 'keyword',
    term: 'Keyword',
    group: 'keywords',
    meaning: 'A search phrase. Questions, comparisons and related phrases are keywords, too.',
    computed:
      'Spellings that differ only in case, spaces, quotation marks, dashes or punctuation at the ends count as one keyword. Accents and inner punctuation make a different keyword.',
    source:
      'Autocomplete suggestions and searches from the sources of a report or listener, or keywords you entered or imported.',
    limits: 'A suggested keyword has been searched for, but nothing here says how often. See search volume.',
  },
  {
    id: 'keyword-types',
    term: 'Keyword types',
    group: 'keywords',
    meaning: 'Seed (your topic), question, comparison, preposition, alphabetical (A–Z suggestions), related, and idea.',
    computed:
      'By word lists for the language: question words, comparison words such as “vs”, prepositions, and the letter a suggestion was requested with. Everything else is related.',
    source: 'Earshot. Ideas are templates filled in with your topic, not suggestions from a source.',
    limits:
      'A keyword has one type even if several fit. Ideas aren’t real searches: they have no numbers and aren’t counted.',
  },
  {
    id: 'search-volume',
    term: 'Search volume',
    group: 'keywords',
    meaning: 'Average number of searches for a keyword per month, in the country and language of the report or lookup.',
    computed:
      'Shown as the provider gives it. A range such as 10K–100K stays a range; to sort it, Earshot uses its geometric mean. Earshot never estimates it.',
    source:
      'Google Ads data through DataForSEO, or your imported Keyword Planner, Semrush or Ahrefs files. The provider and month are shown with the number.',
    limits:
      'Google Ads rounds volumes (9,900, then 12,100) and gives close variants such as “kettle” and “kettles” one volume. So it’s no exact count, a sum can count the same searches twice, and it doesn’t predict clicks. “–” means nobody supplied a number, not zero.',
  },
  {
    id: 'monthly-searches',
    term: 'Monthly searches',
    group: 'keywords',
    meaning: 'Search volume of each month, shown as a small chart.',
    computed:
      'The provider’s monthly values, oldest first. Sorting compares the last three months with the first three.',
    source: 'The provider of the search volume.',
    limits: 'A rise can be seasonal. Twelve months are too few to tell a season from a trend.',
  },
  {
    id: 'keyword-difficulty',
    term: 'Keyword difficulty',
    short: 'KD',
    group: 'keywords',
    meaning: 'How hard it looks to rank for a keyword, from 0 (easy) to 100 (hard).',
    computed:
      'A provider’s value is shown unchanged. Without one, Earshot estimates the topic of a report from at least 5 ranking pages: exact keyword in titles (40 of 100 points), well-known sites that rank for almost anything (30), median page length from 300 to 2,500 words (20), home pages (10). If fewer than 5 page lengths are known, the other three parts count alone.',
    source: 'DataForSEO or your imported files for keywords; Earshot’s estimate for the topic. The report says which.',
    limits:
      'The estimate ignores backlinks, and providers weigh them differently, so don’t compare values from different sources. It doesn’t know your site.',
  },
  {
    id: 'cpc',
    term: 'Cost per click',
    short: 'CPC',
    group: 'keywords',
    meaning: 'What advertisers pay on average for one click on an ad for the keyword.',
    computed: 'Shown as the provider gives it, in the provider’s currency.',
    source: 'DataForSEO (in US dollars) or your imported files.',
    limits: 'It’s an average of past auctions, not a quote. It says nothing about organic ranking.',
  },
  {
    id: 'competition',
    term: 'Competition',
    group: 'keywords',
    meaning: 'How strongly advertisers compete for the keyword, from 0 (low) to 1 (high).',
    computed: 'The provider’s value. An index from 0 to 100 is divided by 100.',
    source: 'DataForSEO or your imported files.',
    limits: 'Only paid ads are measured. For organic results, see keyword difficulty.',
  },
  {
    id: 'popularity',
    term: 'Popularity',
    group: 'keywords',
    meaning:
      'How high and how often sources suggest a keyword, from 0 to 100. It orders keywords without a search volume.',
    computed:
      'Per source: half for its best position in a suggestion list, half for the number of different requests that returned it. Sources are combined, each adding up to 60% of what’s missing to 100.',
    source: 'Earshot, from the answers of the sources. Templates and imported keywords don’t count.',
    limits: 'It isn’t a search volume. A report with more sources gives higher values, so compare within one report.',
  },
  {
    id: 'intent',
    term: 'Intent',
    group: 'keywords',
    meaning:
      'What a searcher likely wants: informational (learn), commercial (compare), transactional (buy), navigational (reach a site) or local (find nearby).',
    computed:
      'By rules: words of the language, whether it’s a question and, if known, search result features and ranking sites. Each sign adds points; the intent with the most points wins.',
    source: 'Earshot.',
    limits:
      'It’s a guess from wording. In a test with 90 hand-labeled keywords, 82% were right. It misses most brand and product names, and many keywords have mixed intent.',
  },
  {
    id: 'impressions',
    term: 'Impressions',
    group: 'keywords',
    meaning: 'How often your own pages were shown in Google’s results for a keyword.',
    computed: 'Taken from the file unchanged.',
    source: 'Your imported Google Search Console file.',
    limits: 'Not a search volume: it only counts searches where your pages were shown.',
  },
  {
    id: 'clicks',
    term: 'Clicks',
    group: 'keywords',
    meaning: 'How often searchers clicked through from Google’s results to your own pages for a keyword.',
    computed: 'Taken from the file unchanged.',
    source: 'Your imported Google Search Console file.',
    limits: 'Google leaves out rare searches, so the clicks of all keywords add up to less than your site’s total.',
  },
  {
    id: 'click-through-rate',
    term: 'Click-through rate',
    short: 'CTR',
    group: 'keywords',
    meaning: 'Clicks on your own pages as a share of their impressions, in percent.',
    computed: 'Taken from the file unchanged.',
    source: 'Your imported Google Search Console file.',
    limits: 'With few impressions it says little: 1 click of 2 impressions is 50%.',
  },
  {
    id: 'average-position',
    term: 'Average position',
    short: 'Position',
    group: 'keywords',
    meaning: 'Where your best page stood in Google’s results for a keyword, on average. 1 is the top.',
    computed: 'Taken from the file unchanged: an average over all impressions in the file’s time range.',
    source: 'Your imported Google Search Console file.',
    limits: 'An average hides places, devices and days. It counts only searches where your page was shown.',
  },
  {
    id: 'topic-cluster',
    term: 'Topic cluster',
    short: 'Topic',
    group: 'keywords',
    meaning:
      'Keywords that one page can answer together. A cluster is named after its most searched or most central keyword.',
    computed:
      'Keywords are grouped by the top-10 results they share: a URL few keywords have in common counts fully, one that appears for many counts little or nothing. Where results aren’t known, keywords are grouped by similar wording. The cluster’s volume is the sum of its known search volumes.',
    source: 'Earshot, from search results and wording.',
    limits:
      'Wording is weaker evidence than shared results. The sum is a lower bound if volumes are missing, and too high if close variants share one volume; a topic’s facts have the sum with those counted once.',
  },
  {
    id: 'source-status',
    term: 'Source status',
    group: 'reports',
    meaning:
      'What happened to each source of a report: waiting, running, done, failed (no usable answer) or skipped (not asked, or a spending limit was reached first).',
    computed:
      'Recorded while the report runs, with the number of keywords, requests and the time taken. A source can be done and still have a note if part of its requests failed.',
    source: 'Earshot.',
    limits: 'A failed source doesn’t mean there are no searches. Its keywords are simply missing from this report.',
  },
  {
    id: 'ranking-pages',
    term: 'Ranking pages',
    short: 'Competitors',
    group: 'reports',
    meaning: 'The pages that rank for the topic. Up to 10 of them are read for headings, length and terms.',
    computed:
      'Rank, title and snippet come from the search results. Word count and headings come from each page’s main content, without menus and footers.',
    source: 'SearXNG, DataForSEO, SerpApi or Serper for results; Earshot reads the pages.',
    limits: 'Results differ by place, device and time. Pages that block reading have no word count or headings.',
  },
  {
    id: 'median',
    term: 'Median and range',
    group: 'reports',
    meaning:
      'The median is the middle value: half of the pages are below it and half above. The range is lowest to highest.',
    computed: 'From the pages whose length is known.',
    source: 'Earshot.',
    limits: 'With few pages, one unusual page changes it noticeably. A typical length isn’t a required length.',
  },
  {
    id: 'terms',
    term: 'Terms',
    group: 'reports',
    meaning: 'Words and phrases of one to four words that ranking pages use for the topic.',
    computed:
      'Weighted by how often a term is used on its own, on how many pages, how rare its words are in general, and whether it’s in headings. The strongest term has weight 1. The topic’s own words are left out.',
    source: 'Earshot, from the pages it read.',
    limits: 'A term used by ranking pages isn’t proven to make a page rank.',
  },
  {
    id: 'trend',
    term: 'Trend',
    group: 'reports',
    meaning: 'Interest in a topic over time. A dashed end is an incomplete day, week or month.',
    computed: 'Shown as the provider gives it, without smoothing.',
    source: 'Google Trends through DataForSEO or SerpApi, Wikipedia page views, or your imported files.',
    limits: 'Trends from different providers measure different things and can’t be compared.',
  },
  {
    id: 'trend-scale',
    term: 'Trend scale: relative or absolute',
    group: 'reports',
    meaning:
      'Relative: 100 is the highest point of the chart. Absolute: real counts, such as page views or searches per month.',
    computed:
      'Google Trends values are relative; keywords in one comparison share one scale. Wikipedia page views, imported searches and impressions are absolute. One chart never mixes scales.',
    source: 'The provider of the trend.',
    limits:
      'A relative 50 is half of the peak, not a number of searches. Wikipedia counts readers of an article in one language, in all countries.',
  },
  {
    id: 'new-lost',
    term: 'New and lost keywords',
    group: 'listeners',
    meaning:
      'New: no source of the listener had ever suggested it before. Lost: no source suggests it anymore. Returned: lost before, suggested again.',
    computed:
      'Each run is compared with everything found before. A keyword is only lost when every source that had it answers completely without it.',
    source: 'Earshot, from the answers of the listener’s sources.',
    limits:
      'Suggestions vary by themselves. A lost keyword may still be searched for, and a new one may be old news elsewhere.',
  },
  {
    id: 'content-score',
    term: 'Content score',
    group: 'content',
    meaning: 'How well a text covers what ranking pages and searchers’ questions cover, from 0 to 100.',
    computed:
      'A weighted average, multiplied by the share of relevant text: term coverage 32%, questions 22%, headings 14%, information gain 12%, readability 8%, length 7%, sources and links 5%, and another 5% for internal links once there are posts to link to. Parts that can’t be measured are left out and the others count more. The range for ranking pages is computed the same way, without links of either kind; a page’s information gain is measured against the other pages.',
    source: 'Earshot, while you type.',
    limits: 'It doesn’t predict rankings, and it doesn’t judge whether a text is true or well written.',
  },
  {
    id: 'relevant-text',
    term: 'Relevant text',
    group: 'content',
    meaning: 'How much of the text counts: what’s on topic and not repeated. The content score is multiplied by it.',
    computed:
      'Repeated sentences, lists of terms, bare links, questions without an answer, headings with nothing below, paragraphs off topic and words without order don’t count; a sentence with no term, figure or name counts half. Terms used far more often than on any ranking page, terms that don’t fit their sentence, and sentences that don’t follow from each other lower the share.',
    source: 'Earshot, compared with the words, word order and passages of the pages it read.',
    limits:
      'It compares words. A good passage that shares no words with the topic looks off topic. Word order is judged only if the ranking pages have enough text, in languages with spaces.',
  },
  {
    id: 'term-coverage',
    term: 'Term coverage',
    short: 'Terms covered',
    group: 'content',
    meaning: 'How many of the topic’s important terms the text uses.',
    computed:
      'Up to 44 terms, usually those shared by at least two ranking pages, if they’re in a sentence that counts as relevant text. Stronger terms count more, and other forms of a word count. Without a report, your keywords are used.',
    source: 'Earshot, from the terms of the report.',
    limits: 'One use is enough. More isn’t better: the range shows how often ranking pages use a term.',
  },
  {
    id: 'questions-answered',
    term: 'Questions answered',
    group: 'content',
    meaning: 'How many of the report’s questions the text covers.',
    computed:
      'Of up to 9 questions: a question counts if a heading shares at least 60% of its words and 25 or more relevant words below take up at least one of them, or if one paragraph has all of its words beyond the topic.',
    source: 'Earshot, from the questions of the report.',
    limits: 'It compares words. It can’t tell whether the answer is right or complete.',
  },
  {
    id: 'headings-score',
    term: 'Headings',
    group: 'content',
    meaning: 'Whether the text has as many H2 and H3 headings as ranking pages, on the topics they share.',
    computed:
      'The average of two shares: your number of headings with at least 20 relevant words below against the pages’ median, and the headings of at least two pages that yours match (8 are enough).',
    source: 'Earshot, from the pages it read.',
    limits: 'A shorter text can need fewer headings.',
  },
  {
    id: 'information-gain',
    term: 'Information gain',
    group: 'content',
    meaning: 'Share of the text that isn’t already on any of the ranking pages.',
    computed:
      'A relevant sentence with a figure or a name counts as new if no passage of the pages has 60% or more of its words. Short sentences are left out. At 25% new sentences, this part of the content score is full.',
    source: 'Earshot, from the pages it read (up to 10).',
    limits:
      'New wording can look like new information, and only these pages are compared. It can’t tell whether what’s new is true or useful.',
  },
  {
    id: 'readability',
    term: 'Readability',
    group: 'content',
    meaning:
      'How hard a text is to read. Grade 8 means about eight years of school. Reading ease runs from 0 (hard) to 100 (easy).',
    computed:
      'Flesch–Kincaid grade and Flesch reading ease, from words per sentence and syllables per word, for English texts of 30 words or more. In other languages, words per sentence. The score is full within the range of ranking pages and falls by 12 points for each grade (or word per sentence) outside of it.',
    source: 'Earshot. Syllables are estimated by rule.',
    limits: 'It sees length, not meaning: short words can still be hard to understand.',
  },
  {
    id: 'length',
    term: 'Length',
    group: 'content',
    meaning: 'Number of words, compared with ranking pages.',
    computed:
      'The score is full within the middle half of ranking pages (from the 25th to the 75th percentile), falls in proportion below it, and slowly above it. Only relevant text counts. Pages under 100 words are left out.',
    source: 'Earshot.',
    limits: 'Longer isn’t better. It’s 7% of the content score for that reason.',
  },
  {
    id: 'sources-links',
    term: 'Sources and links',
    group: 'content',
    meaning: 'Different sources cited and external links in the text.',
    computed: 'Compared with 4 per 1,000 words, at least 1. Links in lists of links don’t count.',
    source: 'Earshot.',
    limits: 'It counts them. It doesn’t judge their quality. See claims.',
  },
  {
    id: 'internal-links',
    term: 'Internal links',
    group: 'content',
    meaning: 'Links in sentences about the topic to other published posts of the workspace.',
    computed: 'Compared with 3 different posts per 1,000 words, at least 1 and at most all there are.',
    source: 'Earshot.',
    limits: 'Only posts published on this blog are known. Without another published post this part isn’t scored.',
  },
  {
    id: 'claims',
    term: 'Claims',
    group: 'content',
    meaning:
      'Statements with a number, date, comparison or superlative: supported by a cited source, contradicted by it, not found in it, or without a source.',
    computed:
      'Each statement is compared with the sentences of the pages it cites: the same figures and enough of the same words support it; different figures in a similar sentence contradict it.',
    source: 'Earshot, from the pages of the report.',
    limits: 'It compares words and figures and can be wrong both ways. It doesn’t check whether the source is right.',
  },
  {
    id: 'style-score',
    term: 'Style score',
    group: 'content',
    meaning:
      'How much the style of a text resembles AI writing, from 0 to 100. 80 or more is similar to the AI texts it was trained on, below 30 to the human ones.',
    computed:
      'A statistical model trained on 20,530 human and AI texts, from six style signals. English texts of 80 words or more get a verdict; other languages only get rhythm, structure and punctuation.',
    source: 'Earshot, on this server. No text is sent anywhere for it.',
    limits:
      'A style score doesn’t prove who wrote a text. In tests on kinds of text it wasn’t trained on, 3% of human and 62% of AI texts scored 80 or more, and 9% of AI texts scored below 30.',
  },
  {
    id: 'style-signals',
    term: 'Style signals',
    group: 'content',
    meaning:
      'The six parts of the style score: rhythm (sentence and paragraph lengths), vocabulary (stock phrases, hedges, word choice), structure (lists of three, connectors, openings), punctuation, specificity (numbers, names, first person) and predictability (how expected each word is). Invisible characters and letters of other alphabets that look Latin are listed as hidden characters and don’t change the score.',
    computed: 'Counts per 100 words, compared with the training texts. 50 is neutral; higher is more like AI texts.',
    source: 'Earshot.',
    limits: 'One signal alone says little: formal or edited human writing often has the same traits.',
  },
  {
    id: 'style-scales',
    term: 'Style scales',
    group: 'content',
    meaning:
      'Wording (vocabulary, specificity, predictability), rhythm, and structure with punctuation, each from 0 to 100. They keep moving where the style score is near 0 or 100.',
    computed:
      'The share of 2,000 public texts, half human and half AI, with fewer signs of AI. Wording is measured in English only.',
    source: 'Earshot.',
    limits:
      'A rank among these texts, which are abstracts, stories, news and reviews. It doesn’t prove who wrote a text.',
  },
  {
    id: 'facts-kept',
    term: 'Facts kept',
    group: 'content',
    meaning:
      'Numbers, dates, names, quotations, links, citations and words you chose to keep, compared before and after humanizing. In English also negations, exceptions, quantifiers, modals, comparisons, conditions, and who does what to whom.',
    computed:
      'Found by rules in both texts. A rewritten sentence that loses or adds one is rejected and the original stays.',
    source: 'Earshot.',
    limits: 'Other changes in meaning aren’t checked, and facts stated in other words aren’t recognized.',
  },
  {
    id: 'credit',
    term: 'Credit',
    short: 'Unit (API)',
    group: 'plans',
    meaning:
      'What plans count: one report, one clustered keyword, one AI text, one humanized text, one trend lookup or one volume lookup. Each tool has its own credits.',
    computed:
      'Used when work starts, from the plan of the workspace owner, and refunded if nothing is produced. Monthly credits reset on the day of the month you signed up. An active listener holds a credit until it’s paused or deleted.',
    source: 'Earshot. Your plan sets the limits.',
    limits:
      'Credits aren’t money. What paid sources charge the operator of this server is listed separately in reports.',
  },
]
