/** The history of a page. */
export const pageHistory = {
  title: 'Verlauf der Seite',
  emptyTitle: 'Diese Seite hat keinen eigenen Verlauf',
  emptyText:
    'Sie entsteht aus einer Quelle wie einer OpenAPI-Spezifikation. Wenn sich die Quelle ändert, steht das im Verlauf des Bereichs.',
  created: 'Seite erstellt',
  deleted: 'Seite gelöscht',
  text: 'Text geändert',
  settings: 'Einstellungen geändert',
  renamed: (before: string, after: string) => `Von „${before}“ in „${after}“ umbenannt`,
  moved: (before: string, after: string) => `Von ${before} nach ${after} verschoben`,
  topLevel: 'oberste Ebene',
  reordered: 'Unter ihren Nachbarn verschoben',
  compare: 'Änderungen anzeigen',
  open: 'Seite, wie sie war',
  commit: 'Commit',
  changeRequest: (number: number) => `Änderungsanfrage #${number}`,
  restoreTitle: (when: string) => `Die Seite vom ${when} wiederherstellen?`,
  restoreText:
    'Eine Änderungsanfrage wird erstellt, die Text, Titel und Einstellungen der Seite zurückholt; ihr Platz bleibt. Für Leser ändert sich nichts, bis Sie sie zusammenführen.',
  restoreSubject: (page: string, when: string) => `„${page}“ vom ${when} wiederherstellen`,
  former: (when: string) => `Die Seite, wie sie am ${when} war.`,
  openCurrent: 'Seite, wie sie jetzt ist',
  blame: 'Wer schrieb was',
  noLinesTitle: 'Diese Seite hat keinen eigenen Text',
  noLinesText: 'Sobald jemand etwas geschrieben hat, stehen die Zeilen hier.',
  lines: (from: number, to: number) => (from === to ? `Zeile ${from}` : `Zeilen ${from} bis ${to}`),
} as const
