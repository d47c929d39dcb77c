/** The settings of a site: its name, its people, its end. */
export const siteSettings = {
  access: 'Wer diese Website sieht und bearbeitet',
  levelInherit: 'Wie in der Organisation',
  defaultLevelHelp:
    'Für die Leute der Organisation, hier in der Konsole. Wer die veröffentlichte Website liest, steht unter Publikum.',
  givenText:
    'Rollen, die für diese Website vergeben wurden. Sie gelten auch für ihre Spaces, wenn diese nichts anderes sagen.',
  noneGiven: 'Für diese Website selbst wurde keine Rolle vergeben.',
  deleteSite: 'Website löschen',
  deleteText:
    'Leser erhalten sofort „nicht gefunden“. Struktur, Aussehen, Weiterleitungen und Freigabelinks gehen verloren. Die Spaces und ihre Seiten bleiben.',
  deleteTitle: (name: string) => `${name} löschen?`,
  deleted: (name: string) => `${name} ist gelöscht.`,
} as const
