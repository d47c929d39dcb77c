import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// A process that keeps the modules it has loaded for the next file saves a third of the CPU time of the tests of the server. A
// file that needs modules of its own calls `vi.resetModules`.
const isolate = false

// What files of tests have made stays in memory with them, and each project has processes of its own: in one project, the tests of
// the server would need more memory than a process may have.
const mediumAreas = {
  'medium-content': 'content,live,review,search',
  'medium-people': 'events,identity,inbox,organizations,sign-in',
  'medium-sites': 'openapi,published-pages,sites,translation',
}
const mediumFiles = {
  medium: {
    include: ['packages/server/src/**/*.test.ts'],
    exclude: Object.values(mediumAreas).map((areas) => `packages/server/src/areas/{${areas}}/**`),
  },
  ...Object.fromEntries(
    Object.entries(mediumAreas).map(([name, areas]) => [
      name,
      { include: [`packages/server/src/areas/{${areas}}/**/*.test.ts`], exclude: [] },
    ]),
  ),
}

// Four kinds of test. `small` needs nothing; `medium` (in four projects) runs against a PostgreSQL of its own, each file on its
// own copy of a migrated database; `browser` does in Chromium what people do; `whole` starts the product as an operator would.
export default defineConfig({
  test: {
    // Tests wait for databases, browsers and each other's programs more than they work: one fewer than there are processors
    // is too few where there are two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'small',
          isolate,
          setupFiles: ['tests/property-seed.ts'],
          include: [
            'packages/console/{build,src}/**/*.test.ts',
            'packages/{editor,expressions,markdown,pdf,revisions,site}/src/**/*.test.ts',
            'packages/server/src/**/*.small.test.ts',
          ],
          // Property tests take CPU, and machines are busy with other things.
          testTimeout: 60_000,
        },
      },
      ...Object.entries(mediumFiles).map(([name, { include, exclude }]) => ({
        test: {
          name,
          isolate,
          setupFiles: ['tests/property-seed.ts'],
          include,
          exclude: ['**/*.small.test.ts', ...exclude],
          globalSetup: ['packages/server/src/testing/postgres.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      })),
      {
        test: {
          name: 'browser',
          isolate,
          setupFiles: ['tests/property-seed.ts'],
          include: ['tests/{browser,console}/**/*.test.ts'],
          globalSetup: ['packages/server/src/testing/postgres.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A browser, a server and a database share the processors of a machine that may be busy with other things, and
          // one test of hundreds that meets a screen a moment too early must not hide what the others found. A test that
          // needed its second try is printed with "retry x1": it is to be mended, and fails at once outside of CI.
          retry: process.env['CI'] === undefined ? 0 : 1,
        },
      },
      {
        test: {
          name: 'whole',
          setupFiles: ['tests/property-seed.ts'],
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/{browser,console}/**'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
