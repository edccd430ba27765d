import { downloadTexts, instructionTexts as texts, formatText } from '@comet/texts';
import { CommandText, Subhead, Tabs } from '@comet/ui';
import { useState } from 'react';
import { detectPlatform, type Platform } from './detect-platform.ts';

const platforms = Object.keys(texts.platforms) as Platform[];

interface InstructionsProps {
  readonly protocol: 'wireguard' | 'openvpn';
  /** Name of the file in the steps, with its extension. */
  readonly file: string;
}

/** How to use a file, by platform; that of this browser first. */
export function Instructions({ protocol, file }: InstructionsProps) {
  const [platform, setPlatform] = useState(() => detectPlatform(navigator.userAgent));
  return (
    <section className="flex flex-col gap-4">
      <Subhead>{texts.headline}</Subhead>
      <Tabs
        label={formatText(texts.platformsOf, { protocol: downloadTexts[protocol] })}
        value={platform}
        onChange={setPlatform}
        tabs={platforms.map((value) => ({
          value,
          label: texts.platforms[value],
          panel: (
            <ol className="m-0 flex max-w-[42rem] list-decimal flex-col gap-2.5 pl-6 marker:text-quiet">
              {texts[protocol][value].map((step) => (
                <li key={step} className="pl-1 wrap-anywhere">
                  <Step>{withFileName(step, file)}</Step>
                </li>
              ))}
            </ol>
          ),
        }))}
      />
    </section>
  );
}

/** `{name}` is the file's name without its extension. */
function withFileName(step: string, file: string): string {
  return step.replaceAll('{file}', file).replaceAll('{name}', file.replace(/\.\w+$/, ''));
}

/** A step. The text after a colon is shown as a command if it begins with the name of one. */
function Step({ children }: { readonly children: string }) {
  const at = children.search(/: (?:sudo|cat|resolvectl) /);
  if (at === -1) return children;
  return (
    <>
      {children.slice(0, at + 1)}
      <code className="mt-1 block w-fit rounded-bar border border-line bg-raised px-2.5 py-1 font-mono text-small">
        <CommandText>{children.slice(at + 2)}</CommandText>
      </code>
    </>
  );
}
