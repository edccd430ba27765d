import { formatText, validationTexts } from '@comet/texts';
import { accessTexts } from '@comet/texts/desktop';
import { accessMethodNames } from '@comet/texts/tunnel';
import type { ParamsOf, ResultOf, Snapshot } from '@comet/tunnel-protocol';
import { accessChoices } from '@comet/tunnel-protocol/choices';
import { formatEndpoint, isIp } from '@comet/foundation';
import { Button, NumberField, RadioRows, Subhead, TextField } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { useChoices, useCommand, useDaemonQuery } from '../../platform/daemon/index.ts';
import { QueryResult } from '../query-result/index.ts';
import { AccessServers } from './access-servers.tsx';
import { NamedRows } from './named-rows.tsx';
import { parseAnyPort } from './parse-input.ts';
import { SettingFrame } from './setting-frame.tsx';

type Access = ResultOf<'api.status'>;
type TestResult = ResultOf<'api.test'>['results'][number];

/** How the daemon reaches the API, with a test of all methods and the user's own proxy. */
export function AccessScreen({ snapshot: { unsupported = [] } }: { readonly snapshot: Snapshot }) {
  const query = useDaemonQuery('api.status');
  const { choose, failure } = useChoices();
  return (
    <SettingFrame title={accessTexts.title} why={accessTexts.why} failure={failure}>
      <QueryResult
        query={query}
        loading={accessTexts.loading}
        unavailable={(why) => formatText(accessTexts.unavailable, { why })}
      >
        {(access) => (
          <>
            <Methods access={access} onChange={(choice) => choose('api.use', { choice }, query.again)} />
            <Proxy
              proxy={access.proxy}
              onAdd={(proxy) => choose('api.add', proxy, query.again)}
              onRemove={() => choose('api.remove', { method: 'socks5' }, query.again)}
            />
            {!unsupported.includes('api_obfuscation') && (
              <AccessServers
                access={access}
                onAdd={(text) => choose('api.add-text', { text }, query.again)}
                onRemove={(method) => choose('api.remove', { method }, query.again)}
              />
            )}
          </>
        )}
      </QueryResult>
    </SettingFrame>
  );
}

interface MethodsProps {
  readonly access: Access;
  readonly onChange: (choice: Access['choice']) => void;
}

function Methods({ access, onChange }: MethodsProps) {
  const { choice, working } = access;
  const [test, run] = useCommand('api.test', {});
  const results = test.kind === 'done' ? test.result.results : [];
  const offered = accessChoices.filter((value) => value === choice || hasServer(value, access));
  return (
    <section className="flex flex-col gap-4">
      <p role="status" className="m-0">
        {working === null
          ? accessTexts.notKnown
          : formatText(accessTexts.working, { method: accessMethodNames[working] })}
      </p>
      <div className="border-t border-line">
        <RadioRows
          legend={accessTexts.method}
          name="access"
          rows={offered.map((value) => ({
            value,
            title: value === 'automatic' ? accessTexts.automatic : accessMethodNames[value],
            detail: resultText(results.find(({ method }) => method === value)) ?? hintOf(value, access),
          }))}
          value={choice}
          onChange={onChange}
        />
      </div>
      {test.kind === 'failed' && (
        <p role="alert" className="m-0 text-danger">
          {test.message}
        </p>
      )}
      <div>
        <Button weight="secondary" busy={test.kind === 'running'} onClick={run}>
          {test.kind === 'running' ? accessTexts.testing : accessTexts.test}
        </Button>
      </div>
    </section>
  );
}

/** False for a method whose server the user has not added yet. */
function hasServer(value: Access['choice'], { proxy, shadowsocks }: Access): boolean {
  if (value === 'socks5') return proxy !== null;
  if (value === 'shadowsocks') return shadowsocks !== null;
  return true;
}

function hintOf(value: Access['choice'], { proxy, shadowsocks }: Access): string {
  const own = value === 'socks5' ? proxy : value === 'shadowsocks' ? shadowsocks : null;
  return own === null ? accessTexts.hints[value] : addressOf(own);
}

function resultText(result: TestResult | undefined): string | null {
  if (result === undefined) return null;
  const { outcome, milliseconds } = result;
  if (outcome === 'unavailable') return accessTexts.nothing;
  return outcome === 'reached' && milliseconds !== null
    ? formatText(accessTexts.reached, { milliseconds })
    : accessTexts.failed;
}

function addressOf({ address, port }: NonNullable<Access['shadowsocks']>): string {
  return formatEndpoint({ host: address, port });
}

interface ProxyProps {
  readonly proxy: Access['proxy'];
  readonly onAdd: (proxy: ParamsOf<'api.add'>) => void;
  readonly onRemove: () => void;
}

function Proxy({ proxy, onAdd, onRemove }: ProxyProps) {
  const rows = proxy === null ? [] : [proxy];
  return (
    <section className="flex flex-col gap-4">
      <Subhead>{accessTexts.proxy}</Subhead>
      <NamedRows
        none={accessTexts.noProxy}
        rows={rows.map((one) => ({
          key: addressOf(one),
          title: addressOf(one),
          exact: true,
          ...(one.user === null ? {} : { detail: formatText(accessTexts.asUser, { user: one.user }) }),
          act: accessTexts.remove,
          actWhat: formatText(accessTexts.removeWhat, { address: addressOf(one) }),
          onAct: onRemove,
        }))}
      />
      <AddProxy key={rows.map(addressOf).join()} isReplacing={proxy !== null} onAdd={onAdd} />
    </section>
  );
}

function AddProxy({
  isReplacing,
  onAdd,
}: {
  readonly isReplacing: boolean;
  readonly onAdd: ProxyProps['onAdd'];
}) {
  const [address, setAddress] = useState('');
  const [port, setPort] = useState('1080');
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [isSent, setIsSent] = useState(false);
  const number = parseAnyPort(port);
  const isLoginWhole = (user === '') === (password === '');

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsSent(true);
    if (!event.currentTarget.checkValidity() || !isIp(address.trim()) || number === null || !isLoginWhole)
      return;
    onAdd({ address: address.trim(), port: number, login: user === '' ? null : { user, password } });
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4" noValidate>
      <div className="grid w-full items-start gap-x-5 gap-y-4 wide:grid-cols-2">
        <TextField
          label={accessTexts.address}
          error={isSent && !isIp(address.trim()) ? accessTexts.addressForm : undefined}
          mono
          maxLength={45}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <NumberField
          label={accessTexts.port}
          wholeOnly={validationTexts.wholeNumber}
          error={isSent && number === null ? accessTexts.portForm : undefined}
          mono
          maxLength={5}
          value={port}
          onChange={(event) => setPort(event.target.value)}
        />
        <TextField
          label={accessTexts.user}
          error={isSent && !isLoginWhole ? accessTexts.loginForm : undefined}
          autoComplete="off"
          maxLength={255}
          value={user}
          onChange={(event) => setUser(event.target.value)}
        />
        <TextField
          label={accessTexts.password}
          type="password"
          autoComplete="off"
          maxLength={255}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
      <Button type="submit" weight="secondary">
        {isReplacing ? accessTexts.replace : accessTexts.add}
      </Button>
    </form>
  );
}
