/** The links of a space. */
export const links = {
  title: 'Links',
  broken: 'Quebrados',
  all: 'Todos',
  which: 'Quais links são mostrados',
  noBroken: 'Nenhum link está quebrado',
  noBrokenText: 'Cada link para uma página, um arquivo ou um espaço leva a algum lugar.',
  none: 'Ainda não há links',
  noneText: 'Os links das páginas deste espaço aparecem aqui com seu destino.',
  gone: 'Algo que não existe',
  on: 'Em',
  places: (count: number) => (count === 1 ? '1 lugar' : `${count} lugares`),
} as const
