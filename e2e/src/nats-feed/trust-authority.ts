import { readFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Trusts an authority in this process, like NODE_EXTRA_CA_CERTS in another. Returns a function that undoes it. */
export async function trustAuthority(file: string): Promise<() => void> {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, await readFile(file, 'utf8')]);
  return () => setDefaultCACertificates(before);
}
