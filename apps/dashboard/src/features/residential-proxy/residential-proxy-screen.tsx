import { residentialProxyTexts as texts, formatText } from '@comet/texts';
import { Button, Tabs, useNotify } from '@comet/ui';
import { useQueryClient, useSuspenseQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { type Automatic, AutomaticDialog, BalanceHead } from '../balance/index.ts';
import { coverageQuery, CoverageView } from '../coverage/index.ts';
import { formatGigabytes, pricesQuery } from '../services/index.ts';
import { PlanRequired } from '../plan-required/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { newBuilderState } from './builder-state.ts';
import { EndpointPanel } from './endpoint-panel.tsx';
import { residentialProxyQuery, proxyUsageQuery, proxyUsersQuery } from './residential-proxy.ts';
import { UsersPanel } from './users-panel.tsx';
import { UsageView, useUsagePeriod } from '../usage/index.ts';

const buy = { to: '/dash/residential-proxy/payment', name: texts.buy } as const;
const parts = ['endpoint', 'users', 'usage', 'coverage'] as const;

/** The residential proxy: the balance, and tabs for the endpoint, users, usage and coverage. */
export default function ResidentialProxyScreen() {
  useDocumentTitle(texts.screen);
  const [proxy, prices, coverage] = useSuspenseQueries({
    queries: [residentialProxyQuery, pricesQuery, coverageQuery],
  });
  const { part: named } = useSearch({ from: '/data/dash/dash/residential-proxy' });
  const navigate = useNavigate({ from: '/dash/residential-proxy' });
  const show = (part: (typeof parts)[number]) => void navigate({ search: { part }, replace: true });
  // Kept here, so that switching tabs does not lose the entered endpoint.
  const [builder, setBuilder] = useState(newBuilderState);
  const [isAdding, setAdding] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const save = useSave();
  const { automatic, ...balance } = proxy.data;
  const price = prices.data.proxyTraffic;
  return (
    <div className="flex flex-col gap-12">
      <PlanRequired product="proxy_traffic" order={buy.to} />
      <BalanceHead
        headline={
          balance.boughtBytes === 0
            ? texts.headlineNone
            : formatText(texts.headline, { gigabytes: formatGigabytes(balance.availableBytes) })
        }
        explanation={texts.explanation}
        balance={balance}
        automatic={automatic}
        onChangeAutomatic={() => setChanging(true)}
        price={price}
        buy={buy}
        whenEmpty={texts.emptyProxy}
      />
      <Tabs
        label={texts.parts}
        value={parts.find((part) => part === named) ?? 'endpoint'}
        onChange={show}
        tabs={[
          {
            value: 'endpoint',
            label: texts.endpoint,
            panel: (
              <EndpointPanel
                state={builder}
                onChange={setBuilder}
                onAddUser={() => {
                  show('users');
                  setAdding(true);
                }}
              />
            ),
          },
          {
            value: 'users',
            label: texts.users,
            panel: <UsersPanel adding={isAdding} onAdding={setAdding} />,
          },
          {
            value: 'usage',
            label: texts.usage,
            panel: <ProxyUsage availableBytes={balance.availableBytes} onEndpoint={() => show('endpoint')} />,
          },
          {
            value: 'coverage',
            label: texts.coverage,
            panel: <CoverageView product="proxy_traffic" countries={coverage.data} price={price} />,
          },
        ]}
      />
      <AutomaticDialog
        open={isChanging}
        onClose={() => setChanging(false)}
        present={automatic}
        price={price}
        save={save}
      />
    </div>
  );
}

/** Saves the automatic top-up, shows the saved one, and notifies. */
function useSave() {
  const notify = useNotify();
  const queryClient = useQueryClient();
  return async (automatic: Automatic | null) => {
    const changed = await call(api.changeResidentialProxySettings, { body: { automatic } });
    queryClient.setQueryData(residentialProxyQuery.queryKey, changed);
    notify(texts.saved, { id: 'residential-proxy' });
  };
}

interface ProxyUsageProps {
  readonly availableBytes: number;
  readonly onEndpoint: () => void;
}

/** Proxy traffic by day and user. */
function ProxyUsage({ availableBytes, onEndpoint }: ProxyUsageProps) {
  const period = useUsagePeriod();
  const [now] = useState(() => new Date());
  const [usage, users] = useSuspenseQueries({ queries: [proxyUsageQuery(period.shown), proxyUsersQuery] });
  return (
    <UsageView
      {...period}
      known={usage.data}
      now={now}
      availableBytes={availableBytes}
      nameOf={(id) => users.data.find((user) => user.id === id)?.name ?? null}
      emptyAction={<Button onClick={onEndpoint}>{texts.setUpEndpoint}</Button>}
    />
  );
}
