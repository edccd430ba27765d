import { devicesTexts, formatDay, platformNames, plural, formatText } from '@comet/texts';
import { accountTexts, failureText } from '@comet/texts/desktop';
import type { ResultOf } from '@comet/tunnel-protocol';
import { Button, Dialog, LinkAction, Subhead, useNotify } from '@comet/ui';
import { useState } from 'react';
import { useDaemonQuery, useDaemon } from '../../platform/daemon/index.ts';
import { QueryResult } from '../query-result/index.ts';

type Device = ResultOf<'account.devices'>['devices'][number];

/** The account's devices. This one cannot be removed here, only signed out. */
export function DevicesSection() {
  const query = useDaemonQuery('account.devices');
  const [removing, setRemoving] = useState<Device | null>(null);
  return (
    <section className="flex flex-col gap-3">
      <QueryResult
        query={query}
        loading={accountTexts.loading}
        unavailable={(why) => formatText(accountTexts.devicesUnavailable, { why })}
      >
        {({ devices, limit }) => (
          <>
            <Subhead>
              {formatText(plural(devices.length, devicesTexts.headline), {
                count: devices.length,
              })}
            </Subhead>
            <p className="m-0 text-small text-quiet">{formatText(devicesTexts.explanation, { limit })}</p>
            <ul className="m-0 list-none border-t border-line p-0">
              {devices.map((device) => (
                <DeviceItem key={device.id} device={device} onRemove={() => setRemoving(device)} />
              ))}
            </ul>
          </>
        )}
      </QueryResult>
      <RemoveDialog device={removing} onClose={() => setRemoving(null)} onRemoved={query.again} />
    </section>
  );
}

function DeviceItem({ device, onRemove }: { readonly device: Device; readonly onRemove: () => void }) {
  const { name, platform, createdAt, current, signedIn } = device;
  const added = formatText(devicesTexts.added, {
    platform: platformName(platform),
    date: formatDay(createdAt),
  });
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-3">
      <div className="flex min-w-0 flex-col">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-small text-quiet">
          {current ? `${added}, ${accountTexts.thisDevice}` : added}
        </span>
        {!signedIn && <span className="text-small text-warn">{devicesTexts.signedOut}</span>}
      </div>
      {!current && (
        <LinkAction aria-label={formatText(devicesTexts.removeOf, { name })} onClick={onRemove}>
          {devicesTexts.remove}
        </LinkAction>
      )}
    </li>
  );
}

interface RemoveDialogProps {
  /** Null if no confirmation is open. */
  readonly device: Device | null;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemoveDialog({ device, onClose, onRemoved }: RemoveDialogProps) {
  const daemon = useDaemon();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);

  async function remove({ id, name }: Device): Promise<void> {
    setBusy(true);
    const removed = await daemon.send('account.device.remove', { id });
    setBusy(false);
    onClose();
    onRemoved();
    if (removed.ok) notify(formatText(devicesTexts.removed, { name }), { id: 'device' });
    else notify(failureText(removed.error.error, removed.error.detail), { id: 'device', tone: 'danger' });
  }

  return (
    <Dialog
      open={device !== null}
      onClose={onClose}
      title={device === null ? '' : formatText(devicesTexts.removeTitle, { name: device.name })}
      explanation={devicesTexts.removeExplanation}
      actions={
        <>
          <Button weight="danger" busy={busy} onClick={() => device !== null && void remove(device)}>
            {devicesTexts.removeConfirm}
          </Button>
          <Button weight="secondary" onClick={onClose}>
            {devicesTexts.keep}
          </Button>
        </>
      }
    />
  );
}

function platformName(platform: string): string {
  return Object.hasOwn(platformNames, platform)
    ? platformNames[platform as keyof typeof platformNames]
    : platformNames.other;
}
