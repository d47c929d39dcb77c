/** What search engines and assistants get of a site. */
export const siteMachines = {
  title: 'Recherche et assistants',
  notPublished: 'Publiez d’abord le site : ses adresses pour les machines seront ici.',
  engines: 'Moteurs de recherche',
  indexed: 'Les moteurs de recherche peuvent montrer les pages de ce site.',
  notIndexed:
    'Les moteurs de recherche sont priés d’ignorer ce site. Choisissez « Tout le monde » sous Public pour être trouvé.',
  descriptions:
    'Ils affichent le titre et la description d’une page. Écrivez les descriptions en modifiant la page.',
  assistants: 'Assistants',
  offer: 'Proposer les pages aux assistants',
  offerHelp: 'Par llms.txt et par MCP.',
  needsProof:
    'Les assistants ont besoin de la même preuve que les lecteurs : ce site n’est pas ouvert à tous.',
  mcp: 'Adresse pour MCP',
  mcpHelp: 'Ajoutez-la à un client MCP par sa commande, ou dans son fichier de réglages :',
  embedding: 'Dans d’autres sites',
  embedOrigins: 'Sites autorisés à afficher ce site dans un cadre',
  embedOriginsHelp:
    'Un par ligne, par exemple https://www.example.com ou https://*.example.com. Sans indication, aucun ne le peut.',
  wrongOrigin: (line: string) => `« ${line} » n’est pas l’adresse d’un site.`,
  embeddingNeedsProof:
    'Les lecteurs qui doivent fournir une preuve ne le peuvent pas dans le cadre d’un autre site : seuls les sites ouverts à tous, ou à tous ceux qui ont l’adresse, y sont affichés.',
  embeddingCode: 'Ces sites l’affichent avec ceci :',
} as const
