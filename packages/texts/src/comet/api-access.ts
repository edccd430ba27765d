/** `comet api`. */
export const apiAccessTexts = {
  automatic: 'Method: automatic.',
  fixed: 'Method: only {method}.',
  working: 'Works on this network: {method}.',
  notKnown: 'No connection to Comet on this network yet.',
  proxy: 'SOCKS5 proxy: {address}.',
  proxyWithUser: 'SOCKS5 proxy: {address}, as {user}.',
  noProxy: 'No SOCKS5 proxy. Add one with `comet api add socks5://ADDRESS:PORT`.',
  added: 'SOCKS5 proxy saved.',
  removed: 'SOCKS5 proxy removed.',
  testing: 'Trying each method…',
  reached: '{method}: works, {milliseconds} ms.',
  failed: '{method}: doesn’t work on this network.',
  unavailable: '{method}: nothing to try.',
  password: 'Password of the proxy: ',
  noPassword: 'Enter the password of the proxy.',
};
