export { CopyRow } from './copy-row.tsx';
export { hiddenLine, hiddenPassword, type ProxyAccess, proxyLine, type ProxyProtocol } from './proxy-line.ts';
export { ReadyLine } from './ready-line.tsx';
export { SecretRow } from './secret-row.tsx';
