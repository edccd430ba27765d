import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { IMAGES, LABELS } from '../images/descriptions.ts';
import { installMissingPackages } from '../toolchain/debian-packages.ts';
import { UserError } from '../user-error.ts';
import { output } from './output.ts';

/** Programs that sign images. */
const COMMANDS = { gpg: 'gnupg', skopeo: 'skopeo' } as const;

interface ReleasedImage {
  readonly name: string;
  readonly version: string;
  /** Digest of the manifest. */
  readonly digest: string;
}

interface ImageRelease {
  readonly folder: string;
  /** Fingerprint or email address of a secret key in gpg's keyring. */
  readonly signAs: string;
}

/**
 * Signs images (containers-signature(5)) and writes into `folder`, for each, `NAME.tar` (skopeo's folder format with the signature),
 * `NAME.policy.json` (containers-policy.json(5) with the public key) and `NAME.spdx.json`, and the signed list of all files' digests.
 * Returns a line for each. Throws a UserError with the output of the program that failed.
 */
export async function publishImages(
  archives: readonly string[],
  { folder, signAs }: ImageRelease,
): Promise<readonly string[]> {
  const missing = await installMissingPackages(COMMANDS, console.log);
  if (missing !== null) throw new UserError(missing);
  const images = new Map<string, ReleasedImage>();
  for (const archive of archives) images.set(archive, await readImage(archive));
  const key = await output(['gpg', '--armor', '--export', signAs]);
  if (key === '') throw new UserError(`gpg has no key ${signAs}.`);
  await mkdir(folder, { recursive: true });
  const files = ['images.json', 'comet.asc'];
  for (const [archive, image] of images) {
    await writeSigned(archive, image, { folder, signAs });
    await writeFile(join(folder, `${image.name}.policy.json`), policyText(image.name, key));
    await copyFile(billBeside(archive, image.name), join(folder, `${image.name}.spdx.json`));
    files.push(...['tar', 'policy.json', 'spdx.json'].map((end) => `${image.name}.${end}`));
  }
  await writeFile(join(folder, 'images.json'), `${JSON.stringify([...images.values()], null, 2)}\n`);
  await writeFile(join(folder, 'comet.asc'), key);
  await signDigests(files, folder, signAs);
  return [...images.values()].map(({ name, digest }) => `${join(folder, `${name}.tar`)}  ${digest}`);
}

/** `npm run images` writes it beside the archive. */
const billBeside = (archive: string, name: string): string => join(dirname(archive), `${name}.spdx.json`);

/** The name for which an image is signed, whatever registry or storage it is in. */
const identityOf = (name: string): string => `localhost/${name}`;

async function readImage(archive: string): Promise<ReleasedImage> {
  const refusal = new UserError(`${archive} is no image of Comet.`);
  const text = await output(['skopeo', 'inspect', `oci-archive:${archive}`]).catch(() => {
    throw refusal;
  });
  const { Digest: digest, Labels: labels } = JSON.parse(text) as {
    readonly Digest: string;
    readonly Labels: Readonly<Record<string, string>> | null;
  };
  const [name, version] = [labels?.[LABELS.title], labels?.[LABELS.version]];
  if (version === undefined || !IMAGES.some((image) => image.name === name)) throw refusal;
  await readFile(billBeside(archive, String(name))).catch(() => {
    throw new UserError(`${billBeside(archive, String(name))} is missing: npm run images writes it.`);
  });
  return { name: String(name), version, digest };
}

/** Copies an image into a folder with its signature, and packs the folder. The digest of the manifest does not change. */
async function writeSigned(
  archive: string,
  { name, version }: ReleasedImage,
  { folder, signAs }: ImageRelease,
): Promise<void> {
  const draft = await mkdtemp(join(tmpdir(), 'comet-image-'));
  try {
    // A policy of this machine may refuse unsigned images.
    const copy = ['skopeo', '--insecure-policy', 'copy', '--quiet', '--preserve-digests'];
    const sign = [
      '--sign-by',
      await fingerprintOf(signAs),
      '--sign-identity',
      `${identityOf(name)}:${version}`,
    ];
    await output([...copy, ...sign, `oci-archive:${archive}`, `dir:${join(draft, name)}`]);
    const normal = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
    await output(['tar', '--create', `--file=${join(folder, `${name}.tar`)}`, ...normal, '-C', draft, name]);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function fingerprintOf(signAs: string): Promise<string> {
  const keys = await output(['gpg', '--batch', '--with-colons', '--list-secret-keys', signAs]);
  const fingerprint = /^fpr:+([0-9A-F]{40}):/m.exec(keys)?.[1];
  if (fingerprint === undefined) throw new UserError(`gpg has no secret key ${signAs}.`);
  return fingerprint;
}

/** Accepts this image with a signature of this key, in a folder or in a registry, and no other image. */
function policyText(name: string, key: string): string {
  const signed = {
    type: 'signedBy',
    keyType: 'GPGKeys',
    keyData: Buffer.from(key).toString('base64'),
    signedIdentity: { type: 'exactRepository', dockerRepository: identityOf(name) },
  };
  const policy = { default: [{ type: 'reject' }], transports: { dir: { '': [signed] } } };
  return `${JSON.stringify(policy, null, 2)}\n`;
}

/** Writes SHA256SUMS (sha256sum(1)) and its signature. */
async function signDigests(files: readonly string[], folder: string, signAs: string): Promise<void> {
  const lines: string[] = [];
  for (const file of files.toSorted()) {
    const digest = createHash('sha256').update(await readFile(join(folder, file)));
    lines.push(`${digest.digest('hex')}  ${basename(file)}\n`);
  }
  const list = join(folder, 'SHA256SUMS');
  await writeFile(list, lines.join(''));
  const sign = ['gpg', '--batch', '--yes', '--local-user', signAs, '--armor', '--detach-sign'];
  await output([...sign, '--output', `${list}.asc`, list]);
}
