import { passkeysTexts as texts, formatText, unverifiedTexts, formatDay } from '@comet/texts';
import { LinkAction, Row, Dialog, useNotify } from '@comet/ui';
import { useSuspenseQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { userQuery, type Proof, ProofForm } from '../account/index.ts';
import { supportsPasskeys, abortCeremony, createPasskey } from './ceremony.ts';
import { api, call, ApiError, read } from '../../platform/data/api.ts';
import { RenameForm, RowActions } from '../named-list/index.ts';
import type { ReplyOf } from '@comet/contract';

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => read(api.listPasskeys, { signal }),
});

type Passkey = ReplyOf<typeof api.listPasskeys>['passkeys'][number];

/** The account's passkeys, and the button to add one. */
export function PasskeyRows() {
  const { passkeys, limit } = useSuspenseQuery(passkeysQuery).data;
  return (
    <>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} />
      ))}
      <AddPasskeyRow count={passkeys.length} limit={limit} />
    </>
  );
}

function AddPasskeyRow({ count, limit }: { readonly count: number; readonly limit: number }) {
  const { emailVerified } = useSuspenseQuery(userQuery).data;
  const [adding, setAdding] = useState(false);
  const obstacle = obstacleTo({ emailVerified, isFull: count >= limit, limit });
  const explanation = count === 0 ? texts.noneExplanation : formatText(texts.anotherExplanation, { limit });
  const action = <LinkAction onClick={() => setAdding(true)}>{texts.add}</LinkAction>;
  return (
    <Row term={count === 0 ? texts.none : texts.another} {...(obstacle === null ? { action } : {})}>
      {explanation}
      {obstacle !== null && <span className="block text-small text-warn">{obstacle}</span>}
      {/* Mounted again each time, so that it retains no password. */}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </Row>
  );
}

/** Why no passkey can be added, as text; null if one can. */
function obstacleTo(given: {
  readonly emailVerified: boolean;
  readonly isFull: boolean;
  readonly limit: number;
}): string | null {
  if (!supportsPasskeys()) return texts.unsupported;
  if (!given.emailVerified) return unverifiedTexts.first;
  return given.isFull ? formatText(texts.full, { limit: given.limit }) : null;
}

interface AddDialogProps {
  readonly onClose: () => void;
}

/** Requests the password, then opens the browser's dialog. Closing this dialog also closes the browser's. */
function AddDialog({ onClose }: AddDialogProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  useEffect(() => () => void abortCeremony(), []);
  const add = async (proof: Proof) => {
    const { options } = await call(api.beginPasskey, { body: proof });
    const credential = await createPasskey(options);
    const { passkey } = await call(api.addPasskey, { body: { credential } });
    await queryClient.invalidateQueries(passkeysQuery);
    notify(formatText(texts.added, { name: passkey.name }), { id: passkey.id });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={texts.addTitle} explanation={texts.addExplanation}>
      <ProofForm submit={texts.continue} cancel={texts.cancel} onCancel={onClose} onProof={add} />
    </Dialog>
  );
}

/** One passkey: its name, its description, and actions on it. */
function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
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
  if (lastUsedAt === null) return formatText(texts.neverUsed, { date });
  return formatText(texts.used, { date, used: formatDay(lastUsedAt) });
}

interface RemoveDialogProps {
  readonly passkey: Passkey;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Confirms before a passkey is removed. */
function RemoveDialog({ passkey, open, onClose }: RemoveDialogProps) {
  const { id, name } = passkey;
  const notify = useNotify();
  const queryClient = useQueryClient();
  const leave = async () => {
    notify(formatText(texts.removed, { name }), { id });
    onClose();
    await queryClient.invalidateQueries(passkeysQuery);
  };
  const remove = async (proof: Proof) => {
    try {
      await call(api.removePasskey, { params: { id }, body: proof });
    } catch (error) {
      // Another tab has already removed it.
      if (!(error instanceof ApiError && error.is('not_found'))) throw error;
    }
    await leave();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={formatText(texts.removeTitle, { name })}
      explanation={texts.removeExplanation}
    >
      <ProofForm
        submit={texts.removeConfirm}
        weight="danger"
        cancel={texts.keep}
        onCancel={onClose}
        onProof={remove}
      />
    </Dialog>
  );
}
