import type { LivePerson, LiveSession } from '../../contract-live.ts'
import { createJoinPauses } from './join-pauses.ts'
import type { LiveBinding } from './live-binding.ts'
import { createLiveStream } from './live-stream.ts'
import type { LiveEvent, LiveTransport } from './live-transport.ts'
import { createSaveWatch } from './save-watch.ts'

export type LiveEditing = ReturnType<typeof createLiveEditing>

type SessionState = Extract<LiveEvent, { event: 'session' }>['data']

/** What live editing needs of the open document. */
export type LiveHost<Module> = {
  /** Loads Yjs and what binds the editor to it. */
  load(): Promise<Module>
  /** Whether the document can join now: nothing is generated, merged or refused. */
  canJoin(): boolean
  /** Saves the text. Resolves to false if it isn't saved. */
  save(): Promise<boolean>
  getVersion(): number
  /** The saved text as an update. */
  makeSeed(module: Module): string
  bind(
    module: Module,
    session: LiveSession,
    on: { ended: (end: { hasUnsent: boolean; reason: 'ended' | 'refused' }) => void; change: () => void },
  ): LiveBinding | null
  /** Who saves, and whether all changes are stored. Null: outside of a session. */
  onSaving(saving: LiveSaving | null): void
  /** Someone of the session saved. `isWhole`: the version has all of this editor's text. */
  onSaved(version: number, isWhole: boolean): void
  /** Who saves for all hasn't for long, such as in a tab in the background. */
  saveLate(): void
  /** The session has stored changes that nobody saved, although this text is saved. */
  noteSaved(): void
  onChanged(changed: { version: number; status: string }): void
  /** The session ended. `mustMerge`: the text has changes that are nowhere else. */
  onEnded(mustMerge: boolean): void
  onPeople(people: LivePerson[], isJoined: boolean): void
}

type LiveOptions<Module> = { client: string; transport: LiveTransport; host: LiveHost<Module> }

export type LiveSaving = { epoch: string; isSaver: boolean; isStored: boolean; trouble: { code: string } | null }

const checkMs = 1500

/**
 * Follows who has a document open, and joins a live session when there are two. Alone, the document is edited as ever and Yjs isn't
 * loaded.
 */
export function createLiveEditing<Module>({ client, transport, host }: LiveOptions<Module>) {
  let people: LivePerson[] = []
  let session: SessionState | null = null
  let binding: LiveBinding | null = null
  let isJoining = false
  let isOver = false

  const reportChanges = createReporter(host)
  const pauses = createJoinPauses()
  const saves = createSaveWatch({
    isUnsaved: () => binding !== null && !binding.hasUnsent && (session?.saved_seq ?? 0) < binding.seq,
    isSaver,
    saveLate: () => host.saveLate(),
    noteSaved: () => host.noteSaved(),
  })
  const stream = createLiveStream({ open: transport.open, onEvent })
  // What keeps it from joining can end without an event.
  const check = setInterval(() => {
    void joinIfNeeded()
    saves.saveIfLate()
  }, checkMs)

  function onEvent(event: LiveEvent) {
    if (isOver) return
    binding?.receive(event)
    if (event.event === 'people') {
      people = event.data.items
      binding?.setPeople(people)
      report()
    } else if (event.event === 'session') {
      if (event.data.saved_seq !== session?.saved_seq) saves.restart()
      session = event.data
      if (binding && session.epoch === binding.epoch) noteVersion(session)
    } else if (event.event === 'changed' && !binding) host.onChanged(event.data)
    void joinIfNeeded()
  }

  function noteVersion({ version, saved_seq }: SessionState) {
    const isWhole = saved_seq >= binding!.seq && !binding!.hasUnsent
    host.onSaved(version, isWhole)
    saves.noteSavedLater()
  }

  const hasOthers = () => people.some((person) => person.client !== client)

  /** The first of the session's people saves for all. */
  function isSaver() {
    return people.find(({ joined }) => joined)?.client === client
  }

  function report() {
    const saving = binding && {
      epoch: binding.epoch,
      isSaver: isSaver(),
      isStored: !binding.hasUnsent,
      trouble: binding.trouble,
    }
    reportChanges(people, saving)
  }

  async function joinIfNeeded() {
    const isUnsaved = session !== null && session.epoch !== null && !session.is_saved
    const isNeeded = hasOthers() || isUnsaved
    if (isOver || binding || isJoining || !isNeeded || !pauses.isOver() || !host.canJoin()) return
    isJoining = true
    try {
      const outcome = await join()
      if (outcome === 'later') pauses.retrySoon()
      else if (outcome === 'refused') pauses.pause()
    } catch {
      pauses.pause()
    } finally {
      isJoining = false
    }
  }

  /** `refused`: the session's text can't be shown here, or not be merged with what was typed. */
  async function join(): Promise<'joined' | 'later' | 'refused'> {
    const module = await host.load()
    if (isOver || !host.canJoin() || !(await host.save())) return 'later'
    const version = host.getVersion()
    let joined = await transport.join({ version })
    // Alone, only unsaved text is a reason to join.
    if (!joined && hasOthers()) joined = await transport.join({ version, seed: host.makeSeed(module) })
    if (isOver || !joined || !host.canJoin()) return 'later'
    binding = host.bind(module, joined, { ended, change })
    if (!binding) return 'refused'
    pauses.noteJoined()
    binding.setPeople(people)
    session = { epoch: joined.epoch, version: joined.version, saved_seq: joined.saved_seq, is_saved: true }
    stream.follow({ epoch: joined.epoch, after: joined.seq })
    report()
    host.onSaved(joined.version, joined.saved_seq >= joined.seq && !binding.hasUnsent)
    saves.noteSavedLater()
    return 'joined'
  }

  function change() {
    report()
    saves.noteSavedLater()
  }

  function ended({ reason }: { hasUnsent: boolean; reason: 'ended' | 'refused' }) {
    const wasSaver = isSaver()
    const hasOwn = binding?.hasChangesAfter(session?.saved_seq ?? 0) ?? true
    binding = null
    session = null
    pauses.noteEnded()
    report()
    stream.follow({ epoch: null, after: 0 })
    host.onEnded(wasSaver || hasOwn || reason === 'refused')
  }

  return {
    get isOn() {
      return binding !== null
    },
    get seq() {
      return binding?.seq ?? 0
    },
    get epoch() {
      return binding?.epoch ?? null
    },
    setAbout: (about: Parameters<LiveBinding['setAbout']>[0]) => binding?.setAbout(about),
    /** Leaves the session, such as before a text is generated, which ends it. */
    leave() {
      if (!binding) return
      binding.leave()
      binding = null
      report()
      stream.follow({ epoch: null, after: 0 })
    },
    /** Tries again now, such as when the browser is online again. */
    reconnect() {
      stream.reconnect()
      void binding?.flush()
    },
    close() {
      isOver = true
      clearInterval(check)
      saves.close()
      stream.close()
      if (!binding) return
      // What waits is sent, also when the page goes away.
      void binding.flush()
      binding.leave()
      binding = null
    },
  }
}

/** Reports who is there and who saves, each when it has changed. */
function createReporter(host: Pick<LiveHost<unknown>, 'onPeople' | 'onSaving'>) {
  let reported = { people: '', saving: 'null' }
  return (people: LivePerson[], saving: LiveSaving | null) => {
    const isJoined = saving !== null
    const next = { people: JSON.stringify([people, isJoined]), saving: JSON.stringify(saving) }
    const last = reported
    reported = next
    if (next.people !== last.people) host.onPeople(people, isJoined)
    if (next.saving !== last.saving) host.onSaving(saving)
  }
}
