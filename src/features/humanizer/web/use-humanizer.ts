import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { getStoredError } from '#web/calls/error-texts.ts'
import { type Facts, humanizerContract, type Run, type Sentence, type Strength, type TextReading } from '../contract.ts'

/** The document a text comes from. */
export type Source = { _id: string; title: string }

export type HumanizerInput = {
  text: string
  strength: Strength
  tone: string
  /** Empty: detected from the text. */
  language: string
  freeze: string[]
  voiceId: string
  source: Source | null
}

/** A text being rewritten or finished. */
export type Work = {
  input: HumanizerInput
  status: 'running' | 'done' | 'ended'
  sentences: Sentence[]
  /** Number of sentences; null until known. */
  total: number | null
  before: TextReading | null
  after: TextReading | null
  facts: Facts | null
  notice: string | null
  engine: { provider: string; model: string } | null
  error: ErrorBody | null
  /** A stored run that changed nothing. */
  isRefunded: boolean
}

export type Choice = 'accepted' | 'refused'
type Choices = ReadonlyMap<number, Choice>

const noChoices: Choices = new Map()

export type HumanizerSession = ReturnType<typeof useHumanizer>

/** State of one humanizer session: the run, its sentences and the choice for each. */
export function useHumanizer(workspaceId: string, opened: { run: Run; source: Source | null } | null) {
  const [work, setWork] = useState<Work | null>(() => (opened ? getWork(opened.run, opened.source) : null))
  const [choices, setChoices] = useState<Choices>(noChoices)
  const [history, setPast] = useState<Choices[]>([])
  const stopper = useRef<AbortController | null>(null)
  const { revalidate } = useRevalidator()
  useEffect(() => () => stopper.current?.abort(), [])
  const patch = (next: Partial<Work>) => setWork((old) => (old ? { ...old, ...next } : old))

  async function start(input: HumanizerInput) {
    stopper.current?.abort()
    const stop = new AbortController()
    stopper.current = stop
    setChoices(noChoices)
    setPast([])
    setWork({
      input,
      status: 'running',
      sentences: [],
      total: null,
      before: null,
      after: null,
      facts: null,
      notice: null,
      engine: null,
      error: null,
      isRefunded: false,
    })
    // Batches sentences per animation frame, because rules produce them faster than the screen draws.
    let waiting: Sentence[] = []
    let frame = 0
    const flush = () => {
      cancelAnimationFrame(frame)
      frame = 0
      if (waiting.length === 0) return
      const more = waiting
      waiting = []
      setWork((old) => (old ? { ...old, sentences: [...old.sentences, ...more] } : old))
    }
    let isDone = false
    let failure: ErrorBody | null = null
    try {
      const { readEvents } = await import('#features/ai-content/web/generation/read-event-stream.ts')
      await readEvents(
        humanizerContract.humanize,
        toInput(workspaceId, input),
        ({ event, data }) => {
          if (event === 'sentence') {
            waiting.push(data)
            if (frame === 0) frame = requestAnimationFrame(flush)
          } else if (event === 'score') {
            const { reading, sentences, notice, provider, model } = data
            patch({ before: reading, total: sentences, notice, engine: { provider, model } })
          } else if (event === 'done') {
            isDone = true
            flush()
            patch({ after: data.reading, facts: data.facts })
          } else if (event === 'error') failure = data as ErrorBody
        },
        stop.signal,
      )
      if (!isDone && !failure) failure = connectionLost
    } catch (thrown) {
      if (!stop.signal.aborted)
        failure =
          thrown instanceof AppError
            ? thrown.toBody()
            : { code: 'internal', message: 'Something went wrong in the browser.', retryable: true }
    }
    if (stopper.current !== stop) return
    stopper.current = null
    flush()
    patch({ status: isDone ? 'done' : 'ended', error: failure })
    await revalidate()
  }

  function decide(next: Choices) {
    setPast((old) => [...old.slice(-99), choices])
    setChoices(next)
  }

  return {
    work,
    choices,
    start,
    /** Closes the connection: the server stops and saves finished sentences. */
    stop: () => {
      stopper.current?.abort()
      patch({ status: 'ended' })
    },
    /** Returns to the form, which keeps its text. */
    leave: () => {
      stopper.current?.abort()
      stopper.current = null
      setWork(null)
    },
    choose(index: number, choice: Choice | null) {
      const next = new Map(choices)
      if (choice) next.set(index, choice)
      else next.delete(index)
      decide(next)
    },
    chooseAll: (choice: Choice) =>
      decide(new Map((work?.sentences ?? []).flatMap(({ index, kept }) => (kept ? [] : [[index, choice] as const])))),
    canUndo: history.length > 0,
    undo: () => {
      const last = history.at(-1)
      if (!last) return
      setPast((old) => old.slice(0, -1))
      setChoices(last)
    },
    text: work ? toText(work, choices) : '',
  }
}

/** Returns the current text: rejected and unprocessed sentences stay original. */
export function toText({ input, sentences }: Work, choices: Choices): string {
  const reached = sentences.reduce((sum, { original }) => sum + original.length, 0)
  const done = sentences.map(({ index, original, rewritten }) =>
    choices.get(index) === 'refused' ? original : rewritten,
  )
  return done.join('') + input.text.slice(reached)
}

const connectionLost: ErrorBody = {
  code: 'unavailable',
  message: 'The connection was lost.',
  reason: 'connection_lost',
  retryable: true,
}

function toInput(workspaceId: string, { text, strength, tone, language, freeze, voiceId, source }: HumanizerInput) {
  return {
    workspace_id: workspaceId,
    text,
    strength,
    ...(tone.trim() ? { tone: tone.trim() } : {}),
    ...(language ? { language } : {}),
    ...(freeze.length > 0 ? { freeze } : {}),
    ...(voiceId ? { voice_id: voiceId } : {}),
    ...(source ? { document_id: source._id } : {}),
  }
}

function getWork(run: Run, source: Source | null): Work {
  return {
    input: {
      text: run.text,
      strength: run.strength,
      tone: run.tone ?? '',
      language: run.language,
      freeze: run.freeze,
      voiceId: run.voice_id ?? '',
      source,
    },
    status: run.status === 'done' ? 'done' : 'ended',
    sentences: run.sentences,
    total: null,
    before: run.reading_before,
    after: run.reading_after,
    facts: run.facts,
    notice: run.notice,
    engine: { provider: run.provider, model: run.model },
    error: getStoredError(run),
    isRefunded: run.changed === 0,
  }
}
