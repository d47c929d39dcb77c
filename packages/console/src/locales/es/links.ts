/** The links of a space. */
export const links = {
  title: 'Enlaces',
  broken: 'Rotos',
  all: 'Todos',
  which: 'Qué enlaces se muestran',
  noBroken: 'Ningún enlace está roto',
  noBrokenText: 'Cada enlace a una página, un archivo o un espacio lleva a algún sitio.',
  none: 'Aún no hay enlaces',
  noneText: 'Los enlaces de las páginas de este espacio aparecen aquí con su destino.',
  gone: 'Algo que no existe',
  on: 'En',
  places: (count: number) => (count === 1 ? '1 lugar' : `${count} lugares`),
} as const
