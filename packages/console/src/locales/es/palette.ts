export const palette = {
  open: 'Buscar o ejecutar un comando',
  placeholder: 'Buscar páginas, espacios y comandos',
  results: 'Resultados',
  nothingFound: 'No se encontró nada. Pruebe con otras palabras.',
  incomplete: 'Todavía se están indexando páginas nuevas. Más tarde se encontrará más.',
  commands: 'Comandos',
  spaces: 'Espacios',
  pages: 'Páginas',
  walkTree: 'Recorrer un árbol',
  openRow: 'Abrir y cerrar una fila de un árbol',
  moveRow: 'Mover una página o un espacio',
  closeAny: 'Cerrar lo que está abierto',
} as const
