import { formatDay, say, wireguardFileTexts as texts } from '@comet/texts';
import { LinkAction } from '@comet/ui';
import { useState } from 'react';
import type { WireguardConfig } from './downloads.ts';
import { RenameForm } from './rename-form.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { usePlaceOf } from './use-place-of.ts';

/** One file: its name, where it leads, and what can be done about it. */
export function WireguardFileRow({ config }: { readonly config: WireguardConfig }) {
  const [doing, setDoing] = useState<'nothing' | 'renaming' | 'revoking'>('nothing');
  const place = usePlaceOf()(config.location);
  const { name, createdAt, ipv4, inService } = config;
  if (doing === 'renaming') {
    return (
      <li className="border-b border-line py-4">
        <RenameForm config={config} onDone={() => setDoing('nothing')} />
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-4">
      <div className="min-w-0">
        <p className="m-0 font-medium break-words">{name}</p>
        <p className="m-0 text-small text-quiet">
          {inService ? say(texts.made, { place, date: formatDay(createdAt) }) : say(texts.gone, { place })}
        </p>
        <p className="m-0 font-mono text-small text-quiet">
          <span className="sr-only">{texts.address} </span>
          {ipv4}
        </p>
      </div>
      <div className="flex gap-6">
        <LinkAction aria-label={say(texts.renameOf, { name })} onClick={() => setDoing('renaming')}>
          {texts.rename}
        </LinkAction>
        <LinkAction aria-label={say(texts.revokeOf, { name })} onClick={() => setDoing('revoking')}>
          {texts.revoke}
        </LinkAction>
      </div>
      <RevokeDialog
        config={config}
        place={place}
        open={doing === 'revoking'}
        onClose={() => setDoing('nothing')}
      />
    </li>
  );
}
