type Pair = [ink: string, ground: string]

const surfaces = ['--chrome', '--ground', '--raised', '--overlay', '--sunken']
const states = ['info', 'success', 'warning', 'danger']
const codeTokens = 'c s n k f t p g a v o r i d h l'.split(' ')

/** The colours of words and of what is below them, as the console uses them together. The tests measure their contrast. */
export const textPairs: readonly Pair[] = [
  ...surfaces.flatMap((ground) => ['--ink', '--soft', '--primary-text'].map((ink): Pair => [ink, ground])),
  ...['--primary-soft', '--primary-soft-float'].map((ground): Pair => ['--primary-text', ground]),
  ...['--primary', '--primary-hover', '--danger-fill'].map((ground): Pair => ['--on-primary', ground]),
  ...states.flatMap((state): Pair[] => [
    [`--${state}`, '--ground'],
    [`--${state}`, '--overlay'],
    [`--${state}`, `--${state}-soft`],
    ['--soft-on-state', `--${state}-soft`],
  ]),
  ['--added-ink', '--added'],
  ['--removed-ink', '--removed'],
  ...['--commented', '--commented-active', '--theirs', '--ours', '--avatar'].map((ground): Pair => [
    '--ink',
    ground,
  ]),
  ...[1, 2, 3, 4, 5, 6].map((peer): Pair => ['--on-peer', `--peer-${peer}`]),
  ['--code-ink', '--code-ground'],
  ...codeTokens.map((token): Pair => [`--t-${token}`, '--code-ground']),
]
