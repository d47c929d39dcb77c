// Writes src/ui/icons and src/ui/icon-paths.ts, which names them all: the icons that the console draws itself, from Font Awesome
// Free (CC BY 4.0). Add a name below and run `npm run generate:icons`. Each icon is a module, so that a screen loads those that it
// shows, and none is in the bundle that no screen shows.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const regular =
  `bell bookmark building calendar chart-bar circle circle-check circle-dot circle-question circle-user circle-xmark
  clipboard clock clone comment comment-dots comments compass copy credit-card envelope envelope-open eye eye-slash face-smile file
  file-code file-image file-lines file-pdf file-word file-zipper flag floppy-disk folder folder-open hard-drive hourglass house
  id-badge id-card image images keyboard life-ring lightbulb map message moon newspaper note-sticky object-group paper-plane paste
  pen-to-square rectangle-list share-from-square square square-check square-plus star sun thumbs-down thumbs-up trash-can user
  window-maximize window-restore`.split(/\s+/)

const solid =
  `align-left align-center align-right angles-left angles-right arrow-down arrow-left arrow-right arrow-right-arrow-left
  arrow-right-from-bracket arrow-right-to-bracket arrow-up arrow-up-from-bracket arrow-up-right-from-square arrows-rotate arrows-up-down
  at ban bars bold bolt book box-archive check chevron-down chevron-left chevron-right chevron-up circle-exclamation circle-info
  circle-notch clock-rotate-left cloud-arrow-up code code-branch code-commit code-compare code-merge code-pull-request cube display
  download ellipsis ellipsis-vertical expand fingerprint filter gear globe grip-vertical hashtag heading highlighter icons italic key
  language layer-group link link-slash list-check list-ol list-ul lock lock-open magnifying-glass minus mobile-screen paintbrush
  palette paragraph pen people-group plug plus puzzle-piece quote-left right-left rotate-left rotate-right rss server share-nodes
  shield-halved sitemap sliders strikethrough square-root-variable table table-cells table-columns tablet-screen-button tag tags
  terminal text-height triangle-exclamation turn-up unlock upload user-group user-plus users wand-magic-sparkles xmark`.split(
    /\s+/,
  )

const brands = ['github', 'gitlab', 'google', 'microsoft', 'markdown']

const folder = fileURLToPath(
  new URL('svgs/', import.meta.resolve('@fortawesome/fontawesome-free/package.json')),
)

function readIcon(style: string, name: string): string {
  const svg = readFileSync(`${folder}${style}/${name}.svg`, 'utf8')
  const box = /viewBox="([^"]+)"/.exec(svg)?.[1]
  const path = /<path[^>]* d="([^"]+)"/.exec(svg)?.[1] ?? /d="([^"]+)"/.exec(svg)?.[1]
  if (box === undefined || path === undefined) throw new Error(`${style}/${name}.svg has no path.`)
  return `['${box}', '${path}']`
}

const camelCase = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

// No name is in both lists, so the style is not part of it.
const icons = [
  ...regular.map((name) => ({ style: 'regular', name })),
  ...solid.map((name) => ({ style: 'solid', name })),
  ...brands.map((name) => ({ style: 'brands', name })),
]

const note = '// Written by `npm run generate:icons` from Font Awesome Free, CC BY 4.0. Do not edit.'
const ui = new URL('../src/ui/', import.meta.url)

function write(file: string, lines: readonly string[]): void {
  writeFileSync(new URL(file, ui), [note, ...lines, ''].join('\n'))
}

rmSync(new URL('icons', ui), { recursive: true, force: true })
mkdirSync(new URL('icons', ui))
for (const { style, name } of icons) {
  write(`icons/${name}.ts`, [
    "import type { IconPath } from '../icon-path.ts'",
    '',
    `export const ${camelCase(name)}: IconPath = ${readIcon(style, name)}`,
  ])
}
write('icon-paths.ts', [
  "export type { IconPath } from './icon-path.ts'",
  ...icons.map(({ name }) => `export { ${camelCase(name)} } from './icons/${name}.ts'`),
])
