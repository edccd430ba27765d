import { getTexts as texts, say } from '@comet/texts/site';
import { buttonClasses } from '@comet/ui';
import { dashboard } from '../../platform/addresses.ts';
import { PageHead, Part } from '../frame/index.ts';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A package that the site offers. */
interface PackageFile {
  readonly name: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** The client's Debian packages in PACKAGES_DIR; none if it is not set. Offered files must be served under /download/. */
export async function packagesOf(folder: string | undefined): Promise<readonly PackageFile[]> {
  if (folder === undefined || folder === '') return [];
  const names = (await readdir(folder)).filter((name) => /^comet_[\w.+~-]+\.deb$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name));
      return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    }),
  );
}

/** The same in the form that `sha256sum --check` reads. */
export const sumsOf = (packages: readonly PackageFile[]): string =>
  packages.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');

/** The available and unavailable apps by platform. */
export function DownloadPage({ packages }: { readonly packages: readonly PackageFile[] }) {
  const platforms = [texts.linux, texts.macos, texts.windows, texts.phone, texts.router];
  return (
    <>
      <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
      <ul className="m-0 mt-12 list-none border-t border-line p-0">
        {platforms.map(({ name, state, explanation }) => (
          <li key={name} className="grid gap-x-10 gap-y-1 border-b border-line py-6 md:grid-cols-[2fr_3fr]">
            <div>
              <h2 className="m-0 text-title">{name}</h2>
              <p className="m-0 text-small text-quiet">{state}</p>
            </div>
            <p className="m-0 text-quiet">{explanation}</p>
          </li>
        ))}
      </ul>
      <p className="m-0 mt-8">
        <a href={dashboard.download} className={buttonClasses('secondary')}>
          {texts.makeFile}
        </a>
      </p>
      <Part
        heading={texts.packagesHeading}
        explanation={packages.length === 0 ? texts.none : texts.packagesExplanation}
      >
        {packages.length > 0 && <Packages packages={packages} />}
      </Part>
    </>
  );
}

function Packages({ packages }: { readonly packages: readonly PackageFile[] }) {
  return (
    <>
      <dl className="m-0 border-t border-line">
        {packages.map(({ name, bytes, sha256 }) => (
          <div key={name} className="border-b border-line py-5">
            <dt>
              <a href={`/download/${name}`} className="text-comet underline underline-offset-4">
                {name}
              </a>{' '}
              <span className="text-small text-quiet">
                {say(texts.megabytes, { size: (bytes / 1_000_000).toFixed(1) })}
              </span>
            </dt>
            <dd className="m-0 mt-1 font-mono text-small wrap-anywhere text-quiet">{sha256}</dd>
          </div>
        ))}
      </dl>
      <pre className="mt-6 mb-0 rounded-control border border-line bg-raised p-5 font-mono text-small wrap-anywhere whitespace-pre-wrap">
        <code>{`${texts.check}\n${texts.linux.install}`}</code>
      </pre>
    </>
  );
}
