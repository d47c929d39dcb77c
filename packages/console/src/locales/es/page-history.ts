/** The history of a page. */
export const pageHistory = {
  title: 'Historial de la página',
  emptyTitle: 'Esta página no tiene historial propio',
  emptyText:
    'Se genera a partir de una fuente, como una especificación OpenAPI. Cuando la fuente cambia, lo dice el historial del espacio.',
  created: 'Página creada',
  deleted: 'Página eliminada',
  text: 'Texto modificado',
  settings: 'Ajustes modificados',
  renamed: (before: string, after: string) => `Renombrada de «${before}» a «${after}»`,
  moved: (before: string, after: string) => `Movida de ${before} a ${after}`,
  topLevel: 'el primer nivel',
  reordered: 'Movida entre sus vecinas',
  compare: 'Mostrar los cambios',
  open: 'Página como era',
  commit: 'Commit',
  changeRequest: (number: number) => `Solicitud de cambios n.º ${number}`,
  restoreTitle: (when: string) => `¿Restaurar la página del ${when}?`,
  restoreText:
    'Se crea una solicitud de cambios que recupera el texto, el título y los ajustes de la página, que sigue en su lugar. Nada cambia para los lectores hasta que usted la fusione.',
  restoreSubject: (page: string, when: string) => `Restaurar «${page}» del ${when}`,
  former: (when: string) => `La página como era el ${when}.`,
  openCurrent: 'Página como es ahora',
  blame: 'Quién escribió qué',
  noLinesTitle: 'Esta página no tiene texto propio',
  noLinesText: 'Las líneas aparecen aquí en cuanto alguien escribe alguna.',
  lines: (from: number, to: number) => (from === to ? `Línea ${from}` : `Líneas ${from} a ${to}`),
} as const
