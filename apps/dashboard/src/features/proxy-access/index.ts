export { CopyRow } from './copy-row.tsx';
export { hiddenPassword, type ProxyAccess, proxyLine } from './proxy-line.ts';
export { ReadyLine } from './ready-line.tsx';
export { SecretRow } from './secret-row.tsx';
