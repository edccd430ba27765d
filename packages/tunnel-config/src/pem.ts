/** The kinds of PEM text that a configuration may contain. */
type PemLabel =
  | 'CERTIFICATE'
  | 'PRIVATE KEY'
  | 'OpenVPN tls-crypt-v2 client key'
  | 'OpenVPN tls-crypt-v2 server key';

const lineLength = 64;

/**
 * Returns the PEM texts of one kind in `text` (RFC 7468), each rewritten from its base64 only, so that no other byte of the
 * text is passed on; null if it contains anything else, or none.
 */
export function canonicalPems(label: PemLabel, text: unknown): readonly string[] | null {
  if (typeof text !== 'string') return null;
  const [begin, end] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`];
  const pems: string[] = [];
  let body: string[] | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (line === begin && body === null) body = [];
    else if (line === end && body !== null) {
      const base64 = body.join('');
      if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
      pems.push(written(begin, base64, end));
      body = null;
    } else if (body !== null) body.push(line);
    else if (line !== '') return null;
  }
  return body === null && pems.length > 0 ? pems : null;
}

/** Returns the only PEM text of a kind, as above; null if there are two. */
export function canonicalPem(label: PemLabel, text: unknown): string | null {
  const pems = canonicalPems(label, text);
  return pems?.length === 1 ? (pems[0] ?? null) : null;
}

/** Returns the certificates of a PEM text separately; null if it contains anything else. */
export function certificatesOf(pem: string): readonly string[] | null {
  return canonicalPems('CERTIFICATE', pem);
}

/** Encodes bytes as PEM. */
export function pemOf(label: PemLabel, bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return written(`-----BEGIN ${label}-----`, btoa(binary), `-----END ${label}-----`);
}

function written(begin: string, base64: string, end: string): string {
  const lines = base64.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
  return [begin, ...lines, end, ''].join('\n');
}
