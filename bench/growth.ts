import { withGrowthBench } from './growth/bench.ts'
import type { GrowthRow } from './growth/measure.ts'
import { measurePages } from './growth/pages.ts'
import { measureSearches } from './growth/search.ts'

/** What requests cost as more and more is stored. */
export async function growth(): Promise<GrowthRow[]> {
  return withGrowthBench(async (bench) => [...(await measurePages(bench)), ...(await measureSearches(bench))])
}
