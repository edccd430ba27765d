import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseWireguardConfig } from '@comet/tunnel-config';
import type { Download, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';

/** Returns the files of a download by name: one, or all of a ZIP. */
async function filesOf(download: Download): Promise<Readonly<Record<string, string>>> {
  const bytes = readFileSync(await download.path());
  const name = download.suggestedFilename();
  if (!name.endsWith('.zip')) return { [name]: bytes.toString('utf8') };
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([file, content]) => [file, strFromU8(content)]),
  );
}

/** Runs `press` and returns the downloaded files. */
export async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return filesOf(download);
}

/** Returns the public key of a WireGuard private key, computed by OpenSSL. */
export function publicKeyOf(privateKey: string): string {
  const der = Buffer.concat([
    Buffer.from('302e020100300506032b656e04220420', 'hex'),
    Buffer.from(privateKey, 'base64'),
  ]);
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  return Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url').toString('base64');
}

/** Parses a WireGuard file; throws for an invalid one. */
export function wireguard(text: string | undefined) {
  const parsed = parseWireguardConfig(text ?? '');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

/** Records everything that the page sends, as text. */
export function recordSent(page: Page): () => string {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  return () => sent.join('\n');
}
