export const home = {
  title: 'Inicio',
  newSpace: 'Nuevo espacio',
  importContent: 'Importar',
  waitingForReview: 'Esperan su revisión',
  yourChangeRequests: 'Sus solicitudes de cambios',
  recentSpaces: 'Cambios recientes',
  noSpacesTitle: 'Empiece con un espacio',
  noSpacesText:
    'Un espacio contiene las páginas de un producto o de un tema. Importe lo que ya tiene, o empiece con una plantilla o con un espacio vacío.',
  noSpacesForReaders:
    'Aún no hay ningún espacio que usted pueda ver. Alguien con el rol de creador puede crear uno.',
  nothingWaiting: 'Nada espera su revisión.',
  noDrafts: 'No tiene solicitudes de cambios abiertas.',
  changed: (when: string) => `cambiado ${when}`,
} as const
