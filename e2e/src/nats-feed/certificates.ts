import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

const openssl = (args: readonly string[]) => promisify(execFile)('openssl', ['req', '-batch', ...args]);

/** The paths of a certificate and its key in PEM. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** An authority of the operator's own. */
export interface Authority {
  /** The path of its certificate. */
  readonly certificate: string;
  /** Creates a certificate for a server at `host`. */
  issue(host: string): Promise<CertificateFiles>;
}

/** Creates an authority with its files in `folder`. */
export async function createAuthority(folder: string): Promise<Authority> {
  await mkdir(folder, { recursive: true });
  const authority = { certificate: join(folder, 'ca.pem'), key: join(folder, 'ca.key') };
  await openssl([
    ...[...curve, '-x509', '-subj', '/CN=Test authority'],
    ...['-keyout', authority.key, '-out', authority.certificate],
  ]);
  return {
    certificate: authority.certificate,
    async issue(host) {
      const files = { certificate: join(folder, `${host}.crt`), key: join(folder, `${host}.key`) };
      await openssl([
        ...[...curve, '-x509', '-CA', authority.certificate, '-CAkey', authority.key, '-subj', `/CN=${host}`],
        // As of a public authority: for servers only.
        ...['-addext', `subjectAltName=DNS:${host}`, '-addext', 'extendedKeyUsage=serverAuth'],
        ...['-addext', 'basicConstraints=critical,CA:FALSE'],
        ...['-keyout', files.key, '-out', files.certificate],
      ]);
      return files;
    },
  };
}
