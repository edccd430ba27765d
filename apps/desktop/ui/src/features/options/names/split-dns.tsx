import { isIp } from '@comet/foundation';
import { formatText } from '@comet/texts';
import { splitDnsTexts as texts } from '@comet/texts/desktop';
import { type DaemonSettings, parseDomain } from '@comet/tunnel-protocol';
import { Button, Subhead, TextField } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { NamedRows } from '../named-rows.tsx';

interface SplitDnsProps {
  readonly domains: DaemonSettings['splitDns'];
  readonly onAdd: (domain: string, server: string) => void;
  readonly onRemove: (domain: string) => void;
}

/** Domains that have a DNS server of their own. */
export function SplitDns({ domains, onAdd, onRemove }: SplitDnsProps) {
  const [domain, setDomain] = useState('');
  const [server, setServer] = useState('');
  const [isSent, setIsSent] = useState(false);
  const name = parseDomain(domain);
  const address = server.trim();

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setIsSent(true);
    if (name !== null && isIp(address)) onAdd(name, address);
  }

  return (
    <section className="flex flex-col gap-2">
      <Subhead>{texts.title}</Subhead>
      <p className="m-0 text-small text-quiet">{texts.why}</p>
      <NamedRows
        none={texts.none}
        rows={domains.map((one) => ({
          ...{ key: one.domain, title: one.domain, exact: true },
          detail: formatText(texts.detail, { server: one.server }),
          ...{ act: texts.remove, actWhat: formatText(texts.removeWhat, { domain: one.domain }) },
          onAct: () => onRemove(one.domain),
        }))}
      />
      <form onSubmit={submit} className="flex flex-col items-start gap-4" noValidate>
        <div className="grid w-full gap-x-5 gap-y-3 wide:grid-cols-2">
          <TextField
            label={texts.domain}
            error={isSent && name === null ? texts.domainForm : undefined}
            mono
            spellCheck={false}
            maxLength={254}
            value={domain}
            onChange={(event) => setDomain(event.target.value)}
          />
          <TextField
            label={texts.server}
            error={isSent && !isIp(address) ? texts.serverForm : undefined}
            mono
            spellCheck={false}
            maxLength={45}
            value={server}
            onChange={(event) => setServer(event.target.value)}
          />
        </div>
        <Button type="submit" weight="secondary">
          {texts.add}
        </Button>
      </form>
    </section>
  );
}
