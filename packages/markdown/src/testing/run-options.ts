/**
 * Runs the same cases every time, so that failures are reproducible. `FUZZ_SEED` and `FUZZ_FACTOR` run other cases.
 */
export function getRunOptions(numRuns: number): { numRuns: number; seed: number } {
  const { FUZZ_SEED = '1', FUZZ_FACTOR = '1' } = process.env
  return { numRuns: numRuns * Number(FUZZ_FACTOR), seed: Number(FUZZ_SEED) }
}
