/** The repository of a space or a site: keys, runs, previews, pushes. */
export const gitSync = {
  keys: 'Chaves SSH',
  keysHelp:
    'Para um repositório por SSH, crie aqui uma chave e adicione a metade pública ao repositório: no GitHub e no GitLab como chave de implementação, com direito de escrita se exportar.',
  keysNone: 'Este espaço não tem nenhuma chave.',
  keysFull: 'Um espaço tem no máximo três chaves. Elimine uma para criar outra.',
  createKey: 'Criar uma chave',
  publicKey: 'Metade pública',
  keyMade: (when: string) => `Criada ${when}`,
  deleteKey: 'Eliminar chave',
  deleteKeyFor: (fingerprint: string) => `Eliminar chave ${fingerprint}`,
  deleteKeyTitle: 'Eliminar esta chave?',
  deleteKeyText: 'O Verso deixa de poder abrir repositórios com ela. Não pode ser recuperada.',
  keyDeleted: 'A chave foi eliminada.',
  runs: 'Últimas execuções',
  runsNone: 'Nada foi executado nos últimos 30 dias.',
  conflict: 'O Git e o espaço alteraram as mesmas linhas',
  conflictText:
    'Nada do espaço foi substituído. Os dois lados estão numa solicitação de alteração: integre-a ou arquive-a para resolver o conflito. Os commits que chegarem entretanto são-lhe adicionados.',
  openConflict: 'Abrir a solicitação de alteração',
  skipped: 'O que ficou de fora',
  urlHelp:
    'Por exemplo https://github.com/fernwall/docs.git. Se for privado, inclua um nome e um token de acesso: https://nome:token@github.com/…',
  urlWrong: 'O endereço deve começar com https://, http:// ou ssh://.',
  preview: 'Prévia',
  previewTitles: { import: 'O que a importação mudaria', export: 'O que a exportação mudaria' },
  previewRunning: 'O repositório está sendo lido. Nada é gravado.',
  previewFailed: 'Não há prévia',
  previewCanceled: 'Enquanto isso, outra prévia deste espaço foi iniciada.',
  previewNothing: 'Nada mudaria. O espaço e o repositório são apenas conectados.',
  previewCounts: (added: string, changed: string, removed: string) =>
    `Adicionados: ${added}, alterados: ${changed}, removidos: ${removed}`,
  previewChanges: { remove: 'Removido', change: 'Alterado', add: 'Adicionado' },
  previewKinds: {
    page: 'Página',
    file: 'Arquivo',
    'reusable-content': 'Conteúdo reutilizável',
    variable: 'Variável',
  },
  previewMore: (count: string) => `e mais ${count}`,
  previewSkipped: (count: string) => `O que seria deixado de lado (${count})`,
  previewNewBranch: 'O branch ainda não existe. A exportação o cria.',
  previewHistory: 'O que o espaço tem agora fica no histórico dele.',
  webhookRenew: 'Novo segredo',
  webhookSecretOnce: 'Copie o segredo agora. Ele não será mostrado de novo.',
  webhookWhere:
    'No GitHub: Settings → Webhooks, com o tipo de conteúdo application/json. No GitLab: Settings → Webhooks, com o segredo como token secreto. Só o evento de push é necessário.',
  webhookUrlHelp:
    'Se o repositório for privado, com um nome e um token de acesso: https://nome:token@… O Verso os guarda criptografados até o webhook ser desativado.',
  siteNone: 'Este site não está conectado a um repositório',
  siteNoneText:
    'Mantenha a estrutura do site e as páginas de todos os seus espaços em um repositório: um arquivo gitbook-docs.yaml diz de que o site é composto, e cada espaço tem uma pasta.',
  siteImportHelp:
    'O site passa a ser o que o gitbook-docs.yaml (ou docs.yaml) do repositório diz. Os espaços que ele ainda não tem são criados.',
  siteExportHelp:
    'A estrutura do site e as páginas de todos os seus espaços são gravadas no branch, em um único commit. Os outros arquivos ficam.',
  siteText:
    'A estrutura deste site e as páginas de todos os seus espaços são sincronizadas com ele. Por SSH são usadas as chaves dos seus espaços.',
  siteEnd: 'Encerrar a sincronização',
  siteEndTitle: 'Encerrar a sincronização?',
  siteEndText:
    'O site, seus espaços e o repositório ficam como estão. Se forem conectados de novo, recomeçam sem saber o que tinham em comum.',
  siteEnded: 'O site não é mais sincronizado.',
} as const
