import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { api } from '#web/api.ts'
import { getSentence } from '#web/loader-calls.ts'
import { type OrderStatus, paymentsContract } from '../contract.ts'
import { paymentErrorTexts } from './error-texts.ts'

export type OrderRef = { reference: string } | { session_id: string }

const pollMs = 1000
const slowPollMs = 4000
/** After so long nobody sits and waits: the page says that it may take longer. */
const slowAfterMs = 45_000

export const isPending = (order: OrderStatus | null) =>
  order === null || order.state === 'waiting' || order.state === 'processing'

/**
 * How something that is being bought stands, asked again until it is decided. When it is paid, everything on the screen is
 * asked anew: the plan, the meters, what was bought.
 */
export function useOrder(orderRef: OrderRef | null, first: OrderStatus | null = null) {
  const { revalidate } = useRevalidator()
  const [order, setOrder] = useState(first)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [long, setLong] = useState(false)
  const key = orderRef ? JSON.stringify(orderRef) : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: begun anew for another order only
  useEffect(() => {
    if (key === null || !isPending(first)) return
    const began = Date.now()
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const poll = async () => {
      const waited = Date.now() - began
      setLong(waited > slowAfterMs)
      try {
        const { order } = await api(paymentsContract.status, JSON.parse(key) as OrderRef, { signal: stop.signal })
        setOrder(order)
        setRefusal(null)
        if (!isPending(order)) return void revalidate()
      } catch (error) {
        if (stop.signal.aborted) return
        setRefusal(getSentence(error, paymentErrorTexts))
        if (error instanceof AppError && !error.retryable) return
      }
      timer = setTimeout(poll, waited > slowAfterMs ? slowPollMs : pollMs)
    }
    void poll()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [key])
  return { order, refusal, long }
}
