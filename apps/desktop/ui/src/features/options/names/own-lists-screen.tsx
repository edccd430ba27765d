import { formatDayAndTime, formatNumber, formatText, plural } from '@comet/texts';
import { ownListsTexts as texts } from '@comet/texts/desktop';
import { listFailureTexts } from '@comet/texts/tunnel';
import { type NameListKind, parseDomain, type ResultOf } from '@comet/tunnel-protocol';
import { Button, LinkAction, Subhead, TextField } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { useChoices, useDaemonQuery } from '../../../platform/daemon/index.ts';
import { QueryResult } from '../../query-result/index.ts';
import { AddListText, AddListUrl } from './own-list-forms.tsx';
import { NamedRows } from '../named-rows.tsx';
import { SettingFrame } from '../setting-frame.tsx';

type Lists = ResultOf<'name-list.list'>;
type Counts = ResultOf<'block-counts'>['lists'];

/** The user's own block and allow lists. */
export function OwnListsScreen() {
  const { choose, failure } = useChoices();
  const query = useDaemonQuery('name-list.list');
  const counts = useDaemonQuery('block-counts');
  const changed = () => {
    query.again();
    counts.again();
  };
  return (
    <SettingFrame title={texts.title} why={texts.why} failure={failure}>
      <QueryResult
        query={query}
        loading={texts.loading}
        unavailable={(why) => formatText(texts.unavailable, { why })}
      >
        {({ lists, allowed }) => (
          <>
            <ListRows
              lists={lists}
              counts={counts.value?.lists.filter(({ gateway }) => !gateway) ?? []}
              onRemove={({ kind, source }) => choose('name-list.remove', { kind, source }, changed)}
              onUpdate={() => choose('name-list.update', {}, changed)}
              onClear={() => choose('block-counts.clear', {}, changed)}
            />
            <AddListUrl
              key={`url ${lists.length}`}
              onAdd={(kind: NameListKind, url) => choose('name-list.add-url', { kind, url }, changed)}
            />
            <AddListText
              key={`text ${lists.length}`}
              onAdd={(kind, name, text) => choose('name-list.add-text', { kind, name, text }, changed)}
            />
            <AllowedDomains
              key={`allowed ${allowed.length}`}
              allowed={allowed}
              onAdd={(name) => choose('allowed-names.add', { names: [name] }, changed)}
              onRemove={(name) => choose('allowed-names.remove', { names: [name] }, changed)}
            />
          </>
        )}
      </QueryResult>
    </SettingFrame>
  );
}

interface ListRowsProps {
  readonly lists: Lists['lists'];
  readonly counts: Counts;
  readonly onRemove: (list: Lists['lists'][number]) => void;
  readonly onUpdate: () => void;
  readonly onClear: () => void;
}

function ListRows({ lists, counts, onRemove, onUpdate, onClear }: ListRowsProps) {
  return (
    <section className="flex flex-col gap-2">
      <Subhead>{texts.lists}</Subhead>
      <NamedRows
        none={texts.none}
        rows={lists.map((list) => ({
          ...{ key: `${list.kind} ${list.source}`, title: list.source, exact: list.isUrl },
          detail: detailOf(list, counts),
          ...{ act: texts.remove, actWhat: formatText(texts.removeWhat, { name: list.source }) },
          onAct: () => onRemove(list),
        }))}
      />
      {counts.length > 0 && <p className="m-0 text-small text-quiet">{texts.countsWhy}</p>}
      <div className="flex flex-wrap gap-5">
        {lists.some(({ isUrl }) => isUrl) && <LinkAction onClick={onUpdate}>{texts.update}</LinkAction>}
        {counts.length > 0 && <LinkAction onClick={onClear}>{texts.clear}</LinkAction>}
      </div>
    </section>
  );
}

function detailOf(list: Lists['lists'][number], counts: Counts): string {
  const domains = formatText(plural(list.names ?? 0, texts.domains), {
    count: formatNumber(list.names ?? 0),
  });
  const time = list.updatedAt === null ? '' : formatDayAndTime(list.updatedAt);
  const state =
    list.names === null ? texts.waiting : list.isUrl ? formatText(texts.updated, { domains, time }) : domains;
  const count = list.kind === 'block' ? counts.find(({ source }) => source === list.source) : undefined;
  const failed = list.failure === null ? null : listFailureTexts[list.failure];
  return [
    `${formatText(texts.detail, { kind: texts.kinds[list.kind], state })}.`,
    ...(count === undefined
      ? []
      : [
          `${formatText(texts.counted, { today: formatNumber(count.today), month: formatNumber(count.month) })}.`,
        ]),
    ...(failed === null ? [] : [formatText(texts.failed, { reason: failed })]),
  ].join(' ');
}

interface AllowedDomainsProps {
  readonly allowed: readonly string[];
  readonly onAdd: (name: string) => void;
  readonly onRemove: (name: string) => void;
}

function AllowedDomains({ allowed, onAdd, onRemove }: AllowedDomainsProps) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const name = parseDomain(typed);
    setWrong(name === null);
    if (name !== null) onAdd(name);
  }

  return (
    <section className="flex flex-col gap-2">
      <Subhead>{texts.allowed}</Subhead>
      <NamedRows
        none={texts.allowedNone}
        rows={allowed.map((name) => ({
          ...{ key: name, title: name, exact: true },
          ...{ act: texts.remove, actWhat: formatText(texts.removeWhat, { name }) },
          onAct: () => onRemove(name),
        }))}
      />
      <form onSubmit={submit} className="flex flex-col items-stretch gap-4" noValidate>
        <TextField
          label={texts.allow}
          hint={texts.allowHint}
          error={wrong ? texts.allowForm : undefined}
          mono
          spellCheck={false}
          maxLength={254}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div>
          <Button type="submit" weight="secondary">
            {texts.allowAct}
          </Button>
        </div>
      </form>
    </section>
  );
}
