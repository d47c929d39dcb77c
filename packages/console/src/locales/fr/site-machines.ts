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
} as const
