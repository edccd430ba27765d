import { formatDay, passkeysTexts as texts, say } from '@comet/texts';
import { Row } from '@comet/ui';
import { useState } from 'react';
import { api, call } from '../../platform/api.ts';
import { RenameForm, RowActions } from '../named-things/index.ts';
import { type Passkey, passkeysQuery } from './passkeys.ts';
import { RemoveDialog } from './remove-dialog.tsx';

/** One passkey: its name, what it is, and what can be done about it. */
export function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const [doing, setDoing] = useState<'nothing' | 'renaming' | 'removing'>('nothing');
  const { id, name } = passkey;
  const stop = () => setDoing('nothing');
  if (doing === 'renaming') {
    return (
      <Row term={name}>
        <RenameForm
          thing={passkey}
          list={passkeysQuery}
          rename={async (given) =>
            (await call(api.renamePasskey, { params: { id }, body: { name: given } })).passkey
          }
          onDone={stop}
        />
      </Row>
    );
  }
  const actions = (
    <RowActions
      name={name}
      texts={texts}
      onRename={() => setDoing('renaming')}
      onRemove={() => setDoing('removing')}
    />
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
