import { endpointTexts as texts, formatText } from '@comet/texts';
import { Banner, RadioPills, Rows, SelectField, Subhead, CodeBlock, LinkAction, Tabs } from '@comet/ui';
import { useState } from 'react';
import { useCopy } from '../../platform/screen/use-copy.ts';
import type { LiveCountry } from '../coverage/index.ts';
import {
  CopyRow,
  curlCommand,
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

const languages = ['curl', 'python', 'node', 'firefox'] as const;
export type Language = (typeof languages)[number];

/**
 * Returns a program that requests an address through an endpoint and prints the response. Over HTTP it needs
 * only the standard library of its language (Node from 24.5); SOCKS5 is not in Python's and Node's own
 * libraries. `line` is a `proxyLine`; `url` must not contain quotes.
 */
export function exampleOf(language: Language, protocol: ProxyProtocol, line: string, url: string): string {
  switch (language) {
    case 'curl':
      return curlCommand(line, url);
    case 'python':
      return protocol === 'http' ? pythonHttp(line, url) : pythonSocks(line, url);
    case 'node':
      return protocol === 'http' ? nodeHttp(line, url) : nodeSocks(line, url);
    case 'firefox':
      return firefoxSettings(protocol, line);
  }
}

const pythonHttp = (line: string, url: string) => `import urllib.request

proxy = "${line}"
handler = urllib.request.ProxyHandler({"http": proxy, "https": proxy})
answer = urllib.request.build_opener(handler).open("${url}", timeout=30)
print(answer.read().decode())`;

const pythonSocks = (line: string, url: string) => `# pip install "requests[socks]"
import requests

proxy = "${line}"
answer = requests.get("${url}", proxies={"http": proxy, "https": proxy}, timeout=30)
print(answer.text)`;

/** An older Node ignores the agent's proxy and would use the machine's own address: the example exits before that. */
const nodeHttp = (line: string, url: string) => `import { Agent, get } from "node:${moduleOf(url)}";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major * 100 + minor < 2405) throw new Error("This needs Node 24.5 or newer");
const proxy = "${line}";
const agent = new Agent({ proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } });
get("${url}", { agent }, (answer) => answer.pipe(process.stdout));`;

const nodeSocks = (line: string, url: string) => `// npm install socks-proxy-agent
import { get } from "node:${moduleOf(url)}";
import { SocksProxyAgent } from "socks-proxy-agent";

const agent = new SocksProxyAgent("${line}");
get("${url}", { agent }, (answer) => answer.pipe(process.stdout));`;

/**
 * The user.js of a Firefox profile. The last five prevent Firefox's own services from resolving names or
 * connecting without the proxy: with the proxy settings alone, Firefox 153 sent five lookups to the network's
 * resolver at its start; with these, none.
 */
function firefoxSettings(protocol: ProxyProtocol, line: string): string {
  const end = line.slice(line.lastIndexOf('@') + 1);
  const [host, port] = [end.slice(0, end.lastIndexOf(':')), Number(end.slice(end.lastIndexOf(':') + 1))];
  const proxies =
    protocol === 'http'
      ? { http: host, http_port: port, ssl: host, ssl_port: port }
      : { socks: host, socks_port: port, socks_version: 5, socks_remote_dns: true };
  const settings: Readonly<Record<string, string | number | boolean>> = {
    'network.proxy.type': 1,
    ...Object.fromEntries(Object.entries(proxies).map(([name, value]) => [`network.proxy.${name}`, value])),
    'network.proxy.allow_bypass': false,
    'network.proxy.failover_direct': false,
    'network.dns.disablePrefetch': true,
    'network.connectivity-service.enabled': false,
    'network.captive-portal-service.enabled': false,
  };
  return Object.entries(settings)
    .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
    .join('\n');
}

function moduleOf(url: string): 'http' | 'https' {
  return url.startsWith('https:') ? 'https' : 'http';
}

export interface ProxyHost {
  readonly host: string;
  readonly httpPort: number;
  readonly socksPort: number;
}

interface EndpointBuilderProps {
  readonly state: BuilderState;
  readonly onChange: (state: BuilderState) => void;
  /** The proxy with exits at the target location. */
  readonly proxy: ProxyHost;
  /** Whether other proxies offer other locations. */
  readonly isOneOfMany: boolean;
  /** Not empty. */
  readonly users: readonly [ProxyUser, ...ProxyUser[]];
  readonly countries: readonly LiveCountry[];
  /** URL of our page that returns the caller's address. */
  readonly echo: string;
}

/** Choice of target, user and protocol, and the resulting connection string, settings and code examples. */
export function EndpointBuilder(props: EndpointBuilderProps) {
  const { state, onChange, proxy, isOneOfMany, users, countries, echo } = props;
  const user = users.find(({ id }) => id === state.userId) ?? users[0];
  const { protocol } = state;
  const target = targetOf(state);
  const access = {
    host: proxy.host,
    port: protocol === 'http' ? proxy.httpPort : proxy.socksPort,
    username: target === null ? '' : targetedUsername(user.username, target),
    password: user.password,
  };
  return (
    <section className="flex flex-col gap-6">
      <Subhead>{texts.headline}</Subhead>
      {!user.enabled && <Banner tone="warn">{formatText(texts.disabledUser, { name: user.name })}</Banner>}
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
  /** URL of our page that returns the caller's address. */
  readonly echo: string;
}

/** Programs that use the endpoint. The password is hidden until requested, and can be copied while hidden. */
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
            aria-label={formatText(texts.copyExample, { language: name })}
            onClick={() => void copy(text(whole), hasPassword ? texts.exampleCopied : texts.settingsCopied)}
          >
            {texts.copy}
          </LinkAction>
        </span>
      </div>
    </div>
  );
}
