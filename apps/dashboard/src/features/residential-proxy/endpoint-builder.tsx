import { endpointTexts as texts, say } from '@comet/texts';
import { Banner, RadioPills, Rows, SelectField, Subhead } from '@comet/ui';
import type { LiveCountry } from '../coverage/index.ts';
import { CopyRow, hiddenPassword, ReadyLine, SecretRow } from '../proxy-access/index.ts';
import { type BuilderState, targetOf } from './builder-state.ts';
import { targetedUsername } from './endpoint.ts';
import { ExamplesView } from './examples-view.tsx';
import { TargetFields } from './target-fields.tsx';
import type { ProxyUser } from './user-fields.ts';

export interface ProxyPlace {
  readonly host: string;
  readonly httpPort: number;
  readonly socksPort: number;
}

interface EndpointBuilderProps {
  readonly state: BuilderState;
  readonly onChange: (state: BuilderState) => void;
  /** The proxy that has exits where the target is. */
  readonly place: ProxyPlace;
  /** Whether other proxies have other places. */
  readonly isOneOfMany: boolean;
  /** At least one. */
  readonly users: readonly [ProxyUser, ...ProxyUser[]];
  readonly countries: readonly LiveCountry[];
  /** An address of our own that answers with the address it sees. */
  readonly echo: string;
}

/** Choose where, as whom and how: the line for it, its parts, and programs that use it. */
export function EndpointBuilder(props: EndpointBuilderProps) {
  const { state, onChange, place, isOneOfMany, users, countries, echo } = props;
  const user = users.find(({ id }) => id === state.userId) ?? users[0];
  const { protocol } = state;
  const target = targetOf(state);
  const access = {
    host: place.host,
    port: protocol === 'http' ? place.httpPort : place.socksPort,
    username: target === null ? '' : targetedUsername(user.username, target),
    password: user.password,
  };
  return (
    <section className="flex flex-col gap-6">
      <Subhead>{texts.headline}</Subhead>
      {!user.enabled && <Banner tone="warn">{say(texts.disabledUser, { name: user.name })}</Banner>}
      <div className="flex max-w-160 flex-col gap-5">
        {users.length > 1 && (
          <SelectField
            label={texts.user}
            options={users.map(({ id, name }) => ({ value: id, label: name }))}
            value={user.id}
            onChange={(userId) => onChange({ ...state, userId })}
          />
        )}
        <TargetFields state={state} onChange={onChange} countries={countries} />
        <div className="flex flex-col gap-1.5">
          <span aria-hidden="true" className="text-small font-medium">
            {texts.protocol}
          </span>
          <RadioPills
            legend={texts.protocol}
            name="protocol"
            pills={(['http', 'socks5'] as const).map((value) => ({ value, label: texts.protocols[value] }))}
            value={protocol}
            onChange={(chosen) => onChange({ ...state, protocol: chosen })}
          />
          {protocol === 'socks5' && <p className="m-0 text-small text-quiet">{texts.datagrams}</p>}
        </div>
      </div>
      {target !== null && (
        <>
          <ReadyLine name={texts.line} protocol={protocol} access={access} />
          {isOneOfMany && <p className="m-0 text-small text-quiet">{texts.hostNote}</p>}
          <Rows>
            <CopyRow term={texts.host} value={access.host} />
            <CopyRow term={texts.port} value={String(access.port)} />
            <CopyRow term={texts.username} value={access.username} />
            <SecretRow term={texts.password} value={access.password} hidden={hiddenPassword} />
          </Rows>
          <ExamplesView protocol={protocol} access={access} echo={echo} />
        </>
      )}
    </section>
  );
}
