export const files = {
  title: 'Archivos',
  find: 'Buscar un archivo',
  nothingFound: 'Ningún archivo tiene este nombre.',
  emptyTitle: 'Este espacio no tiene archivos',
  emptyText:
    'Las imágenes y otros archivos llegan con una importación, desde Git o al añadirlos a una página mientras se escribe.',
  open: (name: string) => `Abrir ${name}`,
  uses: 'Dónde se usa',
  unused: 'Ninguna página lo usa.',
} as const
