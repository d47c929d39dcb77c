/** The command palette and the list of keys. */
export const palette = {
  open: 'Suchen oder Befehl ausführen',
  placeholder: 'Seiten, Spaces und Befehle suchen',
  results: 'Ergebnisse',
  nothingFound: 'Nichts gefunden. Versuchen Sie andere Wörter.',
  incomplete: 'Neue Seiten werden noch aufgenommen. Später wird mehr gefunden.',
  commands: 'Befehle',
  spaces: 'Spaces',
  pages: 'Seiten',
  walkTree: 'Durch einen Baum gehen',
  openRow: 'Zeile eines Baums auf- und zuklappen',
  moveRow: 'Seite oder Space verschieben',
  closeAny: 'Schließen, was offen ist',
} as const
