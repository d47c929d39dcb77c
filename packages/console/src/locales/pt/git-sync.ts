/** The keys and the runs of a space's repository. */
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
} as const
