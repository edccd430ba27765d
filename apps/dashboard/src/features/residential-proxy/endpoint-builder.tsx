import { endpointTexts as texts, say } from '@comet/texts';
import { Banner, RadioPills, Rows, SelectField, Subhead, CodeBlock, LinkAction, Tabs } from '@comet/ui';
import type { LiveCountry } from '../coverage/index.ts';
import {
  CopyRow,
  hiddenPassword,
  ReadyLine,
  SecretRow,
  hiddenLine,
  type ProxyAccess,
  proxyLine,
  type ProxyProtocol,
} from '../proxy-access/index.ts';
import { type BuilderState, targetOf } from './builder-state.ts';
import { targetedUsername } from './endpoint.ts';
import { TargetFields } from './target-fields.tsx';
import type { ProxyUser } from './user-fields.ts';
import { useState } from 'react';
import { useCopy } from '../../platform/screen/use-copy.ts';
import { exampleOf, type Language, languages } from './examples.ts';

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

interface ExamplesViewProps {
  readonly protocol: ProxyProtocol;
  readonly access: ProxyAccess;
  /** An address of our own that answers with the address it sees. */
  readonly echo: string;
}

/** Programs that use the endpoint. The password is shown on request, and copied without being shown. */
function ExamplesView({ protocol, access, echo }: ExamplesViewProps) {
  const copy = useCopy();
  const [language, setLanguage] = useState<Language>('curl');
  const [isShown, setShown] = useState(false);
  const name = texts.languages[language];
  const hasPassword = language !== 'firefox';
  const whole = proxyLine(protocol, access);
  const text = (line: string) => exampleOf(language, protocol, line, echo);
  return (
    <div className="flex flex-col gap-4">
      <Tabs
        label={texts.examples}
        value={language}
        onChange={setLanguage}
        tabs={languages.map((value) => ({
          value,
          label: texts.languages[value],
          panel: <CodeBlock label={name}>{text(isShown ? whole : hiddenLine(protocol, access))}</CodeBlock>,
        }))}
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <p className="m-0 max-w-[36rem] text-small text-quiet">
          {hasPassword ? texts.exampleNote : texts.firefoxNotes[protocol]}
        </p>
        <span className="flex gap-6">
          {hasPassword && (
            <LinkAction onClick={() => setShown(!isShown)}>
              {isShown ? texts.hidePassword : texts.showPassword}
            </LinkAction>
          )}
          <LinkAction
            aria-label={say(texts.copyExample, { language: name })}
            onClick={() => void copy(text(whole), hasPassword ? texts.exampleCopied : texts.settingsCopied)}
          >
            {texts.copy}
          </LinkAction>
        </span>
      </div>
    </div>
  );
}
