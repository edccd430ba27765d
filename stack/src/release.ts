import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSigner, releaseLifetime, type Signer, signRelease } from '@comet/admission';
import { systemClock, unixSeconds } from '@comet/foundation';
import { runQuietly } from './checks/run-quietly.ts';
import { Refusal, errorText } from './refusal.ts';

const FORM =
  'npm run release takes a package (comet_….deb), --key FILE (Ed25519, PEM), and perhaps --notes FILE and --channel NAME.';

/** Signs a package of the client: writes the manifest next to it. Publish both in the channel's folder. */
async function main(words: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const;
  let given: { values: { key?: string; notes?: string; channel?: string }; positionals: string[] };
  try {
    const options = { key: text, notes: text, channel: text };
    given = parseArgs({ args: [...words], options, allowPositionals: true });
  } catch {
    throw new Refusal(FORM);
  }
  const { values, positionals } = given;
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0 || values.key === undefined) throw new Refusal(FORM);
  const { code, output } = await runQuietly([
    'dpkg-deb',
    '--show',
    '--showformat=${Package} ${Version} ${Architecture}',
    path,
  ]);
  const [product = '', version = '', architecture = ''] = output.trim().split(' ');
  if (code !== 0 || product !== 'comet') throw new Refusal(`${path} is no package of the client.`);
  const bytes = await readFile(path);
  const now = unixSeconds(systemClock.now());
  const platform = `linux-${architecture}`;
  const manifest = signRelease(await signerIn(values.key), {
    ...{ product, platform, version, channel: values.channel ?? 'stable' },
    notes: values.notes === undefined ? '' : (await readFile(values.notes, 'utf8')).trim(),
    file: basename(path),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    issued: now,
    expires: now + releaseLifetime,
  });
  const beside = join(dirname(path), `${platform}.json`);
  await writeFile(beside, `${manifest}\n`);
  console.log(
    `${beside}  Comet ${version}, believed until ${new Date((now + releaseLifetime) * 1000).toISOString().slice(0, 10)}`,
  );
}

async function signerIn(path: string): Promise<Signer> {
  try {
    const signer = readSigner(await readFile(path, 'utf8'));
    if (signer.key.asymmetricKeyType === 'ed25519') return signer;
  } catch {
    // An unreadable key is reported like an invalid one.
  }
  throw new Refusal(`--key ${path} must be a private key that \`openssl genpkey -algorithm ed25519\` makes.`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
