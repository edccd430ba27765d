import { proxyHostFor } from '@comet/contract';
import { endpointTexts as texts } from '@comet/texts';
import { Banner, CodeBlock } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { coverageQuery } from '../coverage/index.ts';
import type { BuilderState } from './builder-state.ts';
import { hiddenLine } from '../proxy-access/index.ts';
import { EndpointBuilder, exampleOf, type ProxyHost } from './endpoint-builder.tsx';
import { ExitTestPanel } from './exit-test-panel.tsx';
import { NoUsers } from './no-users.tsx';
import { proxyUsersQuery, residentialProxyQuery } from './residential-proxy.ts';

interface EndpointPanelProps {
  readonly state: BuilderState;
  readonly onChange: (state: BuilderState) => void;
  readonly onAddUser: () => void;
}

/** The endpoint builder with a test of its result; or, if prerequisites are missing, what to do. */
export function EndpointPanel({ state, onChange, onAddUser }: EndpointPanelProps) {
  const [proxy, users, coverage] = useSuspenseQueries({
    queries: [residentialProxyQuery, proxyUsersQuery, coverageQuery],
  });
  const { hosts, echoUrl, stopped } = proxy.data;
  const proxyHost = proxyHostFor(hosts, state) ?? hosts[0];
  const [first, ...more] = users.data;
  if (first === undefined) {
    return (
      <div className="flex flex-col gap-3">
        <NoUsers onAdd={onAddUser} />
        <p className="m-0 text-small text-quiet">{texts.sample}</p>
        <CodeBlock label={texts.examples} sample>
          {sampleFor(proxyHost, echoUrl)}
        </CodeBlock>
      </div>
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
          // Choosing another location resets the test.
          key={`${state.country} ${state.city}`}
          target={state}
          countries={coverage.data}
        />
      )}
    </div>
  );
}

/** An example request before there is a user, with placeholders for the missing values. */
function sampleFor(proxy: ProxyHost | undefined, echoUrl: string): string {
  const { host, httpPort: port } = proxy ?? { host: 'HOST', httpPort: 8080 };
  return exampleOf(
    'curl',
    'http',
    hiddenLine('http', { host, port, username: 'USER', password: '' }),
    echoUrl,
  );
}
