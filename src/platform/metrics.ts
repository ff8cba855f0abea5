import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** What `/metrics` shows, in Prometheus' format. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'earshot_' })
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'earshot_request_seconds',
      help: 'Request duration in seconds',
      labelNames: ['path', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    jobSeconds: new Histogram({
      name: 'earshot_job_seconds',
      help: 'Job duration in seconds',
      labelNames: ['job', 'outcome'],
      buckets: [0.05, 0.25, 1, 2.5, 5, 15, 60, 300],
      registers: [registry],
    }),
    jobsWaiting: new Gauge({
      name: 'earshot_jobs_waiting',
      help: 'Jobs that could start now, of all processes',
      labelNames: ['queue'],
      registers: [registry],
    }),
    openStreams: new Gauge({ name: 'earshot_open_streams', help: 'Open event streams', registers: [registry] }),
    sourceAsks: new Counter({
      name: 'earshot_source_asks_total',
      help: 'Requests to sources',
      labelNames: ['source', 'outcome'],
      registers: [registry],
    }),
    replicaReads: new Counter({
      name: 'earshot_replica_reads_total',
      help: 'Reads that a read replica may answer, by which database answered and why',
      labelNames: ['kind', 'answered_by', 'reason'],
      registers: [registry],
    }),
    replicaLagSeconds: new Gauge({
      name: 'earshot_replica_lag_seconds',
      help: 'How old the data of the read replica may be, in seconds',
      registers: [registry],
    }),
    eventsWaiting: new Gauge({
      name: 'earshot_events_waiting',
      help: 'Collected events committed but not yet stored individually',
      registers: [registry],
    }),
    eventsSetAside: new Counter({
      name: 'earshot_events_set_aside_total',
      help: 'Collected events the database rejected, kept in event_inbox',
      registers: [registry],
    }),
    paymentEvents: new Counter({
      name: 'earshot_payment_events_total',
      help: 'Payment provider events, by outcome',
      labelNames: ['provider', 'type', 'outcome'],
      registers: [registry],
    }),
  }
}
