import { headers, Verso } from './support/verso.ts'
import { type Load, measure, measureEach, type Measurement } from './support/measure.ts'
import { browser, SiteBench } from './site.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const COLD_PAGES_A_ROUND = 15
const COLD_PAGES_OF_WARM_UP = 100

/** Asks a server for one thing, in one of the rounds. */
interface Operation {
  name: string
  measure: (round: number) => Promise<Measurement>
}

/** Starts a checkout with spaces and a published site, and says what can be measured there. */
async function prepare(checkout: string | undefined): Promise<{ verso: Verso; operations: Operation[] }> {
  const verso = await Verso.start({}, [], checkout)
  const spaces = `/orgs/${await verso.organization()}/spaces`
  for (let made = 0; made < 50; made += 1) await verso.call('POST', spaces, { title: 'Handbook' })
  const bench = new SiteBench(verso)
  const { home, spaceId, pageIds } = await bench.publish()
  await bench.indexed(home)
  const coldPage = (page: number): Load => ({ url: `${home}page-${page}`, headers: browser })
  const coldPages = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => coldPage(first + index))
  await measureEach('warm-up', coldPages(10, COLD_PAGES_OF_WARM_UP), verso.meters)
  const send = (name: string, path: string, load: Partial<Load> = {}): Operation => {
    const url = `${verso.url}/v1${path}`
    return { name, measure: () => measure(name, { url, headers, ...load }, verso.meters) }
  }
  return {
    verso,
    operations: [
      send('get-space', `/spaces/${spaceId}`),
      send('list-50-spaces', `${spaces}?limit=50`),
      send('get-page', `/spaces/${spaceId}/content/page/${pageIds[7]}`),
      { name: 'page, warm', measure: () => measure('page, warm', coldPage(10), verso.meters) },
      {
        name: 'page, cold',
        measure: (round) => {
          const first = 10 + COLD_PAGES_OF_WARM_UP + round * COLD_PAGES_A_ROUND
          return measureEach('page, cold', coldPages(first, COLD_PAGES_A_ROUND), verso.meters)
        },
      },
      // Last, because it makes the lists longer.
      send('create-space', spaces, { method: 'POST', body: JSON.stringify({ title: 'Handbook' }) }),
    ],
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
const least = (values: number[]): number => Math.min(...values)

/** The least of all rounds is what the work costs, the median what it costs beside whatever else the machine does. */
function describe(measurements: Measurement[]): string {
  const [cpu, postgres] = [
    measurements.map(({ cpu = NaN }) => cpu),
    // What a connection used is no longer counted when it has been closed, which can make the sum less than nothing.
    measurements.flatMap(({ postgresCpu = NaN }) => (postgresCpu < 0 ? [] : postgresCpu)),
  ]
  const columns = [least(cpu), median(cpu), least(postgres), median(postgres)]
  return columns.map((value) => value.toFixed(3)).join(' | ')
}

/** Measures this checkout and another one in turns, so that a machine that is faster or slower for a while is so for both. */
async function compareWith(other: string, wanted: readonly string[]): Promise<void> {
  const names = ['this checkout', 'the other']
  const [here, there] = [await prepare(undefined), await prepare(other)]
  process.stdout.write(
    '| what | CPU ms, Verso, least | median | CPU ms, PostgreSQL, least | median |\n|---|--:|--:|--:|--:|\n',
  )
  try {
    for (const [index, { name }] of here.operations.entries()) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const results: Measurement[][] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        for (const [side, { operations }] of [here, there].entries()) {
          const measurement = await operations[index]?.measure(round)
          if (measurement) results[side]?.push(measurement)
        }
      }
      for (const [side, measurements] of results.entries()) {
        process.stdout.write(`| ${name}: ${names[side]} | ${describe(measurements)} |\n`)
      }
    }
  } finally {
    await here.verso.stop()
    await there.verso.stop()
  }
}

const [other, ...wanted] = process.argv.slice(2)
if (other === undefined) {
  process.stdout.write('Say with which checkout: npm run bench:compare -- ../verso-before [get-space …]\n')
  process.exitCode = 1
} else await compareWith(other, wanted)
