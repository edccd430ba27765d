import { devicesTexts, formatDay, platformNames, say } from '@comet/texts';
import { LinkAction } from '@comet/ui';
import { useState } from 'react';
import type { Device } from './devices.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { RenameForm } from './rename-form.tsx';

/** One machine: its name, what it is, and what can be done about it. */
export function DeviceRow({ device }: { readonly device: Device }) {
  const [doing, setDoing] = useState<'nothing' | 'renaming' | 'removing'>('nothing');
  const { name, platform, createdAt } = device;
  if (doing === 'renaming') {
    return (
      <li className="border-b border-line py-4">
        <RenameForm device={device} onDone={() => setDoing('nothing')} />
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-4">
      <div className="min-w-0">
        <p className="m-0 font-medium break-words">{name}</p>
        <p className="m-0 text-small text-quiet">
          {say(devicesTexts.added, { platform: platformNames[platform], date: formatDay(createdAt) })}
        </p>
      </div>
      <div className="flex gap-6">
        <LinkAction aria-label={say(devicesTexts.renameOf, { name })} onClick={() => setDoing('renaming')}>
          {devicesTexts.rename}
        </LinkAction>
        <LinkAction aria-label={say(devicesTexts.removeOf, { name })} onClick={() => setDoing('removing')}>
          {devicesTexts.remove}
        </LinkAction>
      </div>
      <RemoveDialog device={device} open={doing === 'removing'} onClose={() => setDoing('nothing')} />
    </li>
  );
}
