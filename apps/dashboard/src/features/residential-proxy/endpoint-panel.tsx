import { proxyHostFor } from '@comet/contract';
import { endpointTexts as texts } from '@comet/texts';
import { Banner, LinkAction } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { coverageQuery } from '../coverage/index.ts';
import type { BuilderState } from './builder-state.ts';
import { EndpointBuilder } from './endpoint-builder.tsx';
import { ExitTestPanel } from './exit-test-panel.tsx';
import { proxyUsersQuery, residentialProxyQuery } from './residential-proxy.ts';

interface EndpointPanelProps {
  readonly state: BuilderState;
  readonly onChange: (state: BuilderState) => void;
  readonly onAddUser: () => void;
}

/** The builder and the test of what it builds, or what is missing for it. */
export function EndpointPanel({ state, onChange, onAddUser }: EndpointPanelProps) {
  const [proxy, users, coverage] = useSuspenseQueries({
    queries: [residentialProxyQuery, proxyUsersQuery, coverageQuery],
  });
  const { hosts, echoUrl, stopped } = proxy.data;
  const proxyHost = proxyHostFor(hosts, state) ?? hosts[0];
  const [first, ...more] = users.data;
  if (first === undefined) {
    return (
      <Banner title={texts.noUserTitle} action={<LinkAction onClick={onAddUser}>{texts.addUser}</LinkAction>}>
        {texts.noUser}
      </Banner>
    );
  }
  if (proxyHost === undefined) return <Banner tone="warn">{texts.notInService}</Banner>;
  return (
    <div className="flex flex-col gap-12">
      <EndpointBuilder
        state={state}
        onChange={onChange}
        proxy={proxyHost}
        isOneOfMany={hosts.length > 1}
        users={[first, ...more]}
        countries={coverage.data}
        echo={echoUrl}
      />
      {!stopped && (
        <ExitTestPanel
          // Another location resets the test.
          key={`${state.country} ${state.city}`}
          target={state}
          countries={coverage.data}
        />
      )}
    </div>
  );
}
