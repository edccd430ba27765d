import { formatText } from '@comet/texts';
import { accessTexts } from '@comet/texts/desktop';
import { formatEndpoint } from '@comet/foundation';
import type { ParamsOf, ResultOf } from '@comet/tunnel-protocol';
import { Button, Subhead, TextField } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { NamedRows } from './named-rows.tsx';

interface AccessServersProps {
  readonly access: Pick<ResultOf<'api.status'>, 'bridges' | 'shadowsocks'>;
  readonly onAdd: (text: string) => void;
  readonly onRemove: (method: ParamsOf<'api.remove'>['method']) => void;
}

/** Bridges and the user's own Shadowsocks server, with a field that adds either. */
export function AccessServers({ access: { bridges, shadowsocks }, onAdd, onRemove }: AccessServersProps) {
  const address =
    shadowsocks === null ? null : formatEndpoint({ host: shadowsocks.address, port: shadowsocks.port });
  const rows = [
    ...(bridges === 0
      ? []
      : [
          {
            ...{ key: 'bridges', title: accessTexts.addedBridges },
            detail: formatText(accessTexts.bridgeCount, { count: bridges }),
            ...{ act: accessTexts.remove, actWhat: accessTexts.removeBridges },
            onAct: () => onRemove('bridge'),
          },
        ]),
    ...(address === null
      ? []
      : [
          {
            ...{ key: 'shadowsocks', title: address, exact: true, detail: accessTexts.shadowsocks },
            ...{ act: accessTexts.remove, actWhat: formatText(accessTexts.removeShadowsocks, { address }) },
            onAct: () => onRemove('shadowsocks'),
          },
        ]),
  ];
  return (
    <section className="flex flex-col gap-4">
      <Subhead>{accessTexts.bridges}</Subhead>
      <p className="m-0 text-quiet">{accessTexts.bridgesWhy}</p>
      <NamedRows none={accessTexts.noBridges} rows={rows} />
      <AddText key={`${bridges} ${address}`} onAdd={onAdd} />
    </section>
  );
}

function AddText({ onAdd }: Pick<AccessServersProps, 'onAdd'>) {
  const [text, setText] = useState('');
  const [isSent, setIsSent] = useState(false);
  const isEmpty = text.trim() === '';

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsSent(true);
    if (!isEmpty) onAdd(text.trim());
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-stretch gap-4" noValidate>
      <TextField
        label={accessTexts.text}
        error={isSent && isEmpty ? accessTexts.textForm : undefined}
        mono
        autoComplete="off"
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" weight="secondary">
          {accessTexts.addText}
        </Button>
      </div>
    </form>
  );
}
