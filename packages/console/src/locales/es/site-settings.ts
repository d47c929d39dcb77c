/** The settings of a site: its name, its people, its end. */
export const siteSettings = {
  access: 'Quién puede ver y editar este sitio',
  levelInherit: 'Como en la organización',
  defaultLevelHelp:
    'Para las personas de la organización, aquí en la consola. Quién lee el sitio publicado está en Público.',
  givenText: 'Roles dados en este sitio. También valen para sus espacios, si estos no dicen otra cosa.',
  noneGiven: 'No se dio ningún rol en este sitio.',
  deleteSite: 'Eliminar el sitio',
  deleteText:
    'Los lectores reciben «no encontrado» al instante. Se pierden la estructura, el aspecto, las redirecciones y los enlaces compartidos. Los espacios y sus páginas se quedan.',
  deleteTitle: (name: string) => `¿Eliminar ${name}?`,
  deleted: (name: string) => `${name} se eliminó.`,
} as const
