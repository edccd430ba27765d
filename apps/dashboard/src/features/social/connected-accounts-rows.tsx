import { connectedAccountsTexts as texts, formatDay, providerNames, say } from '@comet/texts';
import { LinkAction, Row } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConnectDialog } from './connect-dialog.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { identitiesQuery, type Identity, offeredQuery } from './identities.ts';
import { everyProvider, type SocialProvider } from './providers.ts';

/** In the settings: for each provider the accounts that are connected, or the offer to connect one. */
export function ConnectedAccountsRows() {
  const { identities } = useSuspenseQuery(identitiesQuery).data;
  const { data: offered } = useSuspenseQuery(offeredQuery);
  const shown = everyProvider.filter(
    (name) => offered.includes(name) || identities.some(({ provider }) => provider === name),
  );
  if (shown.length === 0) return <Row term={texts.providers}>{texts.none}</Row>;
  return shown.map((name) => {
    const connected = identities.filter(({ provider }) => provider === name);
    if (connected.length === 0) return <FreeRow key={name} provider={name} />;
    return connected.map((identity) => <ConnectedRow key={identity.id} identity={identity} />);
  });
}

function ConnectedRow({ identity }: { readonly identity: Identity }) {
  const [asked, setAsked] = useState(false);
  const { provider, email, lastUsedAt } = identity;
  return (
    <Row
      term={providerNames[provider]}
      action={
        <LinkAction
          aria-label={say(texts.disconnectOf, { provider: providerNames[provider] })}
          onClick={() => setAsked(true)}
        >
          {texts.disconnect}
        </LinkAction>
      }
    >
      {email ?? texts.noAddress}
      <span className="block text-small text-quiet">
        {say(texts.lastUsed, { date: formatDay(lastUsedAt) })}
      </span>
      <DisconnectDialog identity={identity} open={asked} onClose={() => setAsked(false)} />
    </Row>
  );
}

function FreeRow({ provider }: { readonly provider: SocialProvider }) {
  const [asked, setAsked] = useState(false);
  return (
    <Row
      term={providerNames[provider]}
      action={
        <LinkAction
          aria-label={say(texts.connectOf, { provider: providerNames[provider] })}
          onClick={() => setAsked(true)}
        >
          {texts.connect}
        </LinkAction>
      }
    >
      <span className="text-quiet">{texts.notConnected}</span>
      {asked && <ConnectDialog provider={provider} onClose={() => setAsked(false)} />}
    </Row>
  );
}
