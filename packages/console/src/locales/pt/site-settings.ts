/** The settings of a site: its name, its people, its end. */
export const siteSettings = {
  access: 'Quem pode ver e editar este site',
  levelInherit: 'Como na organização',
  defaultLevelHelp:
    'Para as pessoas da organização, aqui no console. Quem lê o site publicado está em Público.',
  givenText:
    'Papéis dados neste site. Eles valem também para os seus espaços, se estes não disserem outra coisa.',
  noneGiven: 'Nenhum papel foi dado neste site.',
  deleteSite: 'Excluir o site',
  deleteText:
    'Os leitores recebem “não encontrado” na hora. A estrutura, a aparência, os redirecionamentos e os links de compartilhamento são perdidos. Os espaços e as suas páginas ficam.',
  deleteTitle: (name: string) => `Excluir ${name}?`,
  deleted: (name: string) => `${name} foi excluído.`,
} as const
