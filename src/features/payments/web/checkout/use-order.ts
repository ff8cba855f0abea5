import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { startPolling } from '#web/calls/use-polling.ts'
import { type OrderStatus, paymentsContract } from '../../contract.ts'
import { paymentErrorTexts } from '../error-texts.ts'

export type OrderRef = { reference: string } | { session_id: string }

const pollMs = 1000
const slowPollMs = 4000
/** After this time the page says that it may take longer, and polls less often. */
const slowAfterMs = 45_000

export const isPending = (order: OrderStatus | null) =>
  order === null || order.state === 'waiting' || order.state === 'processing'

/**
 * Polls an order until its state is final, then revalidates the page so that plan, usage and purchases are current.
 */
export function useOrder(orderRef: OrderRef | null, first: OrderStatus | null = null) {
  const { revalidate } = useRevalidator()
  const [order, setOrder] = useState(first)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [long, setLong] = useState(false)
  const key = orderRef ? JSON.stringify(orderRef) : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: polling restarts only for another order
  useEffect(() => {
    if (key === null || !isPending(first)) return
    const began = Date.now()
    const waitedMs = () => Date.now() - began
    const stop = startPolling(
      async (signal) => {
        setLong(waitedMs() > slowAfterMs)
        try {
          const { order } = await api(paymentsContract.status, JSON.parse(key) as OrderRef, { signal })
          setOrder(order)
          setRefusal(null)
          if (isPending(order)) return
          stop()
          void revalidate()
        } catch (error) {
          if (signal.aborted) return
          setRefusal(getSentence(error, paymentErrorTexts))
          if (error instanceof AppError && !error.retryable) stop()
        }
      },
      { everyMs: () => (waitedMs() > slowAfterMs ? slowPollMs : pollMs), immediately: true },
    )
    return stop
  }, [key])
  return { order, refusal, long }
}
