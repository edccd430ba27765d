import { say } from '@comet/texts';
import { optionsTexts, splitTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { splitModes } from '@comet/tunnel-protocol/choices';
import { RadioRows, Subhead } from '@comet/ui';
import { useChoices } from '../../platform/daemon/index.ts';
import { AddSplit } from './add-split.tsx';
import { ChoiceFrame } from './choice-frame.tsx';
import { NamedRows } from './named-rows.tsx';

/** What goes another way than the rest. */
export function SplitScreen({ snapshot: { settings } }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const { mode, apps, networks } = settings.splitTunnel;
  const row = (title: string, detail: string, onAct: () => void) => ({
    key: title,
    title,
    exact: true,
    detail,
    act: optionsTexts.remove,
    actWhat: say(optionsTexts.removeWhat, { what: title }),
    onAct,
  });
  return (
    <ChoiceFrame title={splitTexts.title} failure={failure}>
      <div className="border-t border-line">
        <RadioRows
          legend={splitTexts.title}
          name="split"
          rows={splitModes.map((value) => ({
            value,
            title: splitTexts.modes[value],
            detail: splitTexts.hints[value],
          }))}
          value={mode}
          onChange={(chosen) => choose('split.set', { mode: chosen })}
        />
      </div>
      <section className="flex flex-col gap-2">
        <Subhead>{splitTexts.named}</Subhead>
        <NamedRows
          none={splitTexts.noApps}
          rows={[
            ...apps.map((path) =>
              row(path, splitTexts.app, () => choose('split.remove', { kind: 'app', path })),
            ),
            ...networks.map((network) =>
              row(network, splitTexts.network, () => choose('split.remove', { kind: 'network', network })),
            ),
          ]}
        />
        <p className="m-0 text-small text-quiet">{splitTexts.restart}</p>
      </section>
      <AddSplit kind="app" onAdd={(item, onDone) => choose('split.add', item, onDone)} />
      <AddSplit kind="network" onAdd={(item, onDone) => choose('split.add', item, onDone)} />
    </ChoiceFrame>
  );
}
