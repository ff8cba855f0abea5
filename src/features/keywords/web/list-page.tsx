import { ArrowDownUp, Download, Plus, Search, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Form, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { Link } from '#ui/link.tsx'
import { Menu } from '#ui/menu.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { DateTime } from '#web/date-time.tsx'
import { handKeywords } from '#web/keyword-handoff.ts'
import { getSentence, orRespond } from '#web/loader-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { Pages } from '#web/pagination.tsx'
import { ScreenHead } from '#web/screen-header.tsx'
import { requireWorkspace } from '#web/session.ts'
import { useCall } from '#web/use-call.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { type ListItem, type ListOrigin, listSorts, listsContract } from '../contract.ts'
import type { Route } from './+types/list-page.ts'
import { AddKeywords } from './add-keywords.tsx'
import { keywordErrorTexts } from './error-texts.ts'
import { RemoveList } from './lists-page.tsx'
import { RenameList } from './rename-list.tsx'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

import { startDownload } from '#web/start-download.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.found.list.name ?? 'List'} · Earshot` },
]

export async function loader(args: Route.LoaderArgs) {
  await requireWorkspace(args)
  const params = new URL(args.request.url).searchParams
  const q = params.get('q')?.trim().slice(0, 200) ?? ''
  const sort = listSorts.find((each) => each === params.get('sort')) ?? '-added_at'
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const { call } = args.context.get(pageContext)
  const found = await orRespond(
    args.request,
    call(listsContract.get, { _id: args.params.id, sort, page, limit: 100, ...(q ? { q } : {}) }),
  )
  return { found, q, sort }
}

const sortLabels = {
  '-added_at': 'Newest first',
  added_at: 'Oldest first',
  text: 'A to Z',
  '-text': 'Z to A',
} as const

