import { formatDay, passkeysTexts as texts, say } from '@comet/texts';
import { LinkAction, Row } from '@comet/ui';
import { useState } from 'react';
import type { Passkey } from './passkeys.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { RenameForm } from './rename-form.tsx';

/** One passkey: its name, what it is, and what can be done about it. */
export function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const [doing, setDoing] = useState<'nothing' | 'renaming' | 'removing'>('nothing');
  const { name } = passkey;
  const stop = () => setDoing('nothing');
  if (doing === 'renaming') {
    return (
      <Row term={name}>
        <RenameForm passkey={passkey} onDone={stop} />
      </Row>
    );
  }
  const actions = (
    <div className="flex gap-6">
      <LinkAction aria-label={say(texts.renameOf, { name })} onClick={() => setDoing('renaming')}>
        {texts.rename}
      </LinkAction>
      <LinkAction aria-label={say(texts.removeOf, { name })} onClick={() => setDoing('removing')}>
        {texts.remove}
      </LinkAction>
    </div>
  );
  return (
    <Row term={<span className="wrap-anywhere text-ink">{name}</span>} action={actions}>
      {passkey.isSynced ? texts.synced : texts.oneDevice}
      <span className="block text-small text-quiet">{historyOf(passkey)}</span>
      <RemoveDialog passkey={passkey} open={doing === 'removing'} onClose={stop} />
    </Row>
  );
}

function historyOf({ createdAt, lastUsedAt }: Passkey): string {
  const date = formatDay(createdAt);
  if (lastUsedAt === null) return say(texts.neverUsed, { date });
  return say(texts.used, { date, used: formatDay(lastUsedAt) });
}
