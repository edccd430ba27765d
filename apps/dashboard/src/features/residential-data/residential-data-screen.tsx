import { residentialDataTexts as texts, formatText } from '@comet/texts';
import { CodeBlock, LinkAction, Row, Subhead, useNotify, Dialog, RadioRows } from '@comet/ui';
import { useQueryClient, useSuspenseQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { AutomaticDialog, BalanceHead } from '../balance/index.ts';
import { coverageQuery, CoverageView, forTunnels } from '../coverage/index.ts';
import { DataNeedsApp, isAppPublished } from '../get-comet/index.ts';
import { formatGigabytes, pricesQuery } from '../services/index.ts';
import { PlanRequired } from '../plan-required/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { AppRequired } from './app-required.tsx';
import { DataUsage } from './data-usage.tsx';
import { residentialDataQuery } from './residential-data.ts';
import { DialogForm, useForm } from '../../platform/form/index.ts';

const choices = ['block', 'standard'] as const;

type WhenEmpty = (typeof choices)[number];

interface WhenEmptyDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly present: WhenEmpty;
  readonly save: (whenEmpty: WhenEmpty) => Promise<unknown>;
}

/** The setting for Native Residential connections when the data is used up. */
function WhenEmptyDialog({ open, onClose, ...rest }: WhenEmptyDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.whenEmptyTitle}
      explanation={texts.whenEmptyExplanation}
    >
      <WhenEmptyForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function WhenEmptyForm({ present, save, onClose }: Omit<WhenEmptyDialogProps, 'open'>) {
  const [chosen, choose] = useState(present);
  const form = useForm({
    fields: {},
    onSubmit: async () => {
      await save(chosen);
      onClose();
    },
  });
  return (
    <DialogForm state={form} submit={texts.save} cancel={texts.cancel} onClose={onClose}>
      <RadioRows
        legend={texts.whenEmpty}
        name="when-empty"
        rows={choices.map((value) => ({
          value,
          title: texts.choices[value],
          detail: texts.choiceDetails[value],
        }))}
        value={chosen}
        onChange={choose}
      />
    </DialogForm>
  );
}

const buy = { to: '/dash/residential-vpn/payment', name: texts.buy } as const;

/** Residential data: the balance, the behaviour at zero, the usage by day, and the locations. */
export default function ResidentialDataScreen() {
  useDocumentTitle(texts.screen);
  const [data, prices, coverage] = useSuspenseQueries({
    queries: [residentialDataQuery, pricesQuery, coverageQuery],
  });
  const [changing, change] = useState<'nothing' | 'automatic' | 'when-empty'>('nothing');
  const save = useSave();
  const { whenEmpty, automatic, ...balance } = data.data;
  const price = prices.data.residentialData;
  const stop = () => change('nothing');
  if (price === null && !isAppPublished() && balance.boughtBytes === 0) return <AppRequired />;
  return (
    <div className="flex flex-col gap-12">
      <DataNeedsApp />
      <PlanRequired product="residential_data" order={buy.to} />
      <BalanceHead
        headline={
          balance.boughtBytes === 0
            ? texts.headlineNone
            : formatText(texts.headline, { gigabytes: formatGigabytes(balance.availableBytes) })
        }
        explanation={texts.explanation}
        balance={balance}
        automatic={automatic}
        onChangeAutomatic={() => change('automatic')}
        price={price}
        buy={buy}
        whenEmpty={whenEmpty === 'block' ? texts.emptyBlocked : texts.emptyStandard}
      >
        <Row
          term={texts.whenEmpty}
          action={
            <LinkAction aria-label={texts.changeWhenEmpty} onClick={() => change('when-empty')}>
              {texts.change}
            </LinkAction>
          }
        >
          {texts.choices[whenEmpty]}
        </Row>
      </BalanceHead>
      <DataUsage
        availableBytes={balance.availableBytes}
        offersFirst={balance.boughtBytes === 0 && price !== null && !balance.stopped}
      />
      <CoverageView product="residential_data" countries={forTunnels(coverage.data)} price={price} />
      {isAppPublished() && <FirstCommand isSample={balance.availableBytes === 0} />}
      <AutomaticDialog
        open={changing === 'automatic'}
        onClose={stop}
        present={automatic}
        price={price}
        save={(next) => save({ whenEmpty, automatic: next })}
      />
      <WhenEmptyDialog
        open={changing === 'when-empty'}
        onClose={stop}
        present={whenEmpty}
        save={(next) => save({ whenEmpty: next, automatic })}
      />
    </div>
  );
}

function FirstCommand({ isSample }: { readonly isSample: boolean }) {
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.connect}</Subhead>
        <p className="m-0 text-quiet">{texts.connectExplanation}</p>
      </div>
      <CodeBlock label={texts.connect} sample={isSample}>
        {'comet locations --type native-residential'}
      </CodeBlock>
    </section>
  );
}

type Settings = Parameters<typeof call<typeof api.changeResidentialDataSettings>>[1]['body'];

/** Saves the settings, shows the saved ones, and notifies. */
function useSave() {
  const notify = useNotify();
  const queryClient = useQueryClient();
  return async (settings: Settings) => {
    const changed = await call(api.changeResidentialDataSettings, { body: settings });
    queryClient.setQueryData(residentialDataQuery.queryKey, changed);
    notify(texts.saved, { id: 'residential-data' });
  };
}