/** One list: its keywords, their source, and actions. */
export default function ListPage({ loaderData: { found, q, sort } }: Route.ComponentProps) {
  const { list, items, page, limit, total } = found
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [, setParams] = useSearchParams()
  const [picked, setPicked] = useState<ReadonlyMap<string, ListItem>>(new Map())
  const [removing, setRemoving] = useState(false)
  const [renaming, setRenaming] = useState(false)
  const [adding, setAdding] = useState(false)
  const call = useCall()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection belongs to the current list.
  useEffect(() => setPicked(new Map()), [list._id])

  const pick = (some: ListItem[], on: boolean) =>
    setPicked((old) => {
      const next = new Map(old)
      for (const item of some)
        if (on) next.set(item._id, item)
        else next.delete(item._id)
      return next
    })
  const allHere = items.length > 0 && items.every(({ _id }) => picked.has(_id))

  /** Sends the selected keywords, or the whole list, to a tool. */
  const send = (to: string, most: number) =>
    void call.run(async () => {
      const texts =
        picked.size > 0
          ? [...picked.values()].map(({ text }) => text)
          : (await api(listsContract.texts, { _id: list._id })).texts
      if (texts.length > most)
        notify.info(
          `Only the first ${formatCount(most)} of ${formatCount(texts.length)} keywords were used. That’s the limit of this tool.`,
        )
      handKeywords(workspace._id, texts.slice(0, most))
      await navigate(to)
    })
  const removeItems = () =>
    void call.run(async () => {
      const removed = [...picked.values()]
      const ids = removed.map(({ _id }) => _id)
      for (let at = 0; at < ids.length; at += 10_000)
        await api(listsContract.removeItems, { _id: list._id, item_ids: ids.slice(at, at + 10_000) })
      notify.done(`Removed ${plural(removed.length, 'keyword')} from ${list.name}.`, {
        action: { label: 'Undo', onClick: () => void undoRemoval(removed) },
      })
      setPicked(new Map())
      await revalidate()
    })
  async function undoRemoval(removed: ListItem[]) {
    try {
      const back = removed.map(({ text, from }) => ({ text, from }))
      for (let at = 0; at < back.length; at += 10_000)
        await api(listsContract.addItems, { _id: list._id, items: back.slice(at, at + 10_000) })
      await revalidate()
    } catch (error) {
      notify.failed(getSentence(error, keywordErrorTexts))
    }
  }

  const nothing = list.items === 0
  return (
    <>
      <ScreenHead
        title={list.name}
        meta={
          <>
            {plural(list.items, 'keyword')} · updated <DateTime at={list.updated_at} /> ·{' '}
            <Link href="/app/lists" className="link">
              All lists
            </Link>
          </>
        }
        actions={
          <>
            {editor && (
              <Button icon={<Plus size={15} aria-hidden />} onClick={() => setAdding(true)}>
                Add keywords
              </Button>
            )}
            <Menu
              align="end"
              trigger={<Button icon={<Download size={15} aria-hidden />}>Export</Button>}
              items={(['csv', 'xlsx', 'json', 'md'] as const).map((format) => ({
                label: { csv: 'CSV', xlsx: 'Excel', json: 'JSON', md: 'Markdown' }[format],
                onSelect: () => startDownload(`/lists/export/${list._id}?format=${format}`),
              }))}
            />
            {editor && (
              <Menu
                align="end"
                trigger={<Button>More actions</Button>}
                items={[
                  { label: 'Rename', onSelect: () => setRenaming(true) },
                  { label: 'Delete list', danger: true, onSelect: () => setRemoving(true) },
                ]}
              />
            )}
          </>
        }
      />
      <CallError className="mb-3" error={call.error} texts={keywordErrorTexts} />
      {nothing ? (
        <EmptyState
          title="This list is empty."
          action={
            editor && (
              <Button variant="solid" onClick={() => setAdding(true)}>
                Paste keywords
              </Button>
            )
          }
        >
          Paste your own keywords, or select keywords in a report and choose “Add to list”.
        </EmptyState>
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-center gap-2" data-screen-only>
            <Form role="search" noValidate className="min-w-50 flex-1 sm:max-w-80">
              {sort !== '-added_at' && <input type="hidden" name="sort" value={sort} />}
              <Input
                name="q"
                type="search"
                defaultValue={q}
                aria-label="Search this list"
                placeholder="Search keywords"
                icon={<Search size={14} aria-hidden />}
              />
            </Form>
            <Menu
              align="start"
              trigger={<Button icon={<ArrowDownUp size={14} aria-hidden />}>{sortLabels[sort]}</Button>}
              items={listSorts.toReversed().map((each) => ({
                label: sortLabels[each],
                onSelect: () =>
                  setParams((old) => {
                    old.set('sort', each)
                    old.delete('page')
                    return old
                  }),
              }))}
            />
            {editor && (
              <Menu
                align="start"
                trigger={
                  <Button variant="solid" busy={call.busy} icon={<Send size={14} aria-hidden />}>
                    {picked.size > 0 ? `Use ${formatCount(picked.size)} selected` : 'Use all keywords'}
                  </Button>
                }
                items={[
                  { label: 'Group into topics', hint: 'New report', onSelect: () => send(toClusters, 100_000) },
                  { label: 'Get search volumes', hint: 'Up to 1,000', onSelect: () => send('/app/volumes', 1000) },
                  { label: 'Compare trends', hint: 'Up to 5', onSelect: () => send('/app/trends', 5) },
                  { label: 'Create content', hint: 'Up to 100', onSelect: () => send('/app/content/new', 100) },
                ]}
              />
            )}
            {editor && picked.size > 0 && (
              <>
                <Button variant="danger" onClick={removeItems}>
                  Remove {formatCount(picked.size)}
                </Button>
                <Button variant="quiet" onClick={() => setPicked(new Map())}>
                  Clear selection
                </Button>
              </>
            )}
          </div>
          {items.length === 0 ? (
            <EmptyState
              title="No keywords found."
              action={<Button href={`/app/lists/${list._id}`}>Show full list</Button>}
            >
              {q ? `No keywords match “${q}”.` : 'This list has fewer pages.'}
            </EmptyState>
          ) : (
            <Table caption={`Keywords in ${list.name}`}>
              <thead>
                <tr>
                  {editor && (
                    <TableHead className="w-8">
                      <span className="grid size-5 place-items-center">
                        <Checkbox
                          checked={allHere}
                          aria-label="Select all on this page"
                          onChange={(event) => pick(items, event.target.checked)}
                        />
                      </span>
                    </TableHead>
                  )}
                  <TableHead>Keyword</TableHead>
                  <TableHead>Found in</TableHead>
                  <TableHead className="max-sm:hidden">Added</TableHead>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <TableRow key={item._id} className={picked.has(item._id) ? 'bg-accent-wash' : undefined}>
                    {editor && (
                      <TableCell>
                        <span className="grid size-5 place-items-center">
                          <Checkbox
                            checked={picked.has(item._id)}
                            aria-label={`Select ${item.text}`}
                            onChange={(event) => pick([item], event.target.checked)}
                          />
                        </span>
                      </TableCell>
                    )}
                    <TableCell className="[overflow-wrap:anywhere]">{item.text}</TableCell>
                    <TableCell className="max-w-50 truncate text-ink-2 max-sm:max-w-28">
                      <Origin from={item.from} />
                    </TableCell>
                    <TableCell className="whitespace-nowrap text-ink-3 max-sm:hidden">
                      <DateTime at={item.added_at} />
                    </TableCell>
                  </TableRow>
                ))}
              </tbody>
            </Table>
          )}
          <Pages page={page} limit={limit} total={total} what="keywords" />
        </>
      )}
      {editor && (
        <>
          <AddKeywords list={adding ? list : null} onClose={() => setAdding(false)} onAdded={() => void revalidate()} />
          <RenameList
            list={renaming ? list : null}
            onClose={() => setRenaming(false)}
            onRenamed={() => void revalidate()}
          />
          <RemoveList
            list={removing ? list : null}
            onClose={() => setRemoving(false)}
            onRemoved={() => void navigate('/app/lists')}
          />
        </>
      )}
    </>
  )
}

const toClusters = '/app/reports/new?type=clusters'

const originHrefs: Record<ListOrigin, (id: string) => string | null> = {
  report: (id) => `/app/reports/${id}`,
  volumes: (id) => `/app/volumes?lookup=${id}`,
  trends: (id) => `/app/trends?lookup=${id}`,
  listener: (id) => `/app/listeners/${id}`,
  import: () => '/app/imports',
  typed: () => null,
}
const originLabels: Record<ListOrigin, string> = {
  report: 'Report',
  volumes: 'Volumes',
  trends: 'Trends',
  listener: 'Listener',
  import: 'Import',
  typed: 'Added manually',
}

function Origin({ from: { kind, id, label } }: Pick<ListItem, 'from'>) {
  const href = id ? originHrefs[kind](id) : null
  const words = label ? `${originLabels[kind]}: ${label}` : originLabels[kind]
  return href ? (
    <Link href={href} className="link" title={words}>
      {words}
    </Link>
  ) : (
    words
  )
}
