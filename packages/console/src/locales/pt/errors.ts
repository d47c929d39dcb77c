export const errors = {
  network: 'Não é possível acessar o servidor. Verifique a sua conexão e tente de novo.',
  loadFailed: 'Não foi possível carregar.',
  request: (id: string) => `Requisição ${id}`,
  notFoundTitle: 'Não há nada aqui, ou você não pode ver',
  notFoundText:
    'O endereço pode estar errado, o conteúdo pode ter sido excluído ou você pode precisar de acesso. Um administrador pode concedê-lo.',
  toHome: 'Ir para a página inicial',
  crashedTitle: 'Esta tela falhou',
  crashedText: 'O seu trabalho está seguro no servidor. Recarregue a página para continuar.',
  reload: 'Recarregar',
  offline: 'Você está sem conexão. O que fizer agora será enviado quando a conexão voltar.',
  notAllowed: 'Você não tem a função necessária para isto.',
} as const
