import { formatNumber, formatText } from '@comet/texts';
import { optionsTexts } from '@comet/texts/desktop';
import type { ResultOf, Snapshot } from '@comet/tunnel-protocol';
import { blockListNames } from '@comet/tunnel-protocol/choices';
import { Banner, Button, CheckRow, LinkAction, Subhead, TextField } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { useChoices, useDaemonQuery } from '../../../platform/daemon/index.ts';
import { SettingFrame } from '../setting-frame.tsx';
import { parseResolvers } from '../parse-input.ts';
import { SplitDns } from './split-dns.tsx';

const texts = optionsTexts.names;

/** The settings of resolvers and block lists. */
export function DnsScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const { dns, blockLists, splitDns } = snapshot.settings;
  const [typed, setTyped] = useState(dns?.servers.join(' ') ?? '');
  const [wrong, setWrong] = useState(false);
  const missing = snapshot.missingLists ?? [];
  const counts = useDaemonQuery('block-counts').value;
  const counted = counts?.lists.filter(({ gateway }) => gateway) ?? [];
  const supportsEncrypted = snapshot.unsupported?.includes('encrypted_dns') !== true;

  function use(event: SyntheticEvent) {
    event.preventDefault();
    const servers = parseResolvers(typed, supportsEncrypted);
    setWrong(servers === null);
    if (servers !== null) choose('dns.set', { dns: { servers } });
  }

  return (
    <SettingFrame title={texts.title} failure={failure}>
      <section className="flex flex-col gap-2">
        <Subhead>{texts.blockTitle}</Subhead>
        <p className="m-0 text-small text-quiet">{texts.blockWhy}</p>
        {missing.length > 0 && (
          <Banner tone="warn">
            {formatText(texts.missing, { lists: missing.map((list) => texts.lists[list]).join(', ') })}
          </Banner>
        )}
        <div className="border-t border-line">
          {blockListNames.map((list) => (
            <CheckRow
              key={list}
              title={texts.lists[list]}
              detail={[texts.listHints[list], ...countsOf(list, counted)].join(' ')}
              checked={blockLists[list]}
              onChange={(on) => choose('block-lists.set', { blockLists: { ...blockLists, [list]: on } })}
            />
          ))}
        </div>
        {counted.length > 0 && (
          <p className="m-0 text-small text-quiet">
            {counts?.countsGateway === true ? texts.countsWhy : texts.notCounting}
          </p>
        )}
      </section>
      <form onSubmit={use} className="flex flex-col gap-2" noValidate>
        <Subhead>{texts.own}</Subhead>
        <p className="m-0 text-small text-quiet">{texts.ownWhy}</p>
        <TextField
          label={texts.field}
          hint={supportsEncrypted ? texts.fieldHint : texts.plainHint}
          error={wrong ? (supportsEncrypted ? texts.form : texts.plainForm) : undefined}
          mono
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-5">
          <Button type="submit" weight="secondary">
            {texts.use}
          </Button>
          {dns !== null && (
            <LinkAction onClick={() => choose('dns.set', { dns: null }, () => setTyped(''))}>
              {texts.back}
            </LinkAction>
          )}
        </div>
      </form>
      {snapshot.unsupported?.includes('split_dns') !== true && (
        <SplitDns
          key={splitDns.map(({ domain }) => domain).join()}
          domains={splitDns}
          onAdd={(domain, server) => choose('split-dns.add', { domain, server })}
          onRemove={(domain) => choose('split-dns.remove', { domain })}
        />
      )}
    </SettingFrame>
  );
}

function countsOf(list: string, counted: ResultOf<'block-counts'>['lists']): string[] {
  const count = counted.find(({ source, month }) => source === list && month > 0);
  if (count === undefined) return [];
  return [formatText(texts.counted, { today: formatNumber(count.today), month: formatNumber(count.month) })];
}
