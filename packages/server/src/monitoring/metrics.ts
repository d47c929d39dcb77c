import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * How often the delay of the event loop is sampled. The default of 10 ms takes a third of a percent of a core, more than all else
 * that an idle process does. The delays that are reported include the interval.
 */
const EVENT_LOOP_SAMPLE_INTERVAL_MS = 100

/** A value with its labels, as it is at the moment that somebody asks. */
export interface Sample<Label extends string> {
  labels: Record<Label, string>
  value: number
}

/** The metrics of the process, for Prometheus. Each part adds its own. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #failures: Counter<'metric'>

  constructor() {
    collectDefaultMetrics({
      register: this.#registry,
      eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_INTERVAL_MS,
    })
    this.#failures = this.createCounter(
      'verso_metrics_failures_total',
      'Metrics that could not be read, for example because the database did not answer',
      ['metric'],
    )
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  createCounter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  createHistogram<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] })
  }

  /** Adds a value that is read when somebody asks for the metrics. */
  addGauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    read: () => Sample<Label>[] | Promise<Sample<Label>[]>,
  ): void {
    const gauge: Gauge<Label> = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect: async () => {
        gauge.reset()
        try {
          for (const { labels, value } of await read()) gauge.set(labels, value)
        } catch {
          // The other metrics matter most when something does not answer.
          this.#failures.inc({ metric: name })
        }
      },
    })
  }

  /** Adds a count that something else keeps, and that never becomes smaller. */
  addCount<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    read: () => Sample<Label>[],
  ): void {
    const counter: Counter<Label> = new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect: () => {
        counter.reset()
        for (const { labels, value } of read()) counter.inc(labels, value)
      },
    })
  }
}

/** The one sample of a metric without labels. */
export const withoutLabels = (value: number): Sample<never>[] => [{ labels: {}, value }]
