// Writes src/ui/icon-paths.ts and icon-paths.ts of the sites: the icons that the console draws itself, from Font Awesome Free
// (CC BY 4.0). Add a name below and run `npm run generate:icons`. Icons that are not used are not in the bundle.
import { readFileSync, writeFileSync } from 'node:fs'
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

/** Those that only the screens of sites show. Every screen loads all the others. */
const ofSites = new Set(
  `circle gear icons layer-group lock palette paper-plane rotate-right server sitemap star tablet-screen-button user-group`.split(
    /\s+/,
  ),
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

function writeIcons(file: string, typeLines: readonly string[], shown: typeof icons): void {
  const lines = shown.map(
    ({ style, name }) => `export const ${camelCase(name)}: IconPath = ${readIcon(style, name)}`,
  )
  const note = '// Written by `npm run generate:icons` from Font Awesome Free, CC BY 4.0. Do not edit.'
  writeFileSync(
    fileURLToPath(new URL(`../src/${file}`, import.meta.url)),
    [note, '', ...typeLines, '', ...lines, ''].join('\n'),
  )
}

writeIcons(
  'ui/icon-paths.ts',
  [
    '/** The view box and the path of an icon. */',
    'export type IconPath = readonly [viewBox: string, path: string]',
  ],
  icons.filter(({ name }) => !ofSites.has(name)),
)
writeIcons(
  'features/sites/icon-paths.ts',
  ["import type { IconPath } from '../../ui/icon-paths.ts'"],
  icons.filter(({ name }) => ofSites.has(name)),
)
