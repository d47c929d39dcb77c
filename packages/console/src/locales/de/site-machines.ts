/** What search engines and assistants get of a site. */
export const siteMachines = {
  title: 'Suche und Assistenten',
  notPublished: 'Veröffentlichen Sie zuerst die Website: Dann stehen hier ihre Adressen für Maschinen.',
  engines: 'Suchmaschinen',
  indexed: 'Suchmaschinen dürfen die Seiten dieser Website zeigen.',
  notIndexed:
    'Suchmaschinen werden gebeten, diese Website auszulassen. Wählen Sie unter „Publikum“ „Alle“, um gefunden zu werden.',
  descriptions:
    'Sie zeigen Titel und Beschreibung einer Seite. Beschreibungen schreiben Sie beim Bearbeiten der Seite.',
  assistants: 'Assistenten',
  offer: 'Seiten für Assistenten anbieten',
  offerHelp: 'Als llms.txt und über MCP.',
  needsProof: 'Assistenten brauchen denselben Nachweis wie Leser: Diese Website ist nicht für alle offen.',
  mcp: 'Adresse für MCP',
  mcpHelp: 'Fügen Sie sie einem MCP-Client mit seinem Befehl oder in seiner Einstellungsdatei hinzu:',
  embedding: 'In anderen Websites',
  embedOrigins: 'Websites, die diese Website in einem Rahmen zeigen dürfen',
  embedOriginsHelp:
    'Eine je Zeile, etwa https://www.example.com oder https://*.example.com. Ohne Angabe darf es keine.',
  wrongOrigin: (line: string) => `„${line}“ ist keine Adresse einer Website.`,
  embeddingNeedsProof:
    'Wer einen Nachweis braucht, kann ihn im Rahmen einer anderen Website nicht geben: Dort werden nur Websites gezeigt, die für alle oder für alle mit der Adresse offen sind.',
  embeddingCode: 'Diese Websites zeigen sie damit:',
} as const
