import { connectedAccountsTexts as texts, formatDay, providerNames, formatText } from '@comet/texts';
import { LinkAction, Row, Dialog, useNotify } from '@comet/ui';
import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { identitiesQuery, type Identity, offeredQuery } from './identities.ts';
import { everyProvider, type SocialProvider } from './providers.ts';
import { api, call, ApiError } from '../../platform/data/api.ts';
import { type Proof, ProofForm } from '../account/index.ts';

/** The settings row of each provider: its connected accounts, or the button to connect one. */
export function ConnectedAccountsRows() {
  const { identities } = useSuspenseQuery(identitiesQuery).data;
  const { data: offered } = useSuspenseQuery(offeredQuery);
  const shown = everyProvider.filter(
    (name) => offered.includes(name) || identities.some(({ provider }) => provider === name),
  );
  if (shown.length === 0) return <Row term={texts.providers}>{texts.none}</Row>;
  return shown.map((name) => {
    const connected = identities.filter(({ provider }) => provider === name);
    if (connected.length === 0) return <ConnectRow key={name} provider={name} />;
    return connected.map((identity) => <ConnectedRow key={identity.id} identity={identity} />);
  });
}

function ConnectedRow({ identity }: { readonly identity: Identity }) {
  const [isOpen, setOpen] = useState(false);
  const { provider, email, lastUsedAt } = identity;
  return (
    <Row
      term={providerNames[provider]}
      action={
        <LinkAction
          aria-label={formatText(texts.disconnectOf, { provider: providerNames[provider] })}
          onClick={() => setOpen(true)}
        >
          {texts.disconnect}
        </LinkAction>
      }
    >
      {email ?? texts.noAddress}
      <span className="block text-small text-quiet">
        {formatText(texts.lastUsed, { date: formatDay(lastUsedAt) })}
      </span>
      <DisconnectDialog identity={identity} open={isOpen} onClose={() => setOpen(false)} />
    </Row>
  );
}

function ConnectRow({ provider }: { readonly provider: SocialProvider }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Row
      term={providerNames[provider]}
      action={
        <LinkAction
          aria-label={formatText(texts.connectOf, { provider: providerNames[provider] })}
          onClick={() => setOpen(true)}
        >
          {texts.connect}
        </LinkAction>
      }
    >
      <span className="text-quiet">{texts.notConnected}</span>
      {isOpen && <ConnectDialog provider={provider} onClose={() => setOpen(false)} />}
    </Row>
  );
}

interface ConnectDialogProps {
  readonly provider: SocialProvider;
  readonly onClose: () => void;
}

/** Explains the connection, requires a fresh proof of identity, and opens the provider. */
function ConnectDialog({ provider, onClose }: ConnectDialogProps) {
  const name = providerNames[provider];
  const leave = async (proof: Proof) => {
    const { url } = await call(api.startIdentityLink, { body: { provider, ...proof } });
    location.assign(url);
    // The page is being unloaded: the button stays busy until then.
    await new Promise<never>(() => {});
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={formatText(texts.connectTitle, { provider: name })}
      explanation={formatText(texts.connectExplanation, { provider: name })}
    >
      <ProofForm
        passwordLabel={texts.password}
        submit={formatText(texts.connectConfirm, { provider: name })}
        cancel={texts.cancel}
        onCancel={onClose}
        onProof={leave}
      />
    </Dialog>
  );
}

interface DisconnectDialogProps {
  readonly identity: Identity;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Confirms before a sign-in method is removed. */
function DisconnectDialog({ identity, open, onClose }: DisconnectDialogProps) {
  const { id } = identity;
  const provider = providerNames[identity.provider];
  const notify = useNotify();
  const queryClient = useQueryClient();
  const done = async () => {
    notify(formatText(texts.disconnected, { provider }), { id });
    onClose();
    await queryClient.invalidateQueries(identitiesQuery);
  };
  const remove = async (proof: Proof) => {
    try {
      await call(api.removeIdentity, { params: { id }, body: proof });
    } catch (error) {
      // Another tab has already removed it.
      if (!(error instanceof ApiError && error.is('not_found'))) throw error;
    }
    await done();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={formatText(texts.disconnectTitle, { provider })}
      explanation={texts.disconnectExplanation}
    >
      <ProofForm
        submit={texts.disconnectConfirm}
        weight="danger"
        cancel={texts.keep}
        onCancel={onClose}
        onProof={remove}
      />
    </Dialog>
  );
}
