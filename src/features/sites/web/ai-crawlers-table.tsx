import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { AiCrawlerAccess } from '../contract.ts'

type Bot = AiCrawlerAccess['bots'][number]

const purposeLabels: Record<Bot['purpose'], string> = {
  search: 'Search index',
  user: 'User request',
  training: 'Training',
}
const accessLabels: Record<Bot['access'], { label: string; tone: BadgeTone }> = {
  allowed: { label: 'allowed', tone: 'good' },
  partly: { label: 'partly allowed', tone: 'plain' },
  blocked: { label: 'blocked', tone: 'warn' },
  unknown: { label: 'unknown', tone: 'plain' },
}

/** How many bots of assistants may fetch the site, in one line. */
export function getCrawlersText({ robots_txt, bots }: AiCrawlerAccess): string {
  if (robots_txt === 'unreadable') return 'AI crawlers: robots.txt couldn’t be read'
  if (robots_txt === 'missing') return 'AI crawlers: all allowed, since there is no robots.txt'
  const count = (access: Bot['access']) => bots.filter((one) => one.access === access).length
  const parts = (['allowed', 'partly', 'blocked'] as const).flatMap((access) =>
    count(access) > 0 ? [`${count(access)} ${accessLabels[access].label}`] : [],
  )
  return `AI crawlers: ${parts.join(' · ')}`
}

/** What robots.txt says to each bot of an assistant, and what that bot is for. */
export function AiCrawlersTable({ access: { robots_txt, bots, at } }: { access: AiCrawlerAccess }) {
  return (
    <>
      <Table caption="AI crawlers and robots.txt" className="min-w-160">
        <thead>
          <tr>
            <TableHead>Bot</TableHead>
            <TableHead>For</TableHead>
            <TableHead>robots.txt</TableHead>
            <TableHead>Rule</TableHead>
          </tr>
        </thead>
        <tbody>
          {bots.map(({ bot, vendor, purpose, about, docs, access, rule, line }) => (
            <TableRow key={bot}>
              <TableCell className="align-top">
                {docs ? (
                  <a href={docs} rel="noreferrer" target="_blank" className="font-[550]">
                    {bot}
                  </a>
                ) : (
                  <span className="font-[550]">{bot}</span>
                )}
                <span className="block text-ink-3 text-xs">{vendor}</span>
              </TableCell>
              <TableCell className="max-w-80 align-top">
                {purposeLabels[purpose]}
                <span className="block text-ink-3 text-xs">{about}</span>
              </TableCell>
              <TableCell className="align-top">
                <Badge tone={accessLabels[access].tone}>{accessLabels[access].label}</Badge>
              </TableCell>
              <TableCell className="max-w-60 align-top [overflow-wrap:anywhere]">
                {rule ? (
                  <>
                    <code>{rule}</code>
                    <span className="block text-ink-3 text-xs">line {line}</span>
                  </>
                ) : (
                  <span className="text-ink-3">{robots_txt === 'found' ? 'no rule' : '–'}</span>
                )}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <p className="mt-2 max-w-180 text-ink-3 text-xs">
        {plural(bots.length, 'bot')}, read <DateTime at={at} />. “Partly allowed” means that at least one rule makes an
        exception; the first is shown. robots.txt is a request: a firewall can block a bot that it allows, and not every
        bot follows it.
      </p>
    </>
  )
}
