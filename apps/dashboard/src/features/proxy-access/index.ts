export { CopyRow } from './copy-row.tsx';
export { CurlCommand } from './curl-command.tsx';
export {
  curlCommand,
  hiddenLine,
  hiddenPassword,
  type ProxyAccess,
  proxyLine,
  type ProxyProtocol,
} from './proxy-line.ts';
export { ReadyLine } from './ready-line.tsx';
export { SecretRow } from './secret-row.tsx';
