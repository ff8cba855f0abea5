import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { api } from '#web/api.ts'
import { getSentence } from '#web/loader-calls.ts'
import { type OrderStatus, paymentsContract } from '../contract.ts'
import { paymentErrorTexts } from './error-texts.ts'

export type AskedOrder = { reference: string } | { session_id: string }

const soonMs = 1000
const laterMs = 4000
/** After so long nobody sits and waits: the page says that it may take longer. */
const longMs = 45_000

export const isUnderWay = (order: OrderStatus | null) =>
  order === null || order.state === 'waiting' || order.state === 'processing'

/**
 * How something that is being bought stands, asked again until it is decided. When it is paid, everything on the screen is
 * asked anew: the plan, the meters, what was bought.
 */
export function useOrder(asked: AskedOrder | null, first: OrderStatus | null = null) {
  const { revalidate } = useRevalidator()
  const [order, setOrder] = useState(first)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [long, setLong] = useState(false)
  const key = asked ? JSON.stringify(asked) : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: begun anew for another order only
  useEffect(() => {
    if (key === null || !isUnderWay(first)) return
    const began = Date.now()
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      const waited = Date.now() - began
      setLong(waited > longMs)
      try {
        const { order } = await api(paymentsContract.status, JSON.parse(key) as AskedOrder, { signal: stop.signal })
        setOrder(order)
        setRefusal(null)
        if (!isUnderWay(order)) return void revalidate()
      } catch (error) {
        if (stop.signal.aborted) return
        setRefusal(getSentence(error, paymentErrorTexts))
        if (error instanceof AppError && !error.retryable) return
      }
      timer = setTimeout(look, waited > longMs ? laterMs : soonMs)
    }
    void look()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [key])
  return { order, refusal, long }
}
