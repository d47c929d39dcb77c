/** The repository of a space or a site: keys, runs, previews, pushes. */
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
  urlHelp:
    'Zum Beispiel https://github.com/fernwall/docs.git. Für ein privates mit Name und Zugriffstoken: https://name:token@github.com/…',
  urlWrong: 'Die Adresse muss mit https://, http:// oder ssh:// beginnen.',
  preview: 'Vorschau',
  previewTitles: { import: 'Was der Import ändern würde', export: 'Was der Export ändern würde' },
  previewRunning: 'Das Repository wird gelesen. Geschrieben wird nichts.',
  previewFailed: 'Es gibt keine Vorschau',
  previewCanceled: 'Inzwischen wurde eine andere Vorschau dieses Space gestartet.',
  previewNothing: 'Es würde sich nichts ändern. Der Bereich und das Repository werden nur verbunden.',
  previewCounts: (added: string, changed: string, removed: string) =>
    `${added} neu, ${changed} geändert, ${removed} entfernt`,
  previewChanges: { remove: 'Entfernt', change: 'Geändert', add: 'Neu' },
  previewKinds: {
    page: 'Seite',
    file: 'Datei',
    'reusable-content': 'Wiederverwendbarer Inhalt',
    variable: 'Variable',
  },
  previewMore: (count: string) => `und ${count} weitere`,
  previewSkipped: (count: string) => `Was ausgelassen würde (${count})`,
  previewNewBranch: 'Den Branch gibt es noch nicht. Der Export legt ihn an.',
  previewHistory: 'Was der Space jetzt hat, bleibt in seinem Verlauf.',
  webhookRenew: 'Neues Secret',
  webhookSecretOnce: 'Kopieren Sie das Secret jetzt. Es wird nicht noch einmal angezeigt.',
  webhookWhere:
    'Bei GitHub: Settings → Webhooks, mit dem Content-Type application/json. Bei GitLab: Settings → Webhooks, mit dem Secret als Secret-Token. Nur das Ereignis Push wird gebraucht.',
  webhookUrlHelp:
    'Für ein privates Repository mit Name und Zugriffstoken: https://name:token@… Verso bewahrt sie verschlüsselt auf, bis der Webhook ausgeschaltet wird.',
  siteNone: 'Diese Website ist mit keinem Repository verbunden',
  siteNoneText:
    'Struktur der Website und Seiten aller ihrer Spaces in einem Repository halten: Eine Datei gitbook-docs.yaml sagt, woraus die Website besteht, und jeder Space hat einen Ordner.',
  siteImportHelp:
    'Die Website wird, was gitbook-docs.yaml (oder docs.yaml) im Repository sagt. Spaces, die sie noch nicht hat, werden angelegt.',
  siteExportHelp:
    'Die Struktur der Website und die Seiten aller ihrer Spaces werden als ein Commit in den Branch geschrieben. Andere Dateien bleiben.',
  siteText:
    'Die Struktur dieser Website und die Seiten aller ihrer Spaces werden damit synchronisiert. Über SSH gelten die Schlüssel ihrer Spaces.',
  siteEnd: 'Synchronisierung beenden',
  siteEndTitle: 'Synchronisierung beenden?',
  siteEndText:
    'Die Website, ihre Spaces und das Repository bleiben, wie sie sind. Neu verbunden, beginnen sie von vorn, ohne zu wissen, was sie gemeinsam hatten.',
  siteEnded: 'Die Website wird nicht mehr synchronisiert.',
} as const
