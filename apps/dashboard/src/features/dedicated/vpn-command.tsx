import { dedicatedTexts as texts } from '@comet/texts';
import { CodeBlock, LinkAction, Subhead } from '@comet/ui';
import { useCopy } from '../../platform/use-copy.ts';

/** How a machine that is signed in leaves through the address: a command, which is typed, not translated. */
export function VpnCommand({ address }: { readonly address: string }) {
  const copy = useCopy();
  const command = `comet connect --dedicated ${address}`;
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.throughVpn}</Subhead>
        <p className="m-0 max-w-[36rem] text-quiet">{texts.throughVpnExplanation}</p>
      </div>
      <CodeBlock label={texts.throughVpn}>{command}</CodeBlock>
      <div>
        <LinkAction onClick={() => void copy(command, texts.copied)}>{texts.copyCommand}</LinkAction>
      </div>
    </section>
  );
}
