/** The keys and the runs of a space's repository. */
export const gitSync = {
  keys: 'SSH-Schlüssel',
  keysHelp:
    'Für ein Repository über SSH hier einen Schlüssel erzeugen und seine öffentliche Hälfte dem Repository hinzufügen: bei GitHub und GitLab als Deploy-Key, mit Schreibrecht, wenn exportiert wird.',
  keysNone: 'Dieser Space hat keinen Schlüssel.',
  keysFull: 'Ein Space hat höchstens drei Schlüssel. Löschen Sie einen, um einen neuen zu erzeugen.',
  createKey: 'Schlüssel erzeugen',
  publicKey: 'Öffentliche Hälfte',
  keyMade: (when: string) => `Erzeugt ${when}`,
  deleteKey: 'Schlüssel löschen',
  deleteKeyFor: (fingerprint: string) => `Schlüssel löschen: ${fingerprint}`,
  deleteKeyTitle: 'Diesen Schlüssel löschen?',
  deleteKeyText: 'Verso kann damit keine Repositorys mehr öffnen. Er lässt sich nicht wiederherstellen.',
  keyDeleted: 'Der Schlüssel wurde gelöscht.',
  runs: 'Letzte Läufe',
  runsNone: 'In den letzten 30 Tagen ist nichts gelaufen.',
  conflict: 'Git und der Space haben dieselben Zeilen geändert',
  conflictText:
    'Im Space wurde nichts ersetzt. Beide Seiten stehen in einer Änderungsanfrage: mergen oder archivieren Sie sie, um den Konflikt zu lösen. Weitere Commits kommen inzwischen dazu.',
  openConflict: 'Änderungsanfrage öffnen',
  skipped: 'Was ausgelassen wurde',
} as const
