/** What pages of a space share: texts that are included, and variables. */
export const shared = {
  reusable: 'Wiederverwendbarer Inhalt',
  title: 'Wiederverwendbarer Inhalt und Variablen',
  variables: 'Variablen',
  addReusable: 'Neuer wiederverwendbarer Inhalt',
  editReusable: 'Wiederverwendbaren Inhalt bearbeiten',
  noReusable: 'Noch kein wiederverwendbarer Inhalt',
  noReusableText:
    'Ein Text, den viele Seiten brauchen, wird einmal geschrieben und in jede eingebunden. Ändert er sich, ändert er sich überall.',
  noText: 'Er hat noch keinen Text.',
  uses: 'Eingebunden in',
  noUses: 'Keine Seite bindet ihn ein.',
  name: 'Name',
  text: 'Text',
  textHelp: 'Markdown, wie auf einer Seite.',
  propose: 'Änderungsanfrage erstellen',
  proposeHelp: 'Leser sehen die Änderung, wenn die Änderungsanfrage zusammengeführt ist.',
  subject: (name: string) => `${name} ändern`,
  deleteSubject: (name: string) => `${name} löschen`,
  deleteTitle: (name: string) => `„${name}“ löschen?`,
  deleteText:
    'Seiten, die ihn einbinden, zeigen an seiner Stelle nichts. Leser sehen die Änderung, wenn die Änderungsanfrage zusammengeführt ist.',
  proposeDeletion: 'Mit einer Änderungsanfrage löschen',
  addVariable: 'Neue Variable',
  editVariable: 'Variable bearbeiten',
  noVariables: 'Noch keine Variablen',
  noVariablesText:
    'Ein Wert, den viele Seiten nennen, etwa eine Version oder eine Adresse, steht hier einmal.',
  nameHelp: 'Buchstaben, Ziffern und Unterstriche; keine Ziffer am Anfang.',
  value: 'Wert',
} as const
